import type { UsageWindow } from './usage-window';
import { exceeded, type WatchedLimit } from './watched-limit';

/** A threshold of a limit, or the limit itself, that usage has reached. */
interface Reached {
  watched: WatchedLimit;
  /** In reported units. */
  usage: number;
  /** Null of a level. */
  window: UsageWindow | null;
  level: number;
  /** The place of the write in the order of changes. */
  version: number;
}

/** Domain: access-and-events W10 */
export function exceededEvent({ watched, usage, window, level, version }: Reached) {
  const { limit, customerId, featureId, resourceId, reporter } = watched;
  const end = window?.end ?? null;
  return {
    type: 'entitlement.usage_exceeded',
    entityType: 'CUSTOMER',
    entityId: customerId,
    actor: reporter,
    version,
    payload: {
      customerId,
      resourceId,
      ref: { type: 'FEATURE', id: featureId },
      currentUsage: limit.sold(usage),
      usageLimit: limit.most,
      usagePeriodStart: end && window ? window.start : null,
      usagePeriodEnd: end,
      usageVersion: version,
      threshold: level === exceeded ? null : level,
    },
  };
}
