import { chargeOf, dec, perUnit, refusalOf } from '../../../test/support/price-builders';
import type { Charge } from './charge';
import { quantityAbove, quantityUnlessChosen, requireQuantity, sellsCredits } from './quantity';

// Domain: catalog

const open = perUnit('seats', 10);
const tokens = (terms: Partial<Charge> = {}): Charge =>
  chargeOf({ billingModel: 'CREDIT_BASED', customCurrencyId: 'tokens', price: dec(1), ...terms });
const bounded = perUnit('seats', 10, { minUnitQuantity: dec(3), maxUnitQuantity: dec(10) });

describe('R3, customers-subscriptions V8: a chosen quantity', () => {
  it.each(['0', '1', '999999'])('may be %s where no range is set', (quantity) => {
    expect(refusalOf(() => requireQuantity(dec(quantity), open, 'charges[0].quantity'))).toBeUndefined();
  });

  it.each(['-1', '0.5', '1000000'])('%s is InvalidQuantity', (quantity) => {
    expect(refusalOf(() => requireQuantity(dec(quantity), open, 'charges[0].quantity'))).toBe(
      'InvalidQuantity: charges[0].quantity must be a whole number from 0 to 999999',
    );
  });

  it.each(['0', '2', '11'])('%s is InvalidQuantity outside 3 to 10', (quantity) => {
    expect(refusalOf(() => requireQuantity(dec(quantity), bounded, 'unitQuantity'))).toBe(
      'InvalidQuantity: unitQuantity must be a whole number from 3 to 10',
    );
  });

  it('R13, credits Y4: credits are whole, and as many as an amount of them may be', () => {
    const field = 'charges[0].quantity';
    expect(refusalOf(() => requireQuantity(dec('1e15'), tokens(), field))).toBeUndefined();
    for (const quantity of ['-1', '0.5', '1000000000000001'])
      expect(refusalOf(() => requireQuantity(dec(quantity), tokens(), field))).toBe(
        'InvalidQuantity: charges[0].quantity must be a whole number from 0 to 1000000000000000',
      );
    expect(refusalOf(() => requireQuantity(dec(11), tokens({ maxUnitQuantity: dec(10) }), field))).toMatch(
      /from 0 to 10$/,
    );
  });

  it.each<[string, Partial<Charge>, number]>([
    ['one where nothing is said', {}, 1],
    ['as many as a block holds', { blockSize: dec(1000) }, 1000],
    ['as many whole ones as a block holds', { blockSize: dec('2.5') }, 2],
    ['one of blocks that hold less', { blockSize: dec('0.5') }, 1],
    ['the smallest number before all else', { blockSize: dec(1000), minUnitQuantity: dec(0) }, 0],
    ['no more than the range allows', { blockSize: dec(1000), maxUnitQuantity: dec(500) }, 500],
  ])('R13, customers-subscriptions V8: credits that nobody chose are %s', (_, terms, quantity) => {
    expect(quantityUnlessChosen(tokens(terms)).toNumber()).toBe(quantity);
  });

  it('R13: only what is granted again is chosen, not a top-up or a rate of usage', () => {
    const rate = { customCurrencyId: null, featureId: 'ai' };
    expect([tokens(), tokens({ isTopUp: true }), tokens(rate), open].map(sellsCredits)).toEqual([
      ...[true, false, false, false],
    ]);
  });

  it('customers-subscriptions V8: is the smallest, else 1, where none is chosen', () => {
    expect([quantityUnlessChosen(bounded), quantityUnlessChosen(open)]).toEqual([dec(3), dec(1)]);
  });
});

it('R5: nothing is above what is included until it is used up', () => {
  expect(quantityAbove(dec(500), dec(800)).toString()).toBe('300');
  expect(quantityAbove(dec(500), dec(500)).toString()).toBe('0');
  expect(quantityAbove(dec(500), dec(20)).toString()).toBe('0');
});
