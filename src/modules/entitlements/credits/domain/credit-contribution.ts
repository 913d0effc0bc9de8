import type { CreditCadence } from '#modules/catalog/package-entitlements';

/** A CREDIT entitlement as it is written down on a package version. Domain: catalog E11 */
export interface PackageCredit {
  currencyUid: string;
  currencyId: string;
  isGranted: boolean;
  behavior: 'Increment' | 'Override';
  /** Null is filled in per subscription. */
  amount: string | null;
  /** Null like the amount. */
  cadence: CreditCadence | null;
  hasSoftLimit: boolean;
  /** The amount is for each unit of this feature's limit. */
  dependencyFeatureUid: string | null;
  dependencyFeatureId: string | null;
}

/** One pinned package version: one entitlement a currency (catalog E4). */
export interface PackageCredits {
  credits: readonly PackageCredit[];
}

/** An addon of the subscription, which has it once. */
export interface AddonCredits extends PackageCredits {
  addonUid: string;
  quantity: number;
}

/** A value of the subscription itself, one a currency. Domain: customers-subscriptions O4 */
export interface OwnCredits {
  currencyUid: string;
  currencyId: string;
  amount: string;
  cadence: CreditCadence;
}
