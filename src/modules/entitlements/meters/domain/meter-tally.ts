import { Decimal } from '#libs/kernel/decimal';
import type { Aggregation, AggregationFunction } from '#libs/business/values/meter';
import { countedNumber, fieldOf, roundedUsage, type MeteredEvent } from '#libs/business/values/metered-event';
import { digestOf, type Digest } from '#libs/kernel/digest';

/**
 * What the events of a span amount to, whichever function asks: how many were counted, the sum of their numbers, the least and the
 * greatest. Of UNIQUE, `n` is the number of values. Spans add up. Domain: entitlements-usage A16
 */
export interface MeterTally {
  n: number;
  total: Decimal;
  low: Decimal | null;
  high: Decimal | null;
}

/** Exact texts of numbers, as PostgreSQL tells them. */
export interface StoredTally {
  n: number;
  total: string;
  low: string | null;
  high: string | null;
}

export const readTally = ({ n, total, low, high }: StoredTally): MeterTally => ({
  n,
  total: new Decimal(total),
  low: low === null ? null : new Decimal(low),
  high: high === null ? null : new Decimal(high),
});

const zero = new Decimal(0);

export const noTally: MeterTally = { n: 0, total: zero, low: null, high: null };

/** Of two spans together. Not of UNIQUE, whose spans may share values. */
export const together = (a: MeterTally, b: MeterTally): MeterTally => ({
  n: a.n + b.n,
  total: a.total.plus(b.total),
  low: a.low && b.low ? Decimal.min(a.low, b.low) : (a.low ?? b.low),
  high: a.high && b.high ? Decimal.max(a.high, b.high) : (a.high ?? b.high),
});

/** Usage of a window in reported units; an empty one is 0. Domain: entitlements-usage A16, A17 */
export const usageOf = (function_: AggregationFunction, tally: MeterTally): number =>
  function_ === 'COUNT' || function_ === 'UNIQUE' ? tally.n : exactUsageOf(function_, tally).toNumber();

/** The same of what PostgreSQL tells. Of most functions that is one number, and most are spelt so that a number holds them. */
export function storedUsageOf(function_: AggregationFunction, stored: StoredTally): number {
  if (function_ === 'COUNT' || function_ === 'UNIQUE') return stored.n;
  const { total, low, high } = stored;
  const alone = { SUM: total, MIN: low, MAX: high, AVG: null }[function_];
  return alone !== null && isShortInteger(alone) ? Number(alone) : usageOf(function_, readTally(stored));
}

const exactDigits = 15;
const isShortInteger = (text: string): boolean => text.length <= exactDigits && !text.includes('.');

/** The same with all its digits, which a number may not hold. */
export function exactUsageOf(function_: AggregationFunction, { n, total, low, high }: MeterTally): Decimal {
  switch (function_) {
    case 'COUNT':
    case 'UNIQUE':
      return new Decimal(n);
    case 'SUM':
      return roundedUsage(total);
    case 'AVG':
      return n === 0 ? zero : roundedUsage(total.dividedBy(n));
    case 'MIN':
      return roundedUsage(low ?? zero);
    case 'MAX':
      return roundedUsage(high ?? zero);
  }
}

/** What one event adds: a number as exact text, or a value that is told from others, or neither where it is only counted. */
export interface Taken {
  number: string | null;
  value: Digest | null;
}

const counted: Taken = { number: null, value: null };

/** What a meter takes of an event that passes its filters, or why it counts nothing of it. Domain: entitlements-usage §5.3 */
export function takenOf(
  { function: name, field = '' }: Aggregation,
  event: MeteredEvent,
): Taken | 'noField' | 'noNumber' | 'outOfRange' {
  if (name === 'COUNT') return counted;
  const value = fieldOf(event, field);
  if (value === undefined) return 'noField';
  if (name === 'UNIQUE') return { number: null, value: digestOf([String(value)]) };
  // Exact as it is spelt, which nearly all are.
  if (Number.isSafeInteger(value)) return { number: String(value), value: null };
  const number = countedNumber(value);
  return typeof number === 'string' ? number : { number: number.toFixed(), value: null };
}

/** The tally of a span with one event more; what the meter takes nothing of leaves it. */
export function withEvent(tally: MeterTally, taken: ReturnType<typeof takenOf>): MeterTally {
  if (typeof taken === 'string') return tally;
  const number = taken.number === null ? null : new Decimal(taken.number);
  return together(tally, { n: 1, total: number ?? zero, low: number, high: number });
}
