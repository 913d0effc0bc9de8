import type { PackageKind, PricingType } from '#modules/catalog/package-versions';

/** A version that was published, however old, as far as it decides where a subscription goes that pins it. */
export interface VersionFacts {
  packageUid: string;
  /** Public id of the package. */
  id: string;
  kind: PackageKind;
  versionUid: string;
  versionNumber: number;
  pricingType: PricingType;
  parentPlanUid: string | null;
}
