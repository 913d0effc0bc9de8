import { badInput } from '#libs/kernel/errors/domain-error';
import { addMs, dayMs, hourMs, startOfDay, startOfHour, startOfWeek, weekMs } from '#libs/kernel/period';

/** The instants at which a history is told. */
export interface HistoryRange {
  from: Date;
  /** Ends of its steps, ascending; the last one ends the range. */
  ends: Date[];
  /** Whether the range reaches now: then its last point tells what a check would tell. */
  isCurrent: boolean;
}

export interface AskedRange {
  startDate: Date;
  endDate?: Date;
}

export const mostPoints = 1000;

/** What is told of as one point. */
export interface Step {
  ms: number;
  startOf: (at: Date) => Date;
}

export const hourly: Step = { ms: hourMs, startOf: startOfHour };
export const daily: Step = { ms: dayMs, startOf: startOfDay };
const weekly: Step = { ms: weekMs, startOf: (at) => startOfWeek(at, 1) };

/** Of the range that was asked for, though what has not come yet is not told: so a month keeps its days from its first day on. */
export function stepOf(lengthMs: number): Step {
  if (lengthMs <= 2 * dayMs) return hourly;
  return lengthMs <= 92 * dayMs ? daily : weekly;
}

/** @throws BadUserInput for a range without length, one that has not begun, and one of too many points. Domain: entitlements-usage A19 */
export function historyRange({ startDate: from, endDate }: AskedRange, now: Date): HistoryRange {
  const asked = endDate ?? now;
  if (from >= now) throw badInput('startDate must lie in the past');
  if (from >= asked) throw badInput('startDate must lie before endDate');
  const { ms, startOf } = stepOf(asked.getTime() - from.getTime());
  const isCurrent = asked >= now;
  const until = isCurrent ? now : asked;
  if (until.getTime() - from.getTime() > (mostPoints - 1) * ms)
    throw badInput(
      `startDate: a history has at most ${mostPoints} points, here one a week; ask for a shorter range`,
    );
  const ends: Date[] = [];
  for (let end = addMs(startOf(from), ms); end < until; end = addMs(end, ms)) ends.push(end);
  return { from, ends: [...ends, until], isCurrent };
}
