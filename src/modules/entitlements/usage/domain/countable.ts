import { DomainError } from '#libs/kernel/errors/domain-error';
import type { FeatureInForce } from '#modules/entitlements/entitlements';

type Granted = NonNullable<FeatureInForce['entitlement']>;

/** By what a report is counted: where, in which windows, up to which limit. */
export interface CountedBy extends Pick<Granted, 'scope' | 'anchor' | 'budget' | 'rated'> {
  grant: Pick<Granted['grant'], 'reset' | 'hasUnlimitedUsage' | 'hasSoftLimit' | 'usageLimit'>;
}

/** What is known of whom and what a report is about. */
export interface ReportedAnswer extends Omit<FeatureInForce, 'entitlement'> {
  entitlement: CountedBy | undefined;
}

/** What a report needs of an answer: a feature that the customer has and that calculated usage can be counted on. */
export interface CountableAnswer {
  customerUid: string;
  /** Of the resource that it names, where that is known. */
  resourceUid: string | null;
  feature: NonNullable<FeatureInForce['feature']>;
  entitlement: CountedBy;
}

/** Who only pays for a feature by contract: at the level of the customer, in one window, as much as is used. Domain: entitlements-usage A7 */
export const byContract: CountedBy = {
  scope: '',
  anchor: new Date(0),
  grant: {
    reset: { period: null, accordingTo: null },
    hasUnlimitedUsage: true,
    hasSoftLimit: false,
    usageLimit: null,
  },
};

/**
 * Only for who has the feature or pays for it by contract; a limit is another question. Domain: entitlements-usage A7
 * @throws CustomerNotFound, EntityIsArchivedError, FeatureNotFound, UnsupportedFeatureType,
 *   CannotReportUsageForEntitlementWithMeterError, NoFeatureEntitlementInSubscription
 */
export function requireCountable(
  answer: ReportedAnswer,
  { customerId, featureId }: { customerId: string; featureId: string },
): CountableAnswer {
  const { customerUid, isArchived, resourceUid, feature, entitlement } = answer;
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
  if (feature.meter) {
    throw new DomainError(
      'CannotReportUsageForEntitlementWithMeterError',
      `feature ${featureId} has a meter, which raw events feed; remove the meter to report calculated usage`,
    );
  }
  if (!entitlement) {
    const message = `customer ${customerId} is not entitled to feature ${featureId}`;
    throw new DomainError('NoFeatureEntitlementInSubscription', message);
  }
  return { customerUid, resourceUid, feature, entitlement };
}
