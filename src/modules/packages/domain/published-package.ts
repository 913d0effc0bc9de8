import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Package } from './package';
import { nameOf, type PackageKind, type PackageReference, type PricingType } from './package-kind';
import type { PackageVersion } from './package-version';

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
  dependencies: readonly PackageReference[];
  /** Null is unlimited. */
  maxQuantity: number | null;
}

export function publishedPackage(stored: Package, version: PackageVersion): PublishedPackage {
  const { uid: packageUid, id, kind, productUid, productId, displayName } = stored;
  const { uid: versionUid, versionNumber, parentPlanUid, maxQuantity } = version;
  // Publishing needs a type, so a published version has one (L8).
  const pricingType = version.pricingType as PricingType;
  const { compatibleAddons, dependencies } = version;
  const lists = { compatibleAddons: compatibleAddons ?? [], dependencies: dependencies ?? [] };
  const identity = { packageUid, id, kind, productUid, productId, displayName };
  return { ...identity, versionUid, versionNumber, pricingType, parentPlanUid, maxQuantity, ...lists };
}

/** What a subscription may start on. @throws UnPublishedPackage, EntityIsArchivedError */
export function requireSubscribable(stored: Package, latest: PackageVersion | undefined): PublishedPackage {
  const name = nameOf(stored.kind, stored.id);
  if (!latest)
    throw new DomainError('UnPublishedPackage', `${name} has no published version; publish it first`);
  if (latest.status === 'ARCHIVED') throw new DomainError('EntityIsArchivedError', `${name} is archived`);
  return publishedPackage(stored, latest);
}
