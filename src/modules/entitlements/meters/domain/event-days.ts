import { addDays, dayOf, startOfDay } from '#libs/kernel/period';
import { latestEventDays } from './raw-event';

/** A day of UTC, as `2026-03-04`. */
export type Day = string;

/** A table of one day's events. */
export interface EventDay {
  day: Day;
  /** Whether it is a partition: else it is about to be one, or was one. */
  isAttached: boolean;
}

/** So many days a process need not come to its upkeep. */
const daysAhead = 7;

/** All that events may fall into from now on, and those that they fell into without a partition. Oldest first. */
export function daysToMake(now: Date, there: readonly EventDay[], stray: readonly Day[]): Day[] {
  const made = new Set(there.filter(({ isAttached }) => isAttached).map(({ day }) => day));
  const wanted = new Set(stray);
  // The first of them began a day before what is counted still.
  for (let away = -(latestEventDays + 1); away <= daysAhead; away++) wanted.add(dayOf(addDays(now, away)));
  return [...wanted].filter((day) => !made.has(day)).sort();
}

/**
 * Where the days end that are made. What lies beyond are places of events from ahead, of whatever year: they wait for their day.
 * Domain: entitlements-usage A12
 */
export const endOfMade = (now: Date): Date => addDays(startOfDay(now), daysAhead + 1);

/** The first instant whose events are kept. Domain: entitlements-usage A15 */
export const keptSince = (now: Date, retentionDays: number): Date => addDays(startOfDay(now), -retentionDays);

/** Days that have ended before what is kept, oldest first. */
export function daysToRetire(now: Date, retentionDays: number, there: readonly EventDay[]): Day[] {
  const kept = dayOf(keptSince(now, retentionDays));
  return there
    .map(({ day }) => day)
    .filter((day) => day < kept)
    .sort();
}

/** How many whole days lie between now and the first one without a partition. */
export function daysLeft(now: Date, there: readonly EventDay[]): number {
  const made = new Set(there.filter(({ isAttached }) => isAttached).map(({ day }) => day));
  let left = 0;
  while (made.has(dayOf(addDays(now, left)))) left++;
  return Math.max(0, left - 1);
}
