import { Decimal } from '#libs/kernel/decimal';

/**
 * An exact number. Decimals of any precision would make `a / 7 * 63` a little more than 9 for an `a` of 1, and `ceil` of it 10.
 * It is not reduced: what a formula makes of its dimensions stays short, and a common divisor costs more than it saves.
 */
export interface Fraction {
  readonly numerator: bigint;
  /** Above zero. */
  readonly denominator: bigint;
}

export const zero: Fraction = { numerator: 0n, denominator: 1n };

// As numbers are written, in a formula and by JavaScript: 12.5, -1e+21.
const decimalPattern = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** Of a plain decimal, with an exponent or without; undefined of anything else. */
export function fractionOf(text: string): Fraction | undefined {
  const [, whole, decimals = '', exponent = '0'] = decimalPattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = BigInt(whole + decimals);
  const power = Number(exponent) - decimals.length;
  return power < 0
    ? { numerator: digits, denominator: 10n ** BigInt(-power) }
    : { numerator: digits * 10n ** BigInt(power), denominator: 1n };
}

export const negated = ({ numerator, denominator }: Fraction): Fraction => ({
  numerator: -numerator,
  denominator,
});

export const plus = (a: Fraction, b: Fraction): Fraction =>
  // What is divided by the same needs no longer divisor.
  a.denominator === b.denominator
    ? { numerator: a.numerator + b.numerator, denominator: a.denominator }
    : {
        numerator: a.numerator * b.denominator + b.numerator * a.denominator,
        denominator: a.denominator * b.denominator,
      };

export const times = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

/** Undefined by zero. */
export function dividedBy(a: Fraction, b: Fraction): Fraction | undefined {
  if (b.numerator === 0n) return undefined;
  const upright = b.numerator < 0n ? -1n : 1n;
  return {
    numerator: a.numerator * b.denominator * upright,
    denominator: a.denominator * b.numerator * upright,
  };
}

/** Below zero where `a` is less. */
export function compared(a: Fraction, b: Fraction): number {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function floorOf({ numerator, denominator }: Fraction): Fraction {
  const cut = numerator / denominator;
  // Division of whole numbers cuts towards zero.
  const isAbove = numerator < 0n && cut * denominator !== numerator;
  return { numerator: isAbove ? cut - 1n : cut, denominator: 1n };
}

/** Half to even, by the exact value. */
export function roundedTo(places: number, { numerator, denominator }: Fraction): Decimal {
  const scaled = { numerator: numerator * 10n ** BigInt(places), denominator };
  const below = floorOf(scaled).numerator;
  const rest = 2n * (scaled.numerator - below * denominator);
  const isUp = rest > denominator || (rest === denominator && below % 2n !== 0n);
  return new Decimal(`${isUp ? below + 1n : below}e-${places}`);
}
