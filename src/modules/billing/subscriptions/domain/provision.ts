import type { HeldCoupon } from '#libs/business/values/held-coupon';
import type { Metadata, MetadataPatch } from '#libs/kernel/metadata';
import type { PricingType } from '#modules/catalog/package-versions';
import type { PublishedPackage } from '#modules/catalog/packages';
import type { UsageResetCutoff } from '#modules/catalog/products';
import { endDecided, noEnd } from './decided-end';
import type { HeldBudget } from './budget';
import type { EntitlementOverride } from './entitlement-override';
import type { Billing } from './billing';
import { heldAtBegin, type HeldCoupons } from './held-coupons';
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
  /** Null where it is collected elsewhere, or nothing is. Domain: customers-subscriptions V9 */
  billing: Billing | null;
  overrides: EntitlementOverride[];
  billingId: string | null;
  salesforceId: string | null;
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
  /** The end that time brings; one that is over by now ends it before it begins. Domain: customers-subscriptions X8 */
  endDate: Date | null;
  trial: ToldTrial | null;
  /** Until when it waits for its first payment; null where it begins as it is made. Domain: customers-subscriptions V9 */
  pendingUntil: Date | null;
  /** That the request gives, and those of the one whose place it takes. Domain: customers-subscriptions N2 */
  coupon: HeldCoupon | undefined;
  formerCoupons: HeldCoupons;
}

/** With which it waits for its start; that begins what it holds a place for. Domain: customers-subscriptions V1, V6 */
export const firstState = (
  given: Identity,
  { terms, startDate, trial, cancellationDate, endDate, pendingUntil, coupon, formerCoupons }: Provision,
  now: Date,
) => ({
  ...given,
  ...{ purchase: terms.purchase, billingCycleAnchor: terms.billingCycleAnchor },
  ...{ startDate, usageAnchor: startDate },
  trialEndsAt: trial?.endsAt ?? null,
  trialEndBehavior: trial?.behavior ?? null,
  endsSoonAt: trial?.endsSoonAt ?? null,
  ...(cancellationDate ? endDecided(noEnd, cancellationDate, 'DEFAULT', now) : noEnd),
  ...(endDate && endDate <= now ? expiredAt(endDate) : { endDate, canceledAt: null, cancelReason: null }),
  ...{ slot: null, pendingUntil },
  ...{ dueAt: null, billedUntil: null, updates: null, contractUid: null, contractId: null },
  coupons: heldAtBegin(formerCoupons, coupon, now),
});

/** Ended by time. Domain: customers-subscriptions S5 */
export const expiredAt = (endDate: Date) =>
  ({ endDate, canceledAt: endDate, cancelReason: 'EXPIRED' }) as const;

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
  /** Null: it is collected elsewhere from now on. */
  billing?: Billing | null | undefined;
  billingId?: string | null | undefined;
  /** Null takes it away. */
  salesforceId?: string | null | undefined;
  /** Null takes it away. Domain: customers-subscriptions D2 (always at once) */
  budget?: HeldBudget | null | undefined;
  metadata?: MetadataPatch | undefined;
  /** Of one that is in trial, or will be. */
  trial?: ToldTrial | undefined;
  /** The end that is decided with it; null takes back the one that was. Domain: customers-subscriptions X4 */
  cancellationDate?: Date | null | undefined;
  /** The end that time brings; null takes it away. Domain: customers-subscriptions X8 */
  endDate?: Date | null | undefined;
  /** Domain: customers-subscriptions D3, D5 */
  updates?: UpdateRequest | undefined;
  /** Domain: customers-subscriptions N2 */
  coupon?: HeldCoupon | undefined;
  /** Key of the payment with which it is made, where one was asked for. Domain: customers-subscriptions D8 */
  paidBy?: string | undefined;
}
