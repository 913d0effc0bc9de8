import { soldUnits } from '#libs/business/values/unit-transformation';
import type { Spending, UsageLimit, UsagePayment, WatchedLimit } from '#modules/entitlements/metering';
import { rateInForce } from '#modules/entitlements/entitlements';
import type { CountableAnswer, CountedBy } from './countable';

/** Whose usage is told of, and who told it. */
interface Told {
  customerId: string;
  featureId: string;
  resourceId?: string | null;
  /** Key or user. */
  reporter?: string;
}

type Limited = Pick<CountableAnswer, 'entitlement' | 'feature'>;

/** What a soft limit is too: it refuses nobody, and is told of all the same. Domain: entitlements-usage Q5, Q6, N1 */
export function limitOf({ entitlement, feature }: Limited): UsageLimit | null {
  const { hasUnlimitedUsage, usageLimit } = entitlement.grant;
  if (hasUnlimitedUsage) return null;
  return { most: usageLimit ?? 0, sold: (usage) => soldUnits(usage, feature.unitTransformation) };
}

export const watchedBy = (
  limit: UsageLimit,
  { customerId, featureId, resourceId = null, reporter = 'system' }: Told,
  { entitlement, feature }: Limited,
): WatchedLimit => ({
  limit,
  thresholds: feature.usageThresholds ?? none,
  customerId,
  featureId,
  resourceId: entitlement.scope === '' ? null : resourceId,
  reporter,
});

/** Undefined where the usage costs nothing, or as much as it likes. Domain: customers-subscriptions O3 */
export const spendingOf = (
  { budget }: CountedBy,
  isEnforced: boolean,
  reporter = 'system',
): Spending | undefined => budget && { budget, isEnforced, reporter };

/** Undefined where no credits are taken for it. @param at when it was used. Domain: credits N1, F1, F6 */
export function paymentOf(
  { entitlement: { rated }, feature, resourceUid }: CountableAnswer,
  { customerId, featureId, resourceId, enforceLimit }: Told & { enforceLimit?: boolean },
  at: Date,
  reporter = 'system',
): UsagePayment | undefined {
  const rate = rated && rateInForce(rated, at);
  if (!rate) return undefined;
  const resource = resourceId && resourceUid ? { uid: resourceUid, id: resourceId } : null;
  const { unitTransformation } = feature;
  const isEnforced = enforceLimit === true;
  return { rate, customerId, featureId, resource, unitTransformation, isEnforced, reporter };
}

const none: readonly number[] = [];
