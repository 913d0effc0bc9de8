import type { DeclaredSource } from '#modules/entitlements/entitlements';
import type { PromotionalEntitlement } from './promotional-entitlement';

/** A promotion is of the customer, whichever of its resources is asked about. Domain: entitlements-usage G1 */
const customerLevel = '';

/** What it grants, from its start to its end: nobody need do anything when it ends. Domain: entitlements-usage G4, M6 */
export function grantedSource(promotion: PromotionalEntitlement): DeclaredSource {
  const { usageLimit, hasUnlimitedUsage, hasSoftLimit, enumValues, resetPeriod, accordingTo } = promotion;
  const grant = {
    isGranted: true,
    usageLimit,
    hasUnlimitedUsage,
    hasSoftLimit,
    enumValues,
    reset: { period: resetPeriod, accordingTo },
    anchor: promotion.startDate,
  };
  return {
    ...sourceOf(promotion),
    until: promotion.endDate,
    features: new Map([[promotion.featureUid, grant]]),
  };
}

/** It says nothing of the feature any more. Domain: entitlements-usage M3 */
export const revokedSource = (promotion: PromotionalEntitlement, now: Date): DeclaredSource => ({
  ...sourceOf(promotion),
  until: now,
  features: new Map(),
});

const sourceOf = ({ customerUid, customerId, uid, startDate }: PromotionalEntitlement) => ({
  sourceKind: 'PROMOTION' as const,
  sourceKey: uid,
  customerUid,
  customerId,
  resourceKey: customerLevel,
  resourceId: null,
  from: startDate,
});
