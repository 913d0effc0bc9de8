import { compared, dividedBy, floorOf, fractionOf, roundedTo, type Fraction } from './fraction';

const of = (text: string): Fraction => fractionOf(text) as Fraction;
const over = (numerator: bigint, denominator: bigint): Fraction => ({ numerator, denominator });

describe('an exact number', () => {
  it.each([0, -0, 7, -0.5, 0.1, 1e21, -1.5e300, 5e-324, 2 ** 53 + 2, 1.7976931348623157e308])(
    'is what JavaScript writes: %d',
    (value) => {
      const { numerator, denominator } = of(String(value));
      expect(Number(`${numerator}e-${String(denominator).length - 1}`)).toBe(value + 0);
    },
  );

  it.each(['', 'NaN', 'Infinity', '-Infinity', '1.', '.5', '0x10', '1 ', 'e5'])('%j is none', (text) => {
    expect(fractionOf(text)).toBeUndefined();
  });

  it('keeps its denominator above zero, so that comparing needs no care for signs', () => {
    expect(dividedBy(of('1'), of('-3'))).toEqual(over(-1n, 3n));
    expect(dividedBy(of('-1'), of('-3'))).toEqual(over(1n, 3n));
    expect(dividedBy(of('1'), of('0'))).toBeUndefined();
    expect([compared(over(-1n, 3n), over(1n, 3n)), compared(over(2n, 6n), over(1n, 3n))]).toEqual([-1, 0]);
  });

  it.each([
    ['2.5', 2n],
    ['-2.5', -3n],
    ['-2', -2n],
    ['0', 0n],
  ])('the whole number not above %s is %d', (text, expected) => {
    expect(floorOf(of(text))).toEqual(over(expected, 1n));
  });

  it.each([
    ['0.0000000005', '0'],
    ['0.0000000015', '0.000000002'],
    ['0.0000000025', '0.000000002'],
    [`0.0000000025${'0'.repeat(200)}1`, '0.000000003'],
    ['-0.0000000015', '-0.000000002'],
    ['12', '12'],
  ])('%s is rounded half to even, to %s', (text, expected) => {
    expect(roundedTo(9, of(text)).toString()).toBe(expected);
  });
});
