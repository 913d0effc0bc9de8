import DecimalJs from 'decimal.js';
import { badInput, DomainError } from './errors/domain-error';

/**
 * The one exact number type; a clone, so its settings touch no other user of decimal.js.
 * 80 digits hold the exact product of two `numeric(38,12)` values, and text never turns to exponents.
 */
export const Decimal = DecimalJs.clone({
  defaults: true,
  precision: 80,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
export type Decimal = DecimalJs;
export type DecimalValue = DecimalJs.Value;

const decimalPattern = /^[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;
const maxTextLength = 400;

/** The plain finite decimal that the value spells, if it does. */
export const readDecimal = (value: string | number): Decimal | undefined => {
  const text = String(value);
  // The length is limited first: plain text of 1e999 is a kilobyte, of 1e999999999 the whole memory.
  return text.length <= maxTextLength && decimalPattern.test(text) ? new Decimal(text) : undefined;
};

/**
 * Reads a decimal from JSON or PostgreSQL; a JSON number counts by its shortest decimal text (0.1 is 0.1).
 * @throws BadUserInput naming `field` when the value is no plain finite decimal
 */
export const parseDecimal = (value: string | number, field: string): Decimal => {
  const decimal = readDecimal(value);
  if (!decimal) throw badInput(`${field} must be a decimal number like 12.5`);
  return decimal;
};

/** Decimal places of a credit amount. Domain: credits Y4. */
export const creditScale = 9;
/** The most that an amount of credits may be, on either side of zero. Domain: credits Y4. */
export const maxCredits = new Decimal('1e15');

/**
 * Credits: 9 decimals, half-even, and at most 10^15 on either side of zero. Domain: credits Y4.
 * @throws AmountTooLarge naming `field`
 */
export const toCredits = (amount: Decimal, field = 'amount'): Decimal => {
  const credits = creditsWithin(amount);
  if (credits) return credits;
  throw new DomainError('AmountTooLarge', `${field} must lie between -10^15 and 10^15 credits`);
};

/** The same for who refuses nothing: undefined where it is too large. Domain: credits Y4. */
export const creditsWithin = (amount: Decimal): Decimal | undefined => {
  const rounded = amount.toDecimalPlaces(creditScale, Decimal.ROUND_HALF_EVEN);
  return rounded.abs().greaterThan(maxCredits) ? undefined : rounded;
};
