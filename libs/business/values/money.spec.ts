import fc from 'fast-check';
import { Decimal } from '#libs/kernel/decimal';
import { Money, roundMoney } from './money';

// Domain: contracts-billing

/** The rule again in whole numbers: `scaled` counts 10^-6 units. */
const modelRound = (scaled: bigint, digits: number): bigint => {
  const unit = 10n ** BigInt(6 - digits);
  const size = scaled < 0n ? -scaled : scaled;
  const rounded = ((size * 2n + unit) / (unit * 2n)) * unit;
  return scaled < 0n ? -rounded : rounded;
};

describe('rounding money (R2)', () => {
  it.each([
    ['2.345', 2, '2.35'],
    ['-2.345', 2, '-2.35'],
    ['2.344999999999', 2, '2.34'],
    ['10.005', 2, '10.01'],
    ['0.5', 0, '1'],
    ['-1.5', 0, '-2'],
    ['1.0005', 3, '1.001'],
  ])('%s to %i digits is %s', (amount, digits, rounded) => {
    expect(roundMoney(new Decimal(amount), digits).toString()).toBe(rounded);
  });

  it('goes half away from zero for 0, 2 and 3 digits, as counted in whole numbers', () => {
    const amounts = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
    fc.assert(
      fc.property(amounts, fc.constantFrom(0, 2, 3), (scaled, digits) => {
        const amount = new Decimal(String(scaled)).div(1_000_000);
        expect(roundMoney(amount, digits).times(1_000_000).toFixed()).toBe(
          String(modelRound(scaled, digits)),
        );
      }),
    );
  });

  it('never leaves a negative zero', () => {
    expect(Object.is(Money.of('-0.001', 'usd').toNumber(), 0)).toBe(true);
  });
});

describe('money', () => {
  it('rounds to the minor unit of its currency', () => {
    expect(Money.of('1234.565', 'eur').rounded().amount.toString()).toBe('1234.57');
    expect(Money.of('1234.565', 'jpy').rounded().amount.toString()).toBe('1235');
  });

  it('adds exactly: rounding each of 24 lines of 10.005 gives 240.24, rounding the sum 240.12 (M4)', () => {
    const lines = Array.from({ length: 24 }, () => Money.of('10.005', 'usd'));
    const roundedLines = lines.map((line) => line.rounded());
    expect(Money.sum(roundedLines, 'usd').toNumber()).toBe(240.24);
    expect(Money.sum(lines, 'usd').toNumber()).toBe(240.12);
  });

  it('is undone by its opposite: a + b - b is a', () => {
    const amounts = fc.integer().map((cents) => Money.of(new Decimal(cents).div(100), 'usd'));
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(a.plus(b).minus(b).amount.toString()).toBe(a.amount.toString());
      }),
    );
  });

  it('multiplies without rounding', () => {
    expect(Money.of('0.065', 'usd').times('0.333').amount.toString()).toBe('0.021645');
  });

  it('is never added to another currency (R4)', () => {
    expect(() => Money.of(1, 'usd').plus(Money.of(1, 'eur'))).toThrow('cannot add eur to usd');
    expect(() => Money.of(1, 'usd').minus(Money.of(1, 'eur'))).toThrow('cannot add eur to usd');
  });
});
