import type { Share } from '#libs/business/pricing/share';
import { Decimal } from '#libs/kernel/decimal';
import { addDays, addMonths, dayMs, monthsBetween } from '#libs/kernel/period';
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
  /** Days of the window in a cycle that it cuts short; null is all of it. */
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

/** How many cycles begin in the window. Domain: contracts-billing M3 */
export function cycleCount(frequency: BillingFrequency, window: BillingWindow): number {
  const { unit, count } = frequency;
  const { start, end } = window;
  if (unit === 'one_time') return 1;
  if (unit === 'weekly') return Math.floor(daysFrom(start, end) / (count * daysOfWeek)) + 1;
  const last = Math.floor(monthsBetween(start, end) / (count * monthsOf[unit]));
  return startOf(frequency, window, last) > end ? last : last + 1;
}

export function cycleAt(frequency: BillingFrequency, window: BillingWindow, index: number): Cycle {
  if (frequency.unit === 'one_time') return { ...window, share: null };
  const start = startOf(frequency, window, index);
  const next = startOf(frequency, window, index + 1);
  const over = dayAfter(window.end);
  if (next <= over) return { start, end: dayBefore(next), share: null };
  const share = { part: new Decimal(daysFrom(start, over)), whole: new Decimal(daysFrom(start, next)) };
  return { start, end: window.end, share };
}

export const cyclesOf = (frequency: BillingFrequency, window: BillingWindow): Cycle[] =>
  Array.from({ length: cycleCount(frequency, window) }, (_, index) => cycleAt(frequency, window, index));

/** What of a cycle was served when billing ends with this day of it. Domain: contracts-billing P8 */
export function endedOn({ start, end, share }: Cycle, lastDay: Date): Cycle {
  if (lastDay >= end) return { start, end, share };
  const whole = share?.whole ?? new Decimal(daysFrom(start, dayAfter(end)));
  return { start, end: lastDay, share: { part: new Decimal(daysFrom(start, dayAfter(lastDay))), whole } };
}
