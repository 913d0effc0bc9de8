import {
  addMonths,
  addMs,
  dayMs,
  earliest,
  hourMs,
  latest,
  monthsBetween,
  startOfDay,
  startOfHour,
  startOfMonth,
  startOfWeek,
  weekMs,
  type Weekday,
} from '#libs/kernel/period';

export type ResetPeriod = 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR';

export type WeekdayAnchor =
  | 'EverySunday'
  | 'EveryMonday'
  | 'EveryTuesday'
  | 'EveryWednesday'
  | 'EveryThursday'
  | 'EveryFriday'
  | 'EverySaturday';

export type ResetAnchor = 'SubscriptionStart' | 'StartOfTheMonth' | WeekdayAnchor;

/** When usage starts again from zero. Without a period it never does; a missing anchor means SubscriptionStart. */
export interface ResetRule {
  period: ResetPeriod | null;
  accordingTo: ResetAnchor | null;
}

/** Half-open: usage at `end` belongs to the next window. An `end` of null never comes. */
export interface UsageWindow {
  start: Date;
  end: Date | null;
}

/**
 * The one window of the rule that holds `at`. The windows of one rule and anchor leave no gap and never overlap,
 * before the anchor too, and one of them starts exactly at the anchor.
 * An anchor that does not fit its period counts as SubscriptionStart; the write refused it (catalog E7).
 * Domain: entitlements-usage W1–W10. Instants from 1970 on, always UTC.
 */
export function usageWindow({ period, accordingTo }: ResetRule, anchor: Date, at: Date): UsageWindow {
  switch (period) {
    case null:
      return splitAt({ start: new Date(0), end: null }, anchor, at);
    case 'YEAR':
      return monthsFromAnchor(12, anchor, at);
    case 'MONTH':
      return accordingTo === 'StartOfTheMonth'
        ? splitAt(calendarMonth(at), anchor, at)
        : monthsFromAnchor(1, anchor, at);
    case 'WEEK': {
      const weekday = weekdays.get(accordingTo);
      return weekday === undefined
        ? weekFromAnchor(anchor, at)
        : splitAt(windowFrom(startOfWeek(at, weekday), weekMs), anchor, at);
    }
    case 'DAY':
      return splitAt(windowFrom(startOfDay(at), dayMs), anchor, at);
    case 'HOUR':
      return splitAt(windowFrom(startOfHour(at), hourMs), anchor, at);
  }
}

const weekdays: ReadonlyMap<ResetAnchor | null, Weekday> = new Map([
  ['EverySunday', 0],
  ['EveryMonday', 1],
  ['EveryTuesday', 2],
  ['EveryWednesday', 3],
  ['EveryThursday', 4],
  ['EveryFriday', 5],
  ['EverySaturday', 6],
]);

/** Domain: entitlements-usage W3. Every boundary is counted from the anchor itself, so a month's end never drifts. */
function monthsFromAnchor(length: number, anchor: Date, at: Date): UsageWindow {
  const boundary = (k: number) => addMonths(anchor, k * length);
  // Boundary k lies at the latest in the calendar month of `at`, boundary k + 1 in a later one: one step back is enough.
  const k = Math.floor(monthsBetween(anchor, at) / length);
  const latest = boundary(k);
  return latest <= at ? { start: latest, end: boundary(k + 1) } : { start: boundary(k - 1), end: latest };
}

function weekFromAnchor(anchor: Date, at: Date): UsageWindow {
  const k = Math.floor((at.getTime() - anchor.getTime()) / weekMs);
  return windowFrom(addMs(anchor, k * weekMs), weekMs);
}

function calendarMonth(at: Date): UsageWindow {
  const start = startOfMonth(at);
  return { start, end: addMonths(start, 1) };
}

const windowFrom = (start: Date, lengthMs: number): UsageWindow => ({ start, end: addMs(start, lengthMs) });

/**
 * Cuts a window in two where the anchor lies inside it, and answers the part that holds `at`.
 * Choice: entitlements-usage W4 says this for StartOfTheMonth only; all windows that ignore the anchor's time of day follow it, so that
 * a reset by a subscription change (entitlements-usage H1) starts a new window at the instant of the change.
 */
export function splitAt({ start, end }: UsageWindow, anchor: Date, at: Date): UsageWindow {
  if (at >= anchor) return { start: latest(start, anchor), end };
  return { start, end: end === null ? anchor : earliest(end, anchor) };
}
