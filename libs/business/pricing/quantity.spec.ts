import { dec, perUnit, refusalOf } from '../../../test/support/price-builders';
import { quantityAbove, quantityUnlessChosen, requireQuantity } from './quantity';

// Domain: catalog

const open = perUnit('seats', 10);
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

  it('customers-subscriptions V8: is the smallest, else 1, where none is chosen', () => {
    expect([quantityUnlessChosen(bounded), quantityUnlessChosen(open)]).toEqual([dec(3), dec(1)]);
  });
});

it('R5: nothing is above what is included until it is used up', () => {
  expect(quantityAbove(dec(500), dec(800)).toString()).toBe('300');
  expect(quantityAbove(dec(500), dec(500)).toString()).toBe('0');
  expect(quantityAbove(dec(500), dec(20)).toString()).toBe('0');
});
