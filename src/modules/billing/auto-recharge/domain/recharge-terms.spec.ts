import { dec } from '../../../../../test/support/price-builders';
import { thresholdOf } from './recharge-terms';

// Domain: credits

const below = (thresholdValue: string, unitPrice: string): string =>
  thresholdOf(
    { thresholdType: 'DOLLAR_AMOUNT', thresholdValue: dec(thresholdValue) },
    { unitPrice },
  ).toFixed();

describe('the threshold of a recharge', () => {
  it('A2: in credits it is what it says, whatever a credit costs', () => {
    const terms = { thresholdType: 'CREDIT_AMOUNT' as const, thresholdValue: dec(20) };
    expect(thresholdOf(terms, { unitPrice: null }).toFixed()).toBe('20');
  });

  it.each([
    ['2', '0.1', '20'],
    ['10', '3', '3.333333334'],
    ['0', '3', '0'],
    ['999999999', '0.000000000001', '1000000000000000'],
  ])('A2: %s in money at %s a credit are %s credits', (value, price, credits) => {
    expect(below(value, price)).toBe(credits);
  });

  it('A2: whatever is below it is worth less, and it is not', () => {
    for (const [value, price] of [
      ['10', '3'],
      ['7', '0.03'],
      ['0.01', '0.7'],
    ] as const) {
      const credits = dec(below(value, price));
      expect(credits.times(price).lessThan(value)).toBe(false);
      expect(credits.minus('1e-9').times(price).lessThan(value)).toBe(true);
    }
  });
});
