import { Decimal, readDecimal } from '#libs/kernel/decimal';

export type Dimension = string | number | boolean;

/** A raw event, as far as a meter looks at it. Domain: catalog F7 */
export interface MeteredEvent {
  eventName: string;
  dimensions: Readonly<Record<string, Dimension>>;
}

/** Addresses the event's name; a dimension of this name is out of a meter's reach. Domain: catalog F7 */
const nameField = 'eventName';

/** Undefined where the event has no such dimension. */
export function fieldOf({ eventName, dimensions }: MeteredEvent, field: string): Dimension | undefined {
  if (field === nameField) return eventName;
  // Own ones only: callers name dimensions, and `constructor` is none that nobody sent.
  return Object.hasOwn(dimensions, field) ? dimensions[field] : undefined;
}

/** Choice: a text that is a plain decimal is a number for a meter, in its filters and in its aggregation alike. */
export const numberOf = (value: Dimension): Decimal | undefined =>
  typeof value === 'boolean' ? undefined : readDecimal(value);

/** More than usage can be. Domain: entitlements-usage A1 */
const largest = Number.MAX_SAFE_INTEGER;
// What lies below is lost long before a sum of it shows in nine digits, and each sum would bear its length.
const countedDigits = 18;

/** The number that an aggregation takes of a field. Choice: one beyond 2^53−1 is no usage, and is flagged. */
export function countedNumber(value: Dimension): Decimal | 'noNumber' | 'outOfRange' {
  const number = numberOf(value);
  if (!number) return 'noNumber';
  if (number.abs().greaterThan(largest)) return 'outOfRange';
  return number.toDecimalPlaces(countedDigits, Decimal.ROUND_HALF_EVEN);
}

// Domain: entitlements-usage A17
const fractionDigits = 9;

/** The last step of an aggregate. Domain: entitlements-usage A17 */
export const roundedUsage = (usage: Decimal): Decimal =>
  usage.toDecimalPlaces(fractionDigits, Decimal.ROUND_HALF_EVEN);
