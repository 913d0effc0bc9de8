import { addDays, startOfDay } from '#libs/kernel/period';

/** Days that are told where nobody says how many. */
export const usualDays = 30;
/** A leap year. */
export const mostDays = 366;

/** Days in UTC, the last one with them. */
export interface FigureSpan {
  /** Begin of the first day. */
  first: Date;
  /** Begin of the last day. */
  last: Date;
  days: number;
}

/** Domain: access-and-events P4 */
export function figureSpanOf(
  { days = usualDays, endDate }: { days?: number; endDate?: Date },
  now: Date,
): FigureSpan {
  const last = startOfDay(endDate ?? now);
  return { first: addDays(last, 1 - days), last, days };
}

/** The begin of each. */
export const daysOf = ({ first, days }: FigureSpan): Date[] =>
  Array.from({ length: days }, (_, day) => addDays(first, day));
