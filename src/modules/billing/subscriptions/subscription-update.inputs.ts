import type { BillingPeriod } from '#libs/business/pricing/charge';
import { Input } from '#libs/shape/classes';
import { Bool, ListOf, OneOf, StringMap, Timestamp, Unbuilt } from '#libs/shape/decorators';
import { BillingPeriodEnum } from '#modules/catalog/charges';
import type { ScheduleStrategy } from './domain/scheduled-update';
import { SubscriptionEntitlement } from './subscription-entitlement.inputs';
import {
  BillingCycleAnchorEnum,
  ScheduleStrategyEnum,
  SubscriptionAddonRequest,
  SubscriptionCharge,
  scheduleRule,
} from './subscriptions.inputs';

@Input('Change a subscription. What is left out stays.')
export class UpdateSubscriptionBody {
  @ListOf(SubscriptionAddonRequest, {
    maxItems: 100,
    optional: true,
    description:
      'Replaces the whole list. What is more comes at once, what is less at the end of the billing period.',
  })
  addons?: SubscriptionAddonRequest[];

  @Unbuilt() appliedCoupon?: unknown;

  @Bool({ optional: true, description: 'Nothing is paid in this release, so there is nothing to wait for.' })
  awaitPaymentConfirmation?: boolean;

  @OneOf(BillingCycleAnchorEnum, { optional: true, description: 'NOW begins a new billing cycle.' })
  billingCycleAnchor?: string;

  @Unbuilt() billingInformation?: unknown;

  @OneOf(BillingPeriodEnum, {
    optional: true,
    description: 'ANNUALLY at once, MONTHLY when the year has ended.',
  })
  billingPeriod?: BillingPeriod;

  @Unbuilt() budget?: unknown;

  @Timestamp({
    optional: true,
    nullable: true,
    description: 'The end; null takes back the one that was decided.',
  })
  cancellationDate?: Date | null;

  @ListOf(SubscriptionCharge, {
    maxItems: 100,
    optional: true,
    description: 'Units; those not named stay. Fewer of them wait for the end of the billing period.',
  })
  charges?: SubscriptionCharge[];

  @ListOf(SubscriptionEntitlement, { maxItems: 500, optional: true, description: 'Replaces the whole list.' })
  entitlements?: SubscriptionEntitlement[];

  @StringMap({ optional: true }) metadata?: Record<string, string>;
  @Unbuilt() minimumSpend?: unknown;
  @Unbuilt() priceOverrides?: unknown;
  @Unbuilt() promotionCode?: unknown;
  @Unbuilt() salesforceId?: unknown;
  @OneOf(ScheduleStrategyEnum, {
    optional: true,
    description: scheduleRule,
  })
  scheduleStrategy?: ScheduleStrategy;

  @Timestamp({ optional: true, description: 'Of one in trial. An instant gone by ends the trial at once.' })
  trialEndDate?: Date;
}
