import { addMs, dayMs, earliest, latest, startOfDay } from '#libs/kernel/period';
import type { UsageWindow } from '#modules/entitlements/metering';

/** A span of at most one day, half-open. */
export interface DayBucket {
  starts: Date;
  ends: Date;
}

/**
 * The part of the day that lies in the window: a window is the sum of whole buckets, and so is any stretch of whole days. What another
 * rule cuts differently is summed from the events of that part. ADR-0063
 * @param window holds `at`
 */
export function bucketOf(at: Date, { start, end }: UsageWindow): DayBucket {
  const day = startOfDay(at);
  const next = addMs(day, dayMs);
  return { starts: latest(day, start), ends: end === null ? next : earliest(next, end) };
}
