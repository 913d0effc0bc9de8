import { DomainError } from '#libs/kernel/errors/domain-error';
import type { OverageBillingPeriod } from '#modules/catalog/charges';
import {
  type DefaultTrial,
  type OfferedGroup,
  type Package,
  nameOf,
  type PackageKind,
  type PackageReference,
  type PricingType,
  type PackageVersion,
} from '#modules/catalog/package-versions';

/** A published version of a plan or an addon, as subscriptions pin it. */
export interface PublishedPackage {
  packageUid: string;
  id: string;
  kind: PackageKind;
  versionUid: string;
  versionNumber: number;
  productUid: string;
  productId: string;
  displayName: string;
  pricingType: PricingType;
  parentPlanUid: string | null;
  compatibleAddons: readonly PackageReference[];
  packageGroups: readonly OfferedGroup[];
  dependencies: readonly PackageReference[];
  /** Null is unlimited. */
  maxQuantity: number | null;
  defaultTrialConfig: DefaultTrial | null;
  overageBillingPeriod: OverageBillingPeriod;
}

export function publishedPackage(stored: Package, version: PackageVersion): PublishedPackage {
  const { uid: packageUid, id, kind, productUid, productId, displayName } = stored;
  const { uid: versionUid, versionNumber, parentPlanUid, maxQuantity, defaultTrialConfig } = version;
  // Publishing needs a type, so a published version has one (catalog L8).
  const pricingType = version.pricingType as PricingType;
  const lists = {
    compatibleAddons: version.compatibleAddons ?? [],
    packageGroups: version.packageGroups ?? [],
    dependencies: version.dependencies ?? [],
  };
  const identity = { packageUid, id, kind, productUid, productId, displayName };
  // Choice: overage that nobody spoke of is billed with everything else.
  const overageBillingPeriod = version.overageBillingPeriod ?? 'ON_SUBSCRIPTION_RENEWAL';
  const terms = { pricingType, parentPlanUid, maxQuantity, defaultTrialConfig, overageBillingPeriod };
  return { ...identity, versionUid, versionNumber, ...terms, ...lists };
}

/** What a subscription may start on. @throws UnPublishedPackage, EntityIsArchivedError */
export function requireSubscribable(stored: Package, latest: PackageVersion | undefined): PublishedPackage {
  const name = nameOf(stored.kind, stored.id);
  if (!latest)
    throw new DomainError('UnPublishedPackage', `${name} has no published version; publish it first`);
  if (latest.status === 'ARCHIVED') throw new DomainError('EntityIsArchivedError', `${name} is archived`);
  return publishedPackage(stored, latest);
}
