import type { HeldCoupon } from '#libs/business/values/held-coupon';
import type { Metadata, MetadataPatch } from '#libs/kernel/metadata';
import type { PricingType } from '#modules/catalog/package-versions';
import type { PublishedPackage } from '#modules/catalog/packages';
import type { UsageResetCutoff } from '#modules/catalog/products';
import type { HeldBudget } from './budget';
import type { EntitlementOverride } from './entitlement-override';
import type { HeldCoupons } from './held-coupons';
import type { Payer } from './payer';
import type { Terms } from './terms';
import type { SubscriptionPackage } from './subscription-package';
import type { ChosenAddon } from './subscription-pins';
import type { ToldTrial } from './trial';
import type { ScheduleType, UpdateRequest } from './scheduled-update';

/** What a subscription is for, and what it says of itself. */
export interface Identity extends Payer {
  id: string;
  customerUid: string;
  customerId: string;
  resourceKey: string;
  resourceId: string | null;
  productUid: string;
  planUid: string;
  planId: string;
  pricingType: PricingType;
  overrides: EntitlementOverride[];
  billingId: string | null;
  budget: HeldBudget | null;
  metadata: Metadata;
}

/** What it holds, and what goes on in it of another one. */
export interface Provision {
  /** The plan with those that it inherits from, the root first. */
  chain: readonly PublishedPackage[];
  addons: readonly ChosenAddon[];
  terms: Terms;
  /** Of the product. */
  cutoff: UsageResetCutoff;
  /** From where the windows of the one that it follows are counted. */
  formerAnchor: Date | undefined;
  /** Of the one whose place it takes: an addon that goes on keeps the instant at which it joined. */
  formerAddons: readonly SubscriptionPackage[];
  /** To come, or gone by: then it counts from there. Domain: customers-subscriptions V6 */
  startDate: Date;
  /** The end that is decided with it. */
  cancellationDate: Date | null;
  trial: ToldTrial | null;
  /** That the request gives, and those of the one whose place it takes. Domain: customers-subscriptions N2 */
  coupon: HeldCoupon | undefined;
  formerCoupons: HeldCoupons;
}

/** To other versions of what it holds. */
export interface SubscriptionMove {
  packages: readonly SubscriptionPackage[];
  pricingType: PricingType;
  /** Changes of these kinds that wait are no more. Domain: customers-subscriptions D5 */
  superseded?: readonly ScheduleType[];
}

/** What a caller changes of it; what is left out stays. */
export interface SubscriptionPatch {
  addons?: readonly SubscriptionPackage[] | undefined;
  /** Where anything of what it is bought on changes. */
  terms?: Terms | undefined;
  overrides?: EntitlementOverride[] | undefined;
  billingId?: string | null | undefined;
  /** Null takes it away. Domain: customers-subscriptions D2 (always at once) */
  budget?: HeldBudget | null | undefined;
  metadata?: MetadataPatch | undefined;
  /** Of one that is in trial, or will be. */
  trial?: ToldTrial | undefined;
  /** The end that is decided with it; null takes back the one that was. Domain: customers-subscriptions X4 */
  cancellationDate?: Date | null | undefined;
  /** Domain: customers-subscriptions D3, D5 */
  updates?: UpdateRequest | undefined;
  /** Domain: customers-subscriptions N2 */
  coupon?: HeldCoupon | undefined;
}
