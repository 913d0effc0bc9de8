import { Decimal } from '#libs/kernel/decimal';
import type { UsageLimit } from './usage-limit';

/** A limit, soft or hard, whose crossing is told. Domain: entitlements-usage N1 */
export interface WatchedLimit {
  limit: UsageLimit;
  /** Per cent of the limit, ascending, each 1 to 100. */
  thresholds: readonly number[];
  /** What the event says of the counter: public ids, and the resource only where usage is counted on it. */
  customerId: string;
  featureId: string;
  resourceId: string | null;
  /** Key or user that reports: those of a group are several. */
  reporter: string;
}

/** Above every threshold: more was used than the limit allows. */
export const exceeded = 101;

const none: readonly number[] = [];

/**
 * Thresholds above `told` that usage has reached, in their order, and `exceeded` last. Of a limit of 0 there are no shares: it can only be
 * exceeded. Domain: entitlements-usage N1
 * @param usage in reported units
 */
export function reachedAbove(
  { limit, thresholds }: WatchedLimit,
  told: number,
  usage: number,
): readonly number[] {
  if (told >= exceeded) return none;
  const sold = limit.sold(usage);
  const isOver = sold > limit.most;
  // Nearly every report ends here.
  if (!isOver && (thresholds[0] === undefined || !isShare(sold, thresholds[0], limit.most))) return none;
  const reached = thresholds.filter((each) => each > told && isShare(sold, each, limit.most));
  return isOver ? [...reached, exceeded] : reached;
}

/** The same of a level, which nothing resets: all that it was below before. Domain: entitlements-usage N1, A8 */
export function reachedBetween(watched: WatchedLimit, before: number, after: number): readonly number[] {
  const reached = reachedAbove(watched, 0, after);
  return reached.length === 0 ? none : reached.slice(reachedAbove(watched, 0, before).length);
}

/** By whole numbers where they are exact. */
function isShare(sold: number, threshold: number, most: number): boolean {
  if (most <= 0) return false;
  const [a, b] = [sold * 100, threshold * most];
  if (Math.max(a, b) <= Number.MAX_SAFE_INTEGER) return a >= b;
  return new Decimal(sold).times(100).gte(new Decimal(most).times(threshold));
}
