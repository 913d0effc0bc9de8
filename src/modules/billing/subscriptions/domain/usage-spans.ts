import { earliest, latest } from '#libs/kernel/period';
import type { Charge } from '#libs/business/pricing/charge';
import type { ResolvedFeature } from '#modules/entitlements/entitlements';
import type { UsageSpan } from './usage-terms';

/** A part of a billing period, and what its usage is counted by. */
interface Counting {
  from: Date;
  until: Date;
  /** Of the billing period that holds it. */
  periodStart: Date;
  /** Nothing that was used before counts. */
  origin: Date;
}

/** Half-open; an end of null never comes. */
interface Window {
  start: Date;
  end: Date | null;
}

/** How much of a feature costs nothing. */
export interface Allowance<Granted = ResolvedFeature> {
  /** Sold units. */
  included: number;
  /** In each window of the entitlement, or in each billing period where they were bought. Domain: catalog R5 */
  windows: Granted | null;
}

/**
 * What is included costs nothing in each window of its entitlement, so usage above it is counted window by window; all else is counted from the
 * beginning of the billing period. Domain: catalog R3, R5; entitlements-usage W10
 * @param windowAt of the entitlement; null where the billing period is what counts
 */
export function spansOf(
  { from, until, periodStart, origin }: Counting,
  windowAt: ((at: Date) => Window) | null,
): UsageSpan[] {
  if (!windowAt) return [span(from, until, latest(periodStart, origin))];
  const spans: UsageSpan[] = [];
  for (let at = from; at < until;) {
    const { start, end } = windowAt(at);
    const ends = end ? earliest(end, until) : until;
    spans.push(span(at, ends, start));
    at = ends;
  }
  return spans;
}

/** Usage above a limit has what the entitlement gives, above a commitment what was bought. Null where nothing limits it. Domain: catalog R5, R6 */
export function allowanceOf<Granted extends Pick<ResolvedFeature, 'usageLimit' | 'hasUnlimitedUsage'>>(
  { isOverage, featureId }: Charge,
  bought: ReadonlyMap<string, number>,
  entitled: Granted | undefined,
): Allowance<Granted> | null {
  if (!isOverage) return { included: 0, windows: null };
  const committed = featureId === null ? undefined : bought.get(featureId);
  if (committed !== undefined) return { included: committed, windows: null };
  if (!entitled || entitled.hasUnlimitedUsage || entitled.usageLimit === null) return null;
  return { included: entitled.usageLimit, windows: entitled };
}

const span = (from: Date, until: Date, origin: Date): UsageSpan => ({
  from: from.toISOString(),
  until: until.toISOString(),
  origin: origin.toISOString(),
});
