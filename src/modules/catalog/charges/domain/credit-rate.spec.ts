import { named } from '../../../../../test/support/charge-builders';
import { refusalOf } from '../../../../../test/support/price-builders';
import type { StoredCurrency } from '#modules/catalog/custom-currencies';
import { rateOf } from './credit-rate';

// Domain: catalog

const tokens = named.currencies.get('tokens') as StoredCurrency;
const rate = (amount: number, costFormula?: string) =>
  rateOf({ amount, currencyId: 'tokens', costFormula }, tokens, 'creditRate');

describe('R12, credits F1: a credit rate', () => {
  it('keeps 9 decimals and the formula as it was written', () => {
    expect(rate(0.0000000015, ' 2*m ')).toMatchObject({
      rateAmount: '0.000000002',
      rateCurrencyUid: tokens.uid,
      rateCurrencyId: 'tokens',
      costFormula: ' 2*m ',
      currency: null,
    });
    expect(rate(3).costFormula).toBeNull();
  });

  it.each([
    [0, undefined, /^BadUserInput: creditRate\.amount must be above 0/],
    [-1, undefined, /^BadUserInput: creditRate\.amount/],
    [1e-10, undefined, /^BadUserInput: creditRate\.amount must be above 0/],
    [1.1e15, undefined, /^AmountTooLarge: creditRate\.amount/],
    [1, '1 +', /^BadUserInput: creditRate\.costFormula: the end at 4/],
  ])('%d with %j is refused', (amount, formula, refusal) => {
    expect(refusalOf(() => rate(amount, formula))).toMatch(refusal);
  });
});
