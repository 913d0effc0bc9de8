import type { CurrencyCode } from '#libs/business/values/currency';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Metadata } from '#libs/kernel/metadata';
import type { PricingType, TrialEndBehavior } from '#modules/catalog/package-versions';
import type { Billing, CollectionMethod } from './billing';
import type { HeldBudget } from './budget';
import { billingPeriodAt, cycleOf, type BillingPeriodRange } from './billing-cycle';
import type { CancellationAction, DecidedEnd } from './decided-end';
import type { EntitlementOverride } from './entitlement-override';
import type { HeldCoupons } from './held-coupons';
import type { Purchase } from './purchase';
import { isWaiting, toldUpdates, type ScheduledUpdate, type ScheduleType } from './scheduled-update';
import {
  endOfLife,
  knownEndOf,
  liveStatuses,
  nextStepOf,
  statusOfLife,
  type CancelReason,
  type DueStep,
  type Life,
  type Slot,
  type SubscriptionStatus,
} from './subscription-life';
import type { SubscriptionPackage } from './subscription-package';

/** What a subscription is, and what can be asked of it; what becomes of it: `Subscription`. Domain: customers-subscriptions S1 */
export abstract class SubscriptionState extends AddressedEntity implements Life, DecidedEnd {
  id: string;
  customerUid: string;
  customerId: string;
  /** Another customer that pays for it, never its own. Domain: customers-subscriptions X7 */
  payingCustomerUid: string | null;
  payingCustomerId: string | null;
  /** Key of the resource it is for; '' when it is the customer's own. */
  resourceKey: string;
  resourceId: string | null;
  productUid: string;
  planUid: string;
  planId: string;
  pricingType: PricingType;
  startDate: Date;
  /** From where its usage windows are counted. Domain: entitlements-usage W2, H2 */
  usageAnchor: Date;
  overrides: EntitlementOverride[];
  /** Null unless it is PAID. */
  purchase: Purchase | null;
  /** From where its billing periods are counted. Domain: customers-subscriptions B1 */
  billingCycleAnchor: Date | null;
  billingId: string | null;
  /** What it is in the CRM; told by the log alone. Domain: customers-subscriptions V1 */
  salesforceId: string | null;
  /** How it is billed; null where it is collected elsewhere, or nothing is. Domain: customers-subscriptions V9, V13 */
  billing: Billing | null;
  /** Up to where it is billed in advance; null unless it is billed. Domain: customers-subscriptions Z1 */
  billedUntil: Date | null;
  /** Domain: customers-subscriptions O3, T8 */
  budget: HeldBudget | null;
  metadata: Metadata;
  trialEndsAt: Date | null;
  trialEndBehavior: TrialEndBehavior | null;
  endsSoonAt: Date | null;
  cancellationDate: Date | null;
  cancellationDecidedAt: Date | null;
  cancellationAction: CancellationAction | null;
  accessRevokedAt: Date | null;
  endDate: Date | null;
  canceledAt: Date | null;
  cancelReason: CancelReason | null;
  pendingUntil: Date | null;
  slot: Slot | null;
  /** When time next brings something about; null where it does not. Kept with each change, so that it can be looked for. */
  dueAt: Date | null;
  /** Changes that wait for the end of a billing period, and those that did; null where there was none. */
  updates: readonly ScheduledUpdate[] | null;
  /** Also those that are over, the oldest first; null where there was none. Domain: customers-subscriptions N2 */
  coupons: HeldCoupons;
  /** On at most one; it stays after the end of either. Domain: contracts-billing C3 */
  contractUid: string | null;
  contractId: string | null;
  /** Rows of their own: the plan with those that it inherits from, the root first, then the addons in the order of the request. */
  packages: readonly SubscriptionPackage[];

  isPaidBy({ uid }: { uid: string }): boolean {
    return (this.payingCustomerUid ?? this.customerUid) === uid;
  }

  waitsFor(types?: readonly ScheduleType[]): boolean {
    return toldUpdates(this).some((each) => isWaiting(each, types));
  }

  statusAt(now: Date): SubscriptionStatus {
    return statusOfLife(this, now);
  }

  /** What time brings about next. Domain: customers-subscriptions Z1 */
  get nextStep(): DueStep | null {
    return nextStepOf(this);
  }

  /** What time brings about next of what it grants: a bill is no matter of that, nor the notice of a month or of a trial's end. */
  get grantsOtherwiseAt(): Date | null {
    return nextStepOf({ ...this, endsSoonAt: null, billedUntil: null, usageDueAt: null })?.at ?? null;
  }

  /** Is a period to be paid for then: of what runs, or is to run once it is paid? */
  hasPeriodAt(now: Date): boolean {
    const status = this.statusAt(now);
    return status === 'ACTIVE' || status === 'PAYMENT_PENDING';
  }

  /** Does it run, and grant what it entitles? Domain: customers-subscriptions S5 */
  isLiveAt(now: Date): boolean {
    return liveStatuses.includes(this.statusAt(now));
  }

  /** The period that runs; none after the end and none without a price. */
  billingPeriodAt(now: Date): BillingPeriodRange | null {
    const { purchase, billingCycleAnchor: anchor } = this;
    if (!purchase || !anchor || this.statusAt(now) !== 'ACTIVE') return null;
    return billingPeriodAt(cycleOf(purchase, anchor), now);
  }

  /** The end of the month that its usage was billed up to the beginning of, before the year is over. Domain: catalog R5 */
  get usageDueAt(): Date | null {
    const { billing, purchase, billingCycleAnchor: anchor, billedUntil } = this;
    if (!billing?.usageByMonth || !billing.usageFrom || !purchase || !anchor || !billedUntil) return null;
    const month = { ...cycleOf(purchase, anchor), period: 'MONTHLY' as const };
    const { end } = billingPeriodAt(month, new Date(billing.usageFrom));
    return end < billedUntil ? end : null;
  }

  /** Domain: customers-subscriptions S4 */
  get endsAt(): Date | null {
    return endOfLife(this);
  }

  /** What would wait past it would wait in vain. Domain: customers-subscriptions D6, S4 */
  get knownEnd(): Date | null {
    return knownEndOf(this);
  }

  /** Until when it grants: nothing after its end, and nothing once that was taken away or while it is to be paid for. */
  get grantsUntil(): Date | null {
    const { accessRevokedAt, endsAt } = this;
    // Nothing until it is paid, nor after the trial that was to be.
    if (this.pendingUntil) return this.trialEndsAt ?? this.startDate;
    return accessRevokedAt && (!endsAt || accessRevokedAt < endsAt) ? accessRevokedAt : endsAt;
  }

  /** Is it billed, whether it runs or waits for its first payment? */
  get isBilledByNow(): boolean {
    return this.slot === 'PLAN' || this.pendingUntil !== null;
  }

  get hasEnded(): boolean {
    return this.canceledAt !== null;
  }

  /** @throws SubscriptionAlreadyCanceledOrExpired */
  requireNotEnded(): void {
    if (!this.hasEnded) return;
    const message = `Subscription ${this.id} has ended already`;
    throw new DomainError('SubscriptionAlreadyCanceledOrExpired', message);
  }

  get plans(): SubscriptionPackage[] {
    return this.packages.filter(({ role }) => role === 'PLAN');
  }

  get addons(): SubscriptionPackage[] {
    return this.packages.filter(({ role }) => role === 'ADDON');
  }

  /** By agreement, or collected elsewhere, with NONE. Domain: contracts-billing C3 */
  get isCustomPriced(): boolean {
    return this.pricingType === 'CUSTOM' || (this.pricingType === 'PAID' && this.collectionMethod === 'NONE');
  }

  /** Domain: customers-subscriptions V9 */
  get collectionMethod(): CollectionMethod {
    return this.billing?.method ?? 'NONE';
  }

  /** Who pays for it. */
  get payer(): { uid: string; id: string } {
    const { payingCustomerUid, payingCustomerId, customerUid, customerId } = this;
    return { uid: payingCustomerUid ?? customerUid, id: payingCustomerId ?? customerId };
  }

  /** Null where nothing is priced. */
  get currency(): CurrencyCode | null {
    return this.purchase?.currency ?? null;
  }
}
