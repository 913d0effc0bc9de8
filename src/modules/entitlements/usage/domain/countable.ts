import { DomainError } from '#libs/kernel/errors/domain-error';
import type { FeatureInForce } from '#modules/entitlements/entitlements';

/** What a report needs of an answer: a feature that the customer has and that calculated usage can be counted on. */
export interface CountableAnswer {
  customerUid: string;
  feature: NonNullable<FeatureInForce['feature']>;
  entitlement: NonNullable<FeatureInForce['entitlement']>;
}

/**
 * Only for who has the feature; a limit is another question. Domain: entitlements-usage A7
 * @throws CustomerNotFound, EntityIsArchivedError, FeatureNotFound, UnsupportedFeatureType,
 *   CannotReportUsageForEntitlementWithMeterError, NoFeatureEntitlementInSubscription
 */
export function requireCountable(
  answer: FeatureInForce,
  { customerId, featureId }: { customerId: string; featureId: string },
): CountableAnswer {
  const { customerUid, isArchived, feature, entitlement } = answer;
  if (customerUid === null) {
    throw new DomainError('CustomerNotFound', `customer ${customerId} was not found`);
  }
  if (isArchived) throw new DomainError('EntityIsArchivedError', `customer ${customerId} is archived`);
  if (!feature) throw new DomainError('FeatureNotFound', `feature ${featureId} was not found`);
  if (feature.meterType === 'None') {
    throw new DomainError(
      'UnsupportedFeatureType',
      `feature ${featureId} is not metered, so it takes no usage`,
    );
  }
  if (feature.hasMeter) {
    throw new DomainError(
      'CannotReportUsageForEntitlementWithMeterError',
      `feature ${featureId} has a meter, which raw events feed; remove the meter to report calculated usage`,
    );
  }
  if (!entitlement) {
    const message = `customer ${customerId} is not entitled to feature ${featureId}`;
    throw new DomainError('NoFeatureEntitlementInSubscription', message);
  }
  return { customerUid, feature, entitlement };
}
