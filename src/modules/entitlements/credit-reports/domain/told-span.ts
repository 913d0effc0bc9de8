import { badInput } from '#libs/kernel/errors/domain-error';
import { addMs, addMonths, startOfMonth } from '#libs/kernel/period';
import { daily, hourly, mostPoints, stepOf } from '#modules/entitlements/usage';

/** Spec: timeRange of getCreditUsage */
export const timeRanges = ['LAST_DAY', 'LAST_WEEK', 'LAST_MONTH', 'LAST_YEAR'] as const;
export type TimeRange = (typeof timeRanges)[number];

export interface AskedSpan {
  startDate?: Date;
  endDate?: Date;
}

/** What a report is about: half-open, so what happens at the very instant of now lies before its end. */
export interface ToldSpan {
  /** Null: from the first entry on. */
  from: Date | null;
  until: Date;
}

/** A span that is told in buckets. */
export interface BucketedSpan extends ToldSpan {
  from: Date;
  /** Begins of the buckets, aligned to UTC, ascending. The first one may lie before the span, of which alone is told. */
  starts: Date[];
}

interface Bucket {
  startOf: (at: Date) => Date;
  next: (start: Date) => Date;
}

const everyMs = ({ ms, startOf }: typeof hourly): Bucket => ({
  startOf,
  next: (start) => addMs(start, ms),
});
const monthly: Bucket = { startOf: startOfMonth, next: (start) => addMonths(start, 1) };
const dayOf = everyMs(daily);

/** How far each reaches back from now, and by what it is told. Domain: credits V1 */
const reaches: Readonly<Record<TimeRange, { back: (now: Date) => Date; bucket: Bucket }>> = {
  LAST_DAY: { back: (now) => addMs(now, -daily.ms), bucket: everyMs(hourly) },
  LAST_WEEK: { back: (now) => addMs(now, -7 * daily.ms), bucket: dayOf },
  LAST_MONTH: { back: (now) => addMonths(now, -1), bucket: dayOf },
  LAST_YEAR: { back: (now) => addMonths(now, -12), bucket: monthly },
};

/** What has not come yet is not told. @throws BadUserInput for a span without length, and one that has not begun */
export function spanOf({ startDate, endDate }: AskedSpan, now: Date): ToldSpan {
  if (startDate && startDate >= now) throw badInput('startDate must lie in the past');
  if (startDate && endDate && endDate <= startDate) throw badInput('endDate must lie after startDate');
  return { from: startDate ?? null, until: endDate && endDate <= now ? endDate : addMs(now, 1) };
}

/**
 * The last month unless another span is asked for.
 * @throws BadUserInput for a time range beside dates, an end without a begin, a span without length, one that has not begun, and one of too many
 *   points. Domain: credits V1
 */
export function bucketedSpan(
  { timeRange, ...asked }: AskedSpan & { timeRange?: TimeRange },
  now: Date,
): BucketedSpan {
  const { startDate, endDate } = asked;
  if (!startDate && !endDate) {
    const { back, bucket } = reaches[timeRange ?? 'LAST_MONTH'];
    return withBuckets(back(now), addMs(now, 1), bucket);
  }
  if (timeRange) throw badInput('timeRange: send it or startDate and endDate, not both');
  if (!startDate) throw badInput('startDate: endDate needs one; or send a timeRange');
  const { until } = spanOf(asked, now);
  const step = stepOf((endDate ?? now).getTime() - startDate.getTime());
  if (until.getTime() - startDate.getTime() > (mostPoints - 1) * step.ms)
    throw badInput(
      `startDate: a series has at most ${mostPoints} points, here one a week; ask for a shorter range`,
    );
  return withBuckets(startDate, until, everyMs(step));
}

function withBuckets(from: Date, until: Date, { startOf, next }: Bucket): BucketedSpan {
  const starts: Date[] = [];
  for (let start = startOf(from); start < until; start = next(start)) starts.push(start);
  return { from, until, starts };
}
