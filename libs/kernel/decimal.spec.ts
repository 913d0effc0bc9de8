import DecimalJs from 'decimal.js';
import fc from 'fast-check';
import { Decimal, parseDecimal, toCredits } from './decimal';
import { DomainError } from './errors/domain-error';

// Domain: credits

const refusalOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error instanceof DomainError ? [error.code, error.message] : error;
  }
};

describe('the decimal type', () => {
  it('holds the product of two numeric(38,12) values exactly', () => {
    const widest = '99999999999999999999999999.999999999999';
    const scaled = 10n ** 38n - 1n;
    expect(new Decimal(widest).times(widest).times('1e24').toFixed()).toBe(String(scaled * scaled));
  });

  it('never writes exponents', () => {
    expect(new Decimal('1e-12').toString()).toBe('0.000000000001');
    expect(new Decimal('1e30').toString()).toBe('1000000000000000000000000000000');
  });

  it('leaves the settings of the library to its other users', () => {
    expect([DecimalJs.precision, DecimalJs.rounding]).toEqual([20, DecimalJs.ROUND_HALF_UP]);
  });
});

describe('parseDecimal', () => {
  it('takes a JSON number by its shortest text: 0.1 + 0.2 is 0.3', () => {
    expect(parseDecimal(0.1, 'price').plus(parseDecimal(0.2, 'price')).toString()).toBe('0.3');
  });

  it('reads any number and any bigint text without loss', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseDecimal(value, 'amount').toNumber()).toBe(value + 0);
      }),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), (value) => {
        expect(parseDecimal(String(value), 'amount').toFixed()).toBe(String(value));
      }),
    );
  });

  it.each([
    '',
    ' 1',
    '1,5',
    '.5',
    '5.',
    '0x10',
    '1e1000',
    'Infinity',
    'NaN',
    '--1',
    NaN,
    Infinity,
    '9'.repeat(401),
  ])('refuses %p and names the field', (value) => {
    expect(refusalOf(() => parseDecimal(value, 'rows[0].price'))).toEqual([
      'BadUserInput',
      'rows[0].price must be a decimal number like 12.5',
    ]);
  });
});

describe('credits (Y4)', () => {
  it.each([
    ['0.0000000005', '0'],
    ['0.0000000015', '0.000000002'],
    ['0.0000000025', '0.000000002'],
    ['-0.0000000015', '-0.000000002'],
    ['12.345', '12.345'],
  ])('%s is kept to nine decimals, half-even: %s', (given, kept) => {
    expect(toCredits(new Decimal(given)).toString()).toBe(kept);
  });

  it.each(['1e15', '-1e15', '1000000000000000.0000000004'])('%s is within the range', (amount) => {
    expect(toCredits(new Decimal(amount)).abs().toFixed()).toBe('1000000000000000');
  });

  it.each(['1000000000000000.000000001', '-1000000000000001', '1e30'])('%s is AmountTooLarge', (amount) => {
    expect(refusalOf(() => toCredits(new Decimal(amount), 'entitlements[0].amount'))).toEqual([
      'AmountTooLarge',
      'entitlements[0].amount must lie between -10^15 and 10^15 credits',
    ]);
  });
});
