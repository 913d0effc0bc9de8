import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { StoredFeature } from '#modules/catalog/features';
import type { CreditCadence, EntitlementValue } from '#modules/catalog/package-entitlements';
import type { ResetAnchor, ResetPeriod } from '#modules/entitlements/metering';

/** A value of one subscription in the place of what its plan says. It lies in JSON. Domain: customers-subscriptions O4 */
export type EntitlementOverride = FeatureOverride | CreditOverride;

export interface FeatureOverride extends Omit<EntitlementValue, 'enumValues'> {
  featureUid: string;
  featureId: string;
  resetPeriod: ResetPeriod | null;
  accordingTo: ResetAnchor | null;
}

/** Credits of each month or year. */
export interface CreditOverride {
  currencyUid: string;
  currencyId: string;
  /** An exact decimal of scale 9. Domain: credits Y4 */
  amount: string;
  cadence: CreditCadence;
}

export const isOfFeature = (override: EntitlementOverride): override is FeatureOverride =>
  'featureUid' in override;

/**
 * Domain: catalog E6, as far as a subscription can say it
 * @throws BadUserInput, InvalidEntitlementResetPeriod, EntitlementUsageOutOfRangeError
 */
export function requireFitting(override: FeatureOverride, feature: StoredFeature, at: string): void {
  const { usageLimit, hasUnlimitedUsage, hasSoftLimit, resetPeriod } = override;
  if (usageLimit !== null && usageLimit > Number.MAX_SAFE_INTEGER) {
    throw new DomainError('EntitlementUsageOutOfRangeError', `${at}.usageLimit must be at most 2^53-1`);
  }
  if (usageLimit !== null && hasUnlimitedUsage)
    throw badInput(`${at}: usageLimit and hasUnlimitedUsage exclude each other`);
  if (resetPeriod !== null && feature.meterType !== 'INCREMENTAL') {
    throw new DomainError(
      'InvalidEntitlementResetPeriod',
      `${at}.resetPeriod: ${feature.id} has no usage to reset`,
    );
  }
  if (feature.featureType === 'NUMBER') {
    if (usageLimit === null && !hasUnlimitedUsage)
      throw badInput(`${at} needs usageLimit or hasUnlimitedUsage`);
    if (hasSoftLimit && feature.meterType === 'None')
      throw badInput(`${at}.hasSoftLimit: ${feature.id} is not metered`);
    return;
  }
  if (usageLimit !== null || hasUnlimitedUsage || hasSoftLimit) {
    throw badInput(`${at}: a ${feature.featureType} feature takes no limit`);
  }
}
