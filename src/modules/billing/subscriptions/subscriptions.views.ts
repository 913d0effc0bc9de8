import { PaymentCollectionEnum, PaymentCollectionMethodEnum } from '#libs/business/shapes/collection';
import type { Charge } from '#libs/business/pricing/charge';
import { flatPriceOf } from '#libs/business/values/flat-price';
import { View } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { IdReference } from '#libs/shape/id-reference';
import { enumShape } from '#libs/shape/enum-shape';
import { CustomerEntitlement } from '#modules/entitlements/entitlements';
import type {
  CancelReason,
  Subscription as StoredSubscription,
  SubscriptionStatus,
} from './domain/subscription';
import { isByTime } from './domain/subscription-life';
import {
  toldUpdates,
  type ScheduledUpdate,
  type ScheduleStatus,
  type ScheduleType,
} from './domain/scheduled-update';
import { LatestInvoice, type InvoiceStanding } from '#modules/billing/invoices';
import type { CollectionMethod } from './domain/billing';
import { toldBudget } from './domain/budget';
import { isOfFeature } from './domain/entitlement-override';
import { SubscriptionBudget } from './subscription-budget.views';
import { SubscriptionCoupon } from './subscription-coupon.views';
import { MinimumSpend, SubscriptionPrice } from './subscription-price.views';
import { EntitlementKindEnum } from '#modules/catalog/package-entitlements';
import { PricingTypeEnum, type PricingType, type TrialEndBehavior } from '#modules/catalog/package-versions';

export const SubscriptionStatusEnum = enumShape<SubscriptionStatus>('SubscriptionStatus', [
  'PAYMENT_PENDING',
  'ACTIVE',
  'EXPIRED',
  'IN_TRIAL',
  'CANCELED',
  'NOT_STARTED',
]);
/** Spec: PaymentCollection. Domain: customers-subscriptions S3 */
type PaymentCollection = 'NOT_REQUIRED' | NonNullable<InvoiceStanding['owed']>;

const CancelReasonEnum = enumShape('CancelReason', [
  'UPGRADE_OR_DOWNGRADE',
  'CANCELLED_BY_BILLING',
  'EXPIRED',
  'DETACH_BILLING',
  'TRIAL_ENDED',
  'Immediate',
  'TRIAL_CONVERTED',
  'PENDING_PAYMENT_EXPIRED',
  'ScheduledCancellation',
  'CustomerArchived',
  'AutoCancellationRule',
]);
export const TrialEndBehaviorEnum = enumShape<TrialEndBehavior>('TrialEndBehavior', [
  'CONVERT_TO_PAID',
  'CANCEL_SUBSCRIPTION',
]);
const ScheduleStatusEnum = enumShape<ScheduleStatus | 'PENDING_PAYMENT'>('ScheduleStatus', [
  'PENDING_PAYMENT',
  'SCHEDULED',
  'CANCELED',
  'DONE',
  'FAILED',
]);
const ScheduleTypeEnum = enumShape('SubscriptionScheduleType', [
  'DOWNGRADE',
  'PLAN',
  'BILLING_PERIOD',
  'UNIT_AMOUNT',
  'RECURRING_CREDITS',
  'PRICE_OVERRIDE',
  'ADDON',
  'COUPON',
  'MIGRATE_TO_LATEST',
  'ADDITIONAL_META_DATA',
  'BILLING_INFO_METADATA',
]);
const ProvisionStatusEnum = enumShape('ProvisionStatus', ['SUCCESS', 'PAYMENT_REQUIRED']);

@View()
export class SubscriptionAddon {
  @Text() id: string;
  @Int() quantity: number;
}

@View('An entitlement that the subscription itself overrides.')
export class SubscriptionEntitlementReference {
  @Text() id: string;
  @OneOf(EntitlementKindEnum) type: 'FEATURE' | 'CREDIT';
}

@View('A change that waits for the end of a billing period, or did.')
export class FutureUpdate {
  @Timestamp({ description: 'When it is made, or was to be.' }) scheduledExecutionTime: Date;
  @OneOf(ScheduleStatusEnum) scheduleStatus: ScheduleStatus;
  @OneOf(ScheduleTypeEnum) subscriptionScheduleType: ScheduleType;
  @Nested(IdReference, { optional: true, nullable: true, description: 'The plan, where another one waits.' })
  targetPackage: IdReference | null;

  static from({ type, status, executesAt, change }: ScheduledUpdate): FutureUpdate {
    return {
      scheduledExecutionTime: new Date(executesAt),
      ...{ scheduleStatus: status, subscriptionScheduleType: type },
      targetPackage: change.provision ? { id: change.provision.planId } : null,
    };
  }
}

@View('What follows the trial.')
export class TrialSettings {
  @OneOf(TrialEndBehaviorEnum) trialEndBehavior: TrialEndBehavior;
}

/** What is told of it that lies beside it. */
export interface ToldWith {
  /** Absent where it was not bought. */
  prices?: readonly Charge[] | undefined;
  /** Absent where it is collected elsewhere. */
  standing?: InvoiceStanding | undefined;
}

@View('A customer’s live link to a plan and its addons.')
export class Subscription {
  @Text() id: string;
  @Text({ nullable: true }) billingId: string | null;
  @Timestamp() createdAt: Date;
  @Text() customerId: string;
  @OneOf(PaymentCollectionEnum, {
    description:
      'Of the invoices that are to be paid the worst. PROCESSING: nothing has failed yet. FAILED: it was declined, or is nothing to pay by. ACTION_REQUIRED: the customer must confirm it.',
  })
  paymentCollection: PaymentCollection;
  @Text() planId: string;
  @OneOf(PricingTypeEnum) pricingType: PricingType;
  @Timestamp() startDate: Date;
  @OneOf(SubscriptionStatusEnum) status: SubscriptionStatus;
  @ListOf(SubscriptionAddon, { optional: true }) addons: SubscriptionAddon[];

  @Timestamp({ optional: true, nullable: true, description: 'From where its billing periods are counted.' })
  billingCycleAnchor: Date | null;

  @Nested(SubscriptionBudget, {
    optional: true,
    nullable: true,
    description: 'The most that usage may cost in a billing period, or in its trial.',
  })
  budget: SubscriptionBudget | null;

  @OneOf(CancelReasonEnum, { optional: true, nullable: true }) cancelReason: CancelReason | null;

  @Timestamp({
    optional: true,
    nullable: true,
    description: 'The end that was decided; null where none was, or where a trial ran out.',
  })
  cancellationDate: Date | null;

  @Text({ optional: true, nullable: true, description: 'The contract that it is on.' })
  contractId: string | null;

  @Timestamp({
    optional: true,
    nullable: true,
    description: 'What gives less waits for it.',
  })
  currentBillingPeriodEnd: Date | null;

  @Timestamp({
    optional: true,
    nullable: true,
    description: 'Of a PAID one while it is ACTIVE.',
  })
  currentBillingPeriodStart: Date | null;

  @Timestamp({
    optional: true,
    nullable: true,
    description:
      'When it ended; before that the earliest end that is known: decided, brought by time, or of a trial that nothing follows.',
  })
  effectiveEndDate: Date | null;

  @Timestamp({
    optional: true,
    nullable: true,
    description: 'The end that time brings, which an import says; told also after the end.',
  })
  endDate: Date | null;

  @Nested(LatestInvoice, { optional: true, nullable: true, description: 'Null where none was sent.' })
  latestInvoice: LatestInvoice | null;

  @StringMap({ optional: true }) metadata: Record<string, string>;

  @Nested(MinimumSpend, {
    optional: true,
    nullable: true,
    description: 'Of its own; null where what its plan says counts.',
  })
  minimumSpend: MinimumSpend | null;

  @OneOf(PaymentCollectionMethodEnum, { optional: true, nullable: true })
  paymentCollectionMethod: CollectionMethod;

  @Text({ optional: true, nullable: true, description: 'Who pays, where it is not the customer itself.' })
  payingCustomerId: string | null;

  @ListOf(SubscriptionPrice, { optional: true, description: 'On which a PAID subscription runs.' })
  prices: SubscriptionPrice[];

  @Text({ optional: true, nullable: true }) resourceId: string | null;

  @ListOf(SubscriptionCoupon, {
    optional: true,
    description:
      'Given to this subscription, also those that are over, the oldest first. After its end as they were then.',
  })
  coupons: SubscriptionCoupon[];

  @ListOf(FutureUpdate, {
    optional: true,
    description: 'What waits, and the latest that did: done, refused or given up.',
  })
  futureUpdates: FutureUpdate[];

  @Nested(TrialSettings, { optional: true, nullable: true }) trial: TrialSettings | null;
  @Timestamp({ optional: true, nullable: true, description: 'Told also once the trial is over.' })
  trialEndDate: Date | null;

  @ListOf(SubscriptionEntitlementReference, {
    optional: true,
    description: 'Overrides only; left out of lists.',
  })
  subscriptionEntitlements?: SubscriptionEntitlementReference[];

  static from(
    subscription: StoredSubscription,
    { prices = [], standing }: ToldWith,
    now: Date,
  ): Subscription {
    const { id, billingId, createdAt, customerId, planId, pricingType, startDate, metadata } = subscription;
    const { billingCycleAnchor, cancelReason, endsAt, resourceId, contractId } = subscription;
    const { payingCustomerId, trialEndsAt, trialEndBehavior, purchase } = subscription;
    const period = subscription.billingPeriodAt(now);
    return {
      ...{ id, billingId, createdAt, customerId, planId, pricingType, startDate, metadata, resourceId },
      ...{
        billingCycleAnchor,
        budget: toldBudget(subscription.budget),
        cancelReason,
        cancellationDate: endDecidedFor(subscription),
        contractId,
        effectiveEndDate: endsAt,
        endDate: subscription.endDate,
        payingCustomerId,
      },
      currentBillingPeriodEnd: period?.end ?? null,
      currentBillingPeriodStart: period?.start ?? null,
      minimumSpend: purchase?.minimumSpend ? flatPriceOf(purchase.minimumSpend) : null,
      latestInvoice: standing?.latest ?? null,
      paymentCollection: standing?.owed ?? 'NOT_REQUIRED',
      paymentCollectionMethod: subscription.collectionMethod,
      status: subscription.statusAt(now),
      coupons: (subscription.coupons ?? []).map((each) =>
        SubscriptionCoupon.from(each, subscription.canceledAt ?? now),
      ),
      futureUpdates: toldUpdates(subscription).map(FutureUpdate.from),
      trial: trialEndBehavior && { trialEndBehavior },
      trialEndDate: trialEndsAt,
      addons: subscription.addons.map(({ packageId, quantity }) => ({ id: packageId, quantity })),
      prices: SubscriptionPrice.ofAll(prices),
    };
  }

  /** With the overrides, as a single subscription is told. Domain: customers-subscriptions S2 */
  static whole(subscription: StoredSubscription, also: ToldWith, now: Date): Subscription {
    const subscriptionEntitlements = subscription.overrides.map((override) =>
      isOfFeature(override)
        ? { id: override.featureId, type: 'FEATURE' as const }
        : { id: override.currencyId, type: 'CREDIT' as const },
    );
    return { ...Subscription.from(subscription, also, now), subscriptionEntitlements };
  }
}

/** After the end it tells that end; what time has ended was decided by nobody. Domain: customers-subscriptions S4, S6 */
function endDecidedFor(subscription: StoredSubscription): Date | null {
  const { canceledAt, cancellationDate } = subscription;
  if (!canceledAt) return cancellationDate;
  return isByTime(subscription) ? null : canceledAt;
}

@View('What a provision made.')
export class SubscriptionProvisionResult {
  @Text() id: string;

  @ListOf(CustomerEntitlement, { nullable: true, description: 'All that the customer may do now.' })
  entitlements: CustomerEntitlement[] | null;

  @OneOf(ProvisionStatusEnum, {
    description:
      'PAYMENT_REQUIRED: nothing was made; pay at checkoutUrl, or attach a payment method and ask again.',
  })
  status: 'SUCCESS' | 'PAYMENT_REQUIRED';

  @Nested(Subscription, { nullable: true }) subscription: Subscription | null;
  @Text({ optional: true, description: 'The provider’s name of the page at checkoutUrl.' })
  checkoutBillingId?: string;

  @Text({
    optional: true,
    description:
      'A page on which it can be paid within 24 hours; what was asked for is made once that is done.',
  })
  checkoutUrl?: string;

  @Bool({
    optional: true,
    description:
      'The plan waits: for its start, or for the end of the period of the subscription that is told here.',
  })
  isScheduled: boolean;
}
