import { DomainError } from '#libs/kernel/errors/domain-error';
import type { FeatureInForce } from '#modules/entitlements/entitlements';

export interface AskedHistory {
  customerId: string;
  featureId: string;
  resourceId: string | null;
}

/** Whose usage is told. */
export interface HistorySubject {
  customerUid: string;
  feature: NonNullable<FeatureInForce['feature']>;
  /** Where it is counted: where the source in force lives, else what was asked for. Domain: entitlements-usage G1, A19 */
  scope: string;
}

/** Also of an archived customer. @throws CustomerNotFound, CustomerResourceNotFound, FeatureNotFound, UnsupportedFeatureType */
export function requireCounted(
  { customerUid, resourceUid, feature, entitlement }: FeatureInForce,
  { customerId, featureId, resourceId }: AskedHistory,
): HistorySubject {
  if (customerUid === null) throw new DomainError('CustomerNotFound', `customer ${customerId} was not found`);
  // Domain: customers-subscriptions U10
  if (resourceId !== null && resourceUid === null)
    throw new DomainError('CustomerResourceNotFound', `resource ${resourceId} was not found`);
  if (!feature) throw new DomainError('FeatureNotFound', `feature ${featureId} was not found`);
  if (feature.meterType === 'None')
    throw new DomainError(
      'UnsupportedFeatureType',
      `feature ${featureId} is not metered, so it has no usage`,
    );
  return { customerUid, feature, scope: entitlement?.scope ?? resourceUid ?? '' };
}
