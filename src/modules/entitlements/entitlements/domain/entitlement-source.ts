import type { FeatureRate, UsageBudget } from '#modules/entitlements/metering';
import type { FeatureGrant } from './feature-grant';

/** One candidate for one feature of one customer: a subscription or a promotional entitlement. */
export interface EntitlementSource {
  sourceKind: 'SUBSCRIPTION' | 'PROMOTION';
  /** Unique within its kind. */
  sourceKey: string;
  /** Key of the resource whose counter the limit is held against; '' is the customer level (entitlements-usage G1). */
  scope: string;
  /** Half-open life `[from, until)`; an `until` of null never comes. */
  from: Date;
  until: Date | null;
  grant: FeatureGrant;
  /** From which the windows of the grant are counted (entitlements-usage W2). */
  anchor: Date;
  /** Against which usage of the feature is held; absent where it costs nothing, or as much as it likes. */
  budget?: UsageBudget;
  /** At which usage of the feature is and was paid in credits, the newest first; absent where it never was. */
  rates?: readonly RateSince[];
}

/** From an instant on; null: usage takes nothing. */
export interface RateSince {
  rate: FeatureRate | null;
  since: Date;
}

/** By numbers, for each question asks this of each source. */
export const isLive = ({ from, until }: EntitlementSource, at: Date): boolean =>
  from.getTime() <= at.getTime() && (until === null || at.getTime() < until.getTime());
