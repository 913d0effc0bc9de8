import type { PackageFeature } from '#modules/entitlements/entitlements';
import type { StoredCharge } from '#modules/catalog/charges';
import type { StoredFeature } from '#modules/catalog/features';
import type { VersionFacts } from '#modules/catalog/package-structure';

/** A feature by the uid that `contents` name it by. */
export type OutlookFeature = Pick<
  StoredFeature,
  'uid' | 'id' | 'featureType' | 'meterType' | 'unitTransformation'
>;

/**
 * What running subscriptions would be moved to by publications that are tried out and undone: all that is needed to tell what
 * they would grant, and nothing that is stored elsewhere for good. It can be kept as JSON.
 */
export interface MigrationOutlook {
  /** In the order of their publication. */
  targets: VersionFacts[];
  /** Of the plans that the targets inherit from, at the versions that would be the latest. */
  ancestors: VersionFacts[];
  /** Of targets and ancestors, by version. */
  contents: Record<string, PackageFeature[]>;
  /** Price rows, by version. */
  charges: Record<string, StoredCharge[]>;
  /** Those of the contents. */
  features: OutlookFeature[];
}

/** The last customer of a range, in the order of their uids. */
export interface CustomerBound {
  uid: string;
  id: string;
}

/** Customers after the one and up to the other. */
export interface CustomerRange {
  after: string | null;
  upTo: string;
}
