import type { Share } from '#libs/business/pricing/share';
import { Decimal } from '#libs/kernel/decimal';
import { addDays, addMonths, dayMs, earliest, latest, monthsBetween } from '#libs/kernel/period';
import { dayAfter, dayBefore, type BillingWindow } from './billing-window';

/** Domain: contracts-billing I1 */
export const cycleUnits = ['one_time', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type CycleUnit = (typeof cycleUnits)[number];

/** How often a line is billed: every `count` units; a line that is billed once has no count. */
export interface BillingFrequency {
  readonly unit: CycleUnit;
  readonly count: number;
}

/** The days of one bill, both included. */
export interface Cycle {
  readonly start: Date;
  readonly end: Date;
  /** Days that are billed of a cycle that is cut short; null is all of it. */
  readonly share: Share | null;
}

const monthsOf = { monthly: 1, quarterly: 3, yearly: 12 } as const;
const daysOfWeek = 7;

/**
 * Counted from the first day and never from the cycle before, so that a day that a month lacks does not drift.
 * Domain: contracts-billing M3
 */
const startOf = ({ unit, count }: BillingFrequency, { start }: BillingWindow, index: number): Date => {
  if (unit === 'one_time') return start;
  if (unit === 'weekly') return addDays(start, index * count * daysOfWeek);
  return addMonths(start, index * count * monthsOf[unit]);
};

const daysFrom = (start: Date, end: Date): number => (end.getTime() - start.getTime()) / dayMs;

/** How many of all cycles begin by this day, which is not before the first. */
function begunBy(frequency: BillingFrequency, window: BillingWindow, day: Date): number {
  const { unit, count } = frequency;
  const { start } = window;
  if (unit === 'one_time') return 1;
  if (unit === 'weekly') return Math.floor(daysFrom(start, day) / (count * daysOfWeek)) + 1;
  const last = Math.floor(monthsBetween(start, day) / (count * monthsOf[unit]));
  return startOf(frequency, window, last) > day ? last : last + 1;
}

/** Cycles that are over before the first day that is billed. */
const skipped = (frequency: BillingFrequency, window: BillingWindow): number =>
  window.from && window.from > window.start ? begunBy(frequency, window, window.from) - 1 : 0;

/** How many of those that are billed begin by this day. */
function billedBy(frequency: BillingFrequency, window: BillingWindow, day: Date): number {
  const last = earliest(day, window.end);
  if (latest(window.start, window.from ?? window.start) > last) return 0;
  return begunBy(frequency, window, last) - skipped(frequency, window);
}

/** How many cycles of the window are billed. Domain: contracts-billing M3 */
export const cycleCount = (frequency: BillingFrequency, window: BillingWindow): number =>
  billedBy(frequency, window, window.end);

/** @param index counts those that are billed, from 0 */
export function cycleAt(frequency: BillingFrequency, window: BillingWindow, index: number): Cycle {
  const { end, from } = window;
  if (frequency.unit === 'one_time')
    return { start: latest(window.start, from ?? window.start), end, share: null };
  const place = skipped(frequency, window) + index;
  const [whole, next] = [startOf(frequency, window, place), startOf(frequency, window, place + 1)];
  const start = latest(whole, from ?? whole);
  const over = earliest(next, dayAfter(end));
  const part = daysFrom(start, over);
  const all = daysFrom(whole, next);
  const share = part === all ? null : { part: new Decimal(part), whole: new Decimal(all) };
  return { start, end: dayBefore(over), share };
}

/**
 * The last one that begins by this day. It is counted, as the next is, and those before it are not made: nobody has asked yet how many a
 * window has. Domain: contracts-billing P3
 */
export function lastBegunBy(
  frequency: BillingFrequency,
  window: BillingWindow,
  day: Date,
): Cycle | undefined {
  const begun = billedBy(frequency, window, day);
  return begun > 0 ? cycleAt(frequency, window, begun - 1) : undefined;
}

/** The first one that begins after this day. Domain: contracts-billing P3 */
export function firstAfter(frequency: BillingFrequency, window: BillingWindow, day: Date): Cycle | undefined {
  const begun = billedBy(frequency, window, day);
  return begun < cycleCount(frequency, window) ? cycleAt(frequency, window, begun) : undefined;
}

export const cyclesOf = (frequency: BillingFrequency, window: BillingWindow): Cycle[] =>
  Array.from({ length: cycleCount(frequency, window) }, (_, index) => cycleAt(frequency, window, index));

/** What of a cycle was served when billing ends with this day of it. Domain: contracts-billing P8 */
export function endedOn({ start, end, share }: Cycle, lastDay: Date): Cycle {
  if (lastDay >= end) return { start, end, share };
  const whole = share?.whole ?? new Decimal(daysFrom(start, dayAfter(end)));
  return { start, end: lastDay, share: { part: new Decimal(daysFrom(start, dayAfter(lastDay))), whole } };
}
