import type { BillingPeriod } from '#libs/business/pricing/charge';
import { Input } from '#libs/shape/classes';
import { Bool, ListOf, Nested, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { BillingPeriodEnum } from '#modules/catalog/charges';
import { AppliedCoupon, SubscriptionBilling } from './applied-coupon.inputs';
import type { AddonsMode } from './domain/addon-rules';
import type { ScheduleStrategy } from './domain/scheduled-update';
import { mostOverrides, PriceOverridePatch } from './price-override.inputs';
import { SubscriptionBudget } from './subscription-budget.views';
import { SubscriptionEntitlement } from './subscription-entitlement.inputs';
import { MinimumSpend, minimumSpendRule } from './subscription-price.views';
import {
  BillingCycleAnchorEnum,
  ScheduleStrategyEnum,
  SubscriptionAddonRequest,
  SubscriptionCharge,
  couponRule,
  awaitRule,
  crmRule,
  scheduleRule,
} from './subscriptions.inputs';

const AddonsModeEnum = enumShape<AddonsMode>('AddonsMode', ['REPLACE', 'MERGE']);

@Input('Change a subscription. What is left out stays.')
export class UpdateSubscriptionBody {
  @ListOf(SubscriptionAddonRequest, {
    maxItems: 100,
    optional: true,
    description:
      'Replaces the whole list, unless addonsMode says otherwise. What is more comes at once, what is less at the end of the billing period.',
  })
  addons?: SubscriptionAddonRequest[];

  @OneOf(AddonsModeEnum, {
    optional: true,
    description:
      'Default REPLACE: addons is the whole list. MERGE: those that it names, the others stay. An addition.',
  })
  addonsMode?: AddonsMode;

  @Nested(AppliedCoupon, { optional: true, description: couponRule }) appliedCoupon?: AppliedCoupon;

  @Bool({ optional: true, description: awaitRule })
  awaitPaymentConfirmation?: boolean;

  @OneOf(BillingCycleAnchorEnum, { optional: true, description: 'NOW begins a new billing cycle.' })
  billingCycleAnchor?: string;

  @Nested(SubscriptionBilling, {
    optional: true,
    nullable: true,
  })
  billingInformation?: SubscriptionBilling | null;

  @OneOf(BillingPeriodEnum, {
    optional: true,
    description: 'ANNUALLY at once, MONTHLY when the year has ended.',
  })
  billingPeriod?: BillingPeriod;

  @Nested(SubscriptionBudget, {
    optional: true,
    nullable: true,
    description: 'Of a PAID plan, at once; null takes it away.',
  })
  budget?: SubscriptionBudget | null;

  @Timestamp({
    optional: true,
    nullable: true,
    description: 'The end; null takes back the one that was decided.',
  })
  cancellationDate?: Date | null;

  @ListOf(SubscriptionCharge, {
    maxItems: 100,
    optional: true,
    description:
      'Units and credits; those not named stay. Fewer of them wait for the end of the billing period.',
  })
  charges?: SubscriptionCharge[];

  @ListOf(SubscriptionEntitlement, { maxItems: 500, optional: true, description: 'Replaces the whole list.' })
  entitlements?: SubscriptionEntitlement[];

  @StringMap({ optional: true }) metadata?: Record<string, string>;

  @Nested(MinimumSpend, { optional: true, nullable: true, description: minimumSpendRule })
  minimumSpend?: MinimumSpend | null;

  @ListOf(PriceOverridePatch, {
    maxItems: mostOverrides,
    optional: true,
    description: 'Prices of its own; those not named stay. At once.',
  })
  priceOverrides?: PriceOverridePatch[];

  @Text({ max: 255, optional: true, description: 'As the customer typed it; gives its coupon.' })
  promotionCode?: string;

  @Text({ max: 255, optional: true, nullable: true, description: `${crmRule} Null or empty takes it away.` })
  salesforceId?: string | null;

  @OneOf(ScheduleStrategyEnum, {
    optional: true,
    description: scheduleRule,
  })
  scheduleStrategy?: ScheduleStrategy;

  @Timestamp({ optional: true, description: 'Of one in trial. An instant gone by ends the trial at once.' })
  trialEndDate?: Date;
}
