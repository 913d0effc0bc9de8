import type { FeatureType, MeterType } from '#modules/catalog/features';
import type { EffectiveEntitlement } from './effective-entitlement';
import type { FeatureGrant } from './feature-grant';

/** Spec: AccessDeniedReason, in the order in which they are looked for (entitlements-usage Q2). */
export type AccessDeniedReason =
  | 'CustomerNotFound'
  | 'CustomerIsArchived'
  | 'CustomerResourceNotFound'
  | 'FeatureNotFound'
  | 'EntitlementNotFound'
  | 'NoActiveSubscription'
  | 'NoFeatureEntitlementInSubscription'
  | 'Revoked'
  | 'FeatureTypeMismatch'
  | 'BudgetExceeded'
  | 'InsufficientCredits'
  | 'RequestedUsageExceedingLimit'
  | 'RequestedValuesMismatch'
  | 'Unknown';

export interface CheckRequest {
  /** Reported units, not negative. */
  requestedUsage?: number;
  /** An empty list asks for nothing, as an omitted one. */
  requestedValues?: readonly string[];
}

/** All that a check of a feature knows when it decides. */
export interface CheckFacts {
  customer: 'missing' | 'archived' | 'present';
  /** `none`: the check names no resource. */
  resource: 'none' | 'missing' | 'present';
  feature: { featureType: FeatureType; meterType: MeterType } | null;
  hasLiveSubscription: boolean;
  entitlement: EffectiveEntitlement;
  /** Sold units of the window if that many reported units came on top: unit transformation is done in here (catalog F6). */
  usageWith: (requestedUsage: number) => number;
  request: CheckRequest;
  /** What may be spent on it is spent, and no more is wanted. Domain: customers-subscriptions O3 */
  isBudgetSpent?: boolean;
  /** Its wallet does not pay for it. Domain: entitlements-usage Q8 */
  lacksCredits?: boolean;
}

export interface CheckDecision {
  isGranted: boolean;
  accessDeniedReason: AccessDeniedReason | null;
}

/**
 * May the customer use the feature? The first reason of entitlements-usage Q2 that holds denies.
 * A suspended feature stays granted to those who have it (entitlements-usage G7), so its status is no fact here.
 * Domain: entitlements-usage Q2–Q8.
 */
export function decideCheck(facts: CheckFacts): CheckDecision {
  const accessDeniedReason = firstRefusal(facts);
  return { isGranted: accessDeniedReason === null, accessDeniedReason };
}

function firstRefusal(facts: CheckFacts): AccessDeniedReason | null {
  const { customer, resource, feature, entitlement, request } = facts;
  if (customer === 'missing') return 'CustomerNotFound';
  if (customer === 'archived') return 'CustomerIsArchived';
  if (resource === 'missing') return 'CustomerResourceNotFound';
  if (feature === null) return 'FeatureNotFound';
  if (entitlement.status === 'absent') {
    // A promotion for the feature would not leave it absent, so the subscription alone decides.
    return facts.hasLiveSubscription ? 'NoFeatureEntitlementInSubscription' : 'NoActiveSubscription';
  }
  if (entitlement.status === 'revoked') return 'Revoked';
  if (!fitsFeatureType(request, feature.featureType)) return 'FeatureTypeMismatch';
  if (facts.isBudgetSpent) return 'BudgetExceeded';
  if (facts.lacksCredits) return 'InsufficientCredits';
  switch (feature.featureType) {
    case 'BOOLEAN':
      return null;
    case 'ENUM':
      return coversValues(entitlement.grant, request) ? null : 'RequestedValuesMismatch';
    case 'NUMBER': {
      const isWithin = feature.meterType === 'None' ? coversNumber : coversUsage;
      return isWithin(entitlement.grant, facts) ? null : 'RequestedUsageExceedingLimit';
    }
  }
}

/** Domain: entitlements-usage Q3. */
function fitsFeatureType({ requestedUsage, requestedValues = [] }: CheckRequest, type: FeatureType): boolean {
  return (
    (requestedUsage === undefined || type === 'NUMBER') && (requestedValues.length === 0 || type === 'ENUM')
  );
}

/** Domain: entitlements-usage Q7. */
function coversValues({ enumValues }: FeatureGrant, { requestedValues = [] }: CheckRequest): boolean {
  const granted = new Set(enumValues);
  return granted.size > 0 && requestedValues.every((value) => granted.has(value));
}

/** A configuration number is compared with the request alone. Domain: entitlements-usage Q4. */
function coversNumber(grant: FeatureGrant, { request }: CheckFacts): boolean {
  return grant.hasUnlimitedUsage || (request.requestedUsage ?? 0) <= (grant.usageLimit ?? 0);
}

/** Domain: entitlements-usage Q5, Q6. Asking for 0 is a question at the limit; not asking needs room for more. */
function coversUsage(grant: FeatureGrant, { request: { requestedUsage }, usageWith }: CheckFacts): boolean {
  if (grant.hasUnlimitedUsage || grant.hasSoftLimit) return true;
  const limit = grant.usageLimit ?? 0;
  return requestedUsage === undefined ? usageWith(0) < limit : usageWith(requestedUsage) <= limit;
}
