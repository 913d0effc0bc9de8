import { latest } from '#libs/kernel/period';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { EntitlementName } from '#modules/catalog/package-entitlements';
import type { Package, PackageVersion } from '#modules/catalog/package-versions';

/** A package at one of its versions, as it is told. */
export interface PackageAtVersion {
  package: Package;
  version: PackageVersion;
  /** Its own, not the inherited ones, in display order. */
  entitlements: readonly EntitlementName[];
}

/** A change of either shows in the view. */
export const changedAt = ({ package: stored, version }: PackageAtVersion): Date =>
  latest(stored.updatedAt, version.updatedAt);

/** What a write made of it; nothing before what is new, and nothing after what is gone. */
export type PackageChange =
  | { before: PackageAtVersion | null; after: PackageAtVersion }
  | { before: PackageAtVersion; after: null };

/** As it is now, whatever is done to it afterwards. */
export const stateOf = (told: PackageAtVersion): PackageAtVersion => ({
  ...told,
  package: copyOf(told.package),
  version: copyOf(told.version),
});

/** The package that was written. */
export const subjectOf = (change: PackageChange): PackageAtVersion =>
  change.after === null ? change.before : change.after;
