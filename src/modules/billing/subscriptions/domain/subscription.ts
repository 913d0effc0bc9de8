import type { CurrencyCode } from '#libs/business/values/currency';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Metadata } from '#libs/kernel/metadata';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import type { PricingType } from '#modules/catalog/package-versions';
import { billingPeriodAt, type BillingPeriodRange } from './billing-cycle';
import type { EntitlementOverride } from './entitlement-override';
import type { Purchase } from './purchase';

export type SubscriptionStatus =
  | 'PAYMENT_PENDING'
  | 'ACTIVE'
  | 'EXPIRED'
  | 'IN_TRIAL'
  | 'CANCELED'
  | 'NOT_STARTED';

/** Spec: CancelReason; those that this release can give. */
export type CancelReason = 'UPGRADE_OR_DOWNGRADE' | 'Immediate' | 'CustomerArchived' | 'AutoCancellationRule';

type Provisioned = Omit<
  Subscription,
  | Exclude<keyof AddressedEntity, 'id'>
  | 'cancel'
  | 'joinContract'
  | 'leaveContract'
  | 'statusAt'
  | 'isLiveAt'
  | 'isCustomPriced'
  | 'currency'
  | 'requireLive'
  | 'billingPeriodAt'
  | 'endsAt'
  | 'canceledAt'
  | 'cancelReason'
  | 'contractUid'
  | 'contractId'
>;

/** The contract that a subscription is on: the key that rows refer by, and the id that it is told by. */
export interface ContractReference {
  uid: string;
  id: string;
}

/** A customer's live link to a plan and its addons. Domain: customers-subscriptions S1 */
export class Subscription extends AddressedEntity {
  id: string;
  customerUid: string;
  customerId: string;
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
  metadata: Metadata;
  canceledAt: Date | null;
  cancelReason: CancelReason | null;
  /** On at most one; it stays after the end of either. Domain: contracts-billing C3 */
  contractUid: string | null;
  contractId: string | null;

  static provision(given: Provisioned, now: Date): Subscription {
    return Subscription.instantiate<Subscription>(
      Subscription,
      { ...given, canceledAt: null, cancelReason: null, contractUid: null, contractId: null },
      now,
    );
  }

  statusAt(now: Date): SubscriptionStatus {
    if (this.canceledAt && this.canceledAt <= now) return 'CANCELED';
    return this.startDate > now ? 'NOT_STARTED' : 'ACTIVE';
  }

  /** Does it run, and grant what it entitles? Domain: customers-subscriptions S5 */
  isLiveAt(now: Date): boolean {
    return ['ACTIVE', 'IN_TRIAL'].includes(this.statusAt(now));
  }

  /** The period that runs; none after the end and none without a price. */
  billingPeriodAt(now: Date): BillingPeriodRange | null {
    const { purchase, billingCycleAnchor: anchor } = this;
    if (!purchase || !anchor || this.statusAt(now) !== 'ACTIVE') return null;
    return billingPeriodAt({ anchor, period: purchase.billingPeriod }, now);
  }

  /** The actual end once it has one. Domain: customers-subscriptions S4 */
  get endsAt(): Date | null {
    return this.canceledAt;
  }

  /** @throws SubscriptionAlreadyCanceledOrExpired */
  requireLive(): void {
    if (!this.canceledAt) return;
    throw new DomainError(
      'SubscriptionAlreadyCanceledOrExpired',
      `Subscription ${this.id} has ended already`,
    );
  }

  /** By agreement, or collected elsewhere: with NONE, as every PAID one is here. Domain: contracts-billing C3 */
  get isCustomPriced(): boolean {
    return this.pricingType !== 'FREE';
  }

  /** Null where nothing is priced. */
  get currency(): CurrencyCode | null {
    return this.purchase?.currency ?? null;
  }

  joinContract({ uid, id }: ContractReference): void {
    this.contractUid = uid;
    this.contractId = id;
  }

  leaveContract(): void {
    this.contractUid = null;
    this.contractId = null;
  }

  /** Ends at once. @throws SubscriptionAlreadyCanceledOrExpired */
  cancel(reason: CancelReason, now: Date): void {
    this.requireLive();
    this.canceledAt = now;
    this.cancelReason = reason;
  }
}
