import { dec, refusalOf } from '../../../test/support/price-builders';
import { requireAmount, requirePrice } from './amount';

// Domain: catalog

describe('R9: the largest amount', () => {
  it.each(['999999999.99', '-999999999.99', '0'])('%s can be billed', (amount) => {
    expect(refusalOf(() => requireAmount(dec(amount), 'the bill'))).toBeUndefined();
  });

  it.each(['1000000000', '999999999.991', '-1000000000'])('%s is AmountTooLarge', (amount) => {
    expect(refusalOf(() => requireAmount(dec(amount), 'the bill'))).toBe(
      'AmountTooLarge: the bill is above 999,999,999.99; lower the price or the quantity',
    );
  });
});

describe('a price', () => {
  it.each(['0', '0.000000000001', '999999999.99'])('may be %s', (price) => {
    expect(refusalOf(() => requirePrice(dec(price), 'price'))).toBeUndefined();
  });

  it.each([
    ['-0.01', /^BadUserInput: price must not be negative/],
    ['0.0000000000001', /^BadUserInput: price has more than 12 decimals/],
    ['1e9', /^AmountTooLarge: price is above/],
  ])('may not be %s', (price, refusal) => {
    expect(refusalOf(() => requirePrice(dec(price), 'price'))).toMatch(refusal);
  });
});
