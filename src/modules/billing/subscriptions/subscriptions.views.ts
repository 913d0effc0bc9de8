import type { Charge } from '#libs/business/pricing/charge';
import { View } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { CustomerEntitlementFeature } from '#modules/entitlements/entitlements';
import type {
  CancelReason,
  Subscription as StoredSubscription,
  SubscriptionStatus,
} from './domain/subscription';
import { SubscriptionPrice } from './subscription-price.views';
import { EntitlementKindEnum } from '#modules/catalog/package-entitlements';
import { PricingTypeEnum, type PricingType } from '#modules/catalog/package-versions';

export const SubscriptionStatusEnum = enumShape<SubscriptionStatus>('SubscriptionStatus', [
  'PAYMENT_PENDING',
  'ACTIVE',
  'EXPIRED',
  'IN_TRIAL',
  'CANCELED',
  'NOT_STARTED',
]);
export const PaymentCollectionMethodEnum = enumShape('PaymentCollectionMethod', [
  'CHARGE',
  'INVOICE',
  'NONE',
]);
const PaymentCollectionEnum = enumShape('PaymentCollection', [
  'NOT_REQUIRED',
  'PROCESSING',
  'FAILED',
  'ACTION_REQUIRED',
]);
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

@View('A customer’s live link to a plan and its addons.')
export class Subscription {
  @Text() id: string;
  @Text({ nullable: true }) billingId: string | null;
  @Timestamp() createdAt: Date;
  @Text() customerId: string;
  @OneOf(PaymentCollectionEnum) paymentCollection: 'NOT_REQUIRED';
  @Text() planId: string;
  @OneOf(PricingTypeEnum) pricingType: PricingType;
  @Timestamp() startDate: Date;
  @OneOf(SubscriptionStatusEnum) status: SubscriptionStatus;
  @ListOf(SubscriptionAddon, { optional: true }) addons: SubscriptionAddon[];

  @Timestamp({ optional: true, nullable: true, description: 'From where its billing periods are counted.' })
  billingCycleAnchor: Date | null;

  @OneOf(CancelReasonEnum, { optional: true, nullable: true }) cancelReason: CancelReason | null;
  @Timestamp({ optional: true, nullable: true }) cancellationDate: Date | null;

  @Text({ optional: true, nullable: true, description: 'The contract that it is on.' })
  contractId: string | null;

  @Timestamp({ optional: true, nullable: true }) currentBillingPeriodEnd: Date | null;
  @Timestamp({ optional: true, nullable: true }) currentBillingPeriodStart: Date | null;
  @Timestamp({ optional: true, nullable: true }) effectiveEndDate: Date | null;
  @Timestamp({ optional: true, nullable: true }) endDate: Date | null;
  @StringMap({ optional: true }) metadata: Record<string, string>;
  @OneOf(PaymentCollectionMethodEnum, { optional: true, nullable: true }) paymentCollectionMethod: 'NONE';

  @ListOf(SubscriptionPrice, { optional: true, description: 'On which a PAID subscription runs.' })
  prices: SubscriptionPrice[];

  @Text({ optional: true, nullable: true }) resourceId: string | null;

  @ListOf(SubscriptionEntitlementReference, {
    optional: true,
    description: 'Overrides only; left out of lists.',
  })
  subscriptionEntitlements?: SubscriptionEntitlementReference[];

  static from(subscription: StoredSubscription, prices: readonly Charge[] = [], now: Date): Subscription {
    const { id, billingId, createdAt, customerId, planId, pricingType, startDate, metadata } = subscription;
    const { billingCycleAnchor, canceledAt, cancelReason, endsAt, resourceId, contractId } = subscription;
    const period = subscription.billingPeriodAt(now);
    return {
      ...{ id, billingId, createdAt, customerId, planId, pricingType, startDate, metadata, resourceId },
      ...{
        billingCycleAnchor,
        cancelReason,
        cancellationDate: canceledAt,
        contractId,
        effectiveEndDate: endsAt,
        endDate: null,
      },
      currentBillingPeriodEnd: period?.end ?? null,
      currentBillingPeriodStart: period?.start ?? null,
      paymentCollection: 'NOT_REQUIRED',
      paymentCollectionMethod: 'NONE',
      status: subscription.statusAt(now),
      addons: subscription.addons.map(({ packageId, quantity }) => ({ id: packageId, quantity })),
      prices: SubscriptionPrice.ofAll(prices),
    };
  }

  /** With the overrides, as a single subscription is told. Domain: customers-subscriptions S2 */
  static whole(
    subscription: StoredSubscription,
    prices: readonly Charge[] | undefined,
    now: Date,
  ): Subscription {
    const subscriptionEntitlements = subscription.overrides.map(({ featureId }) => ({
      id: featureId,
      type: 'FEATURE' as const,
    }));
    return { ...Subscription.from(subscription, prices, now), subscriptionEntitlements };
  }
}

@View('What a provision made.')
export class SubscriptionProvisionResult {
  @Text() id: string;

  @ListOf(CustomerEntitlementFeature, { nullable: true, description: 'All that the customer may do now.' })
  entitlements: CustomerEntitlementFeature[] | null;

  @OneOf(ProvisionStatusEnum) status: 'SUCCESS';
  @Nested(Subscription, { nullable: true }) subscription: Subscription | null;
  @Bool({ optional: true }) isScheduled: boolean;
}
