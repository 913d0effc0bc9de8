import { latest } from '#libs/kernel/period';
import type { EntitlementName } from './entitlement-rules';
import type { Package } from './package';
import type { PackageVersion } from './package-version';

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
