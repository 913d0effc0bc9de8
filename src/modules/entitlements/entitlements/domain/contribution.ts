import type { FeatureType } from '#modules/catalog/features';
import type { EntitlementValue } from '#modules/catalog/package-entitlements';
import type { ResetAnchor, ResetPeriod } from '#modules/entitlements/metering';

/** A FEATURE entitlement as it is written down on a package version or, as an override, on a subscription. */
export interface FeatureRecord extends EntitlementValue {
  /** An untrusted string: a key of Maps only. */
  featureKey: string;
  featureType: FeatureType;
  isGranted: boolean;
  resetPeriod: ResetPeriod | null;
  resetAnchor: ResetAnchor | null;
}

export interface PackageFeature extends FeatureRecord {
  /** A variable entitlement: its value is filled in per subscription. */
  isCustom: boolean;
  behavior: 'Increment' | 'Override';
}

/** One pinned package version. */
export interface PackageContribution {
  features: readonly PackageFeature[];
}

/** An addon of the subscription. */
export interface AddonContribution extends PackageContribution {
  quantity: number;
  joinedAt: Date;
  /** Lower first; equal ones by `joinedAt`, then as listed. */
  order: number;
}

/** One feature of one addon. */
export interface AddonFeature extends PackageFeature {
  quantity: number;
  joinedAt: Date;
}

/** A BOOLEAN says all by being there. */
export function hasValue(record: FeatureRecord): boolean {
  if (record.featureType === 'NUMBER') return record.hasUnlimitedUsage || record.usageLimit !== null;
  return record.featureType === 'BOOLEAN' || record.enumValues !== null;
}

/** Domain: entitlements-usage G6. Choice: a variable BOOLEAN has no value to fill in, so it waits for an override. */
export const isFilled = (record: PackageFeature): boolean =>
  hasValue(record) && !(record.isCustom && record.featureType === 'BOOLEAN');
