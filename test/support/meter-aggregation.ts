import { Decimal } from '#libs/kernel/decimal';
import type { Aggregation, AggregationFunction } from '#libs/business/values/meter';
import {
  countedNumber,
  fieldOf,
  roundedUsage,
  type Dimension,
  type MeteredEvent,
} from '#libs/business/values/metered-event';

/** Usage of one window, before any unit transformation. */
export interface Aggregate {
  value: Decimal;
  /** Events whose field is missing or no number, though the function takes numbers: to be flagged, not counted. */
  skipped: number;
}

type Reduce = (numbers: readonly Decimal[]) => Decimal;

const sum: Reduce = (numbers) => numbers.reduce((total, each) => total.plus(each), new Decimal(0));

const numeric: Record<Exclude<AggregationFunction, 'COUNT' | 'UNIQUE'>, Reduce> = {
  SUM: sum,
  // One by one: a window may hold more events than a call takes arguments.
  MAX: (numbers) => numbers.reduce((most, each) => Decimal.max(most, each)),
  MIN: (numbers) => numbers.reduce((least, each) => Decimal.min(least, each)),
  AVG: (numbers) => sum(numbers).dividedBy(numbers.length),
};

/**
 * What the events of a window, those that the meter takes, amount to, event by event: what counters that were kept along the way must
 * come to as well. An empty window is 0. Domain: entitlements-usage A16
 */
export function aggregate(aggregation: Aggregation, events: readonly MeteredEvent[]): Aggregate {
  const { function: name, field = '' } = aggregation;
  if (name === 'COUNT') return { value: new Decimal(events.length), skipped: 0 };
  const present = events.map((event) => fieldOf(event, field)).filter((value) => value !== undefined);
  if (name === 'UNIQUE') return { value: new Decimal(distinct(present)), skipped: 0 };
  const numbers = present.map(countedNumber).filter((number) => typeof number !== 'string');
  const value = numbers.length > 0 ? numeric[name](numbers) : new Decimal(0);
  return {
    value: roundedUsage(value),
    skipped: events.length - numbers.length,
  };
}

/** By text: 7 and "7" are one, "7" and "007" are two, as ids are. */
const distinct = (values: readonly Dimension[]): number => new Set(values.map(String)).size;
