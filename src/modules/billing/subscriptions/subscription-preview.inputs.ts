import type { BillingPeriod } from '#libs/business/pricing/charge';
import { Input } from '#libs/shape/classes';
import { Int, ListOf, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { BillingPeriodEnum } from '#modules/catalog/charges';
import { AppliedCoupon } from './applied-coupon.inputs';
import { BillingInformation } from './billing-information.inputs';
import type { ScheduleStrategy } from './domain/scheduled-update';
import { mostOverrides, overridesRule, PriceOverride } from './price-override.inputs';
import { MinimumSpend, minimumSpendRule } from './subscription-price.views';
import {
  BillingCycleAnchorEnum,
  ScheduleStrategyEnum,
  scheduleRule,
  SubscriptionAddonRequest,
  SubscriptionCharge,
  TrialOverrideConfiguration,
} from './subscriptions.inputs';
import { PaymentCollectionMethodEnum } from '#libs/business/shapes/collection';

const reference = { min: 1, max: 255 } as const;

@Input('Units of what a plan sells by the unit, in older words.')
export class BillableFeature {
  @Text(reference) featureId: string;
  @Num({ min: 0 }) quantity: number;
}

@Input('What a subscription, or a change of the one that runs, would cost.')
export class PreviewSubscriptionBody {
  @Text(reference) customerId: string;
  @Text(reference) planId: string;

  @ListOf(SubscriptionAddonRequest, {
    maxItems: 100,
    optional: true,
    description: 'Replaces those of the plan that runs already.',
  })
  addons?: SubscriptionAddonRequest[];

  @Nested(AppliedCoupon, { optional: true }) appliedCoupon?: AppliedCoupon;

  @ListOf(BillableFeature, {
    maxItems: 100,
    optional: true,
    description: 'An older spelling of charges of type FEATURE.',
  })
  billableFeatures?: BillableFeature[];

  @Text({ min: 2, max: 2, optional: true, description: 'ISO 3166-1 alpha-2: the buyer’s country.' })
  billingCountryCode?: string;

  @OneOf(BillingCycleAnchorEnum, { optional: true, description: 'NOW begins a new billing cycle.' })
  billingCycleAnchor?: string;

  @Nested(BillingInformation, { optional: true }) billingInformation?: BillingInformation;

  @OneOf(BillingPeriodEnum, { optional: true, description: 'Needed where a PAID plan is sold both ways.' })
  billingPeriod?: BillingPeriod;

  @ListOf(SubscriptionCharge, {
    maxItems: 100,
    optional: true,
    description: 'Units and credits of a PAID plan.',
  })
  charges?: SubscriptionCharge[];

  @Nested(MinimumSpend, { optional: true, nullable: true, description: minimumSpendRule })
  minimumSpend?: MinimumSpend | null;
  @OneOf(PaymentCollectionMethodEnum, {
    optional: true,
    description:
      'An addition, as `POST /subscriptions` takes it: under CHARGE and INVOICE the tax of `billingInformation` and the balance of who pays count.',
  })
  paymentCollectionMethod?: 'CHARGE' | 'INVOICE' | 'NONE';

  @Text({ ...reference, optional: true, description: 'Who pays, where it is not the customer itself.' })
  payingCustomerId?: string;

  @ListOf(PriceOverride, { maxItems: mostOverrides, optional: true, description: overridesRule })
  priceOverrides?: PriceOverride[];

  @Text({ ...reference, optional: true, description: 'Required for products with several subscriptions.' })
  resourceId?: string;

  @OneOf(ScheduleStrategyEnum, { optional: true, description: scheduleRule })
  scheduleStrategy?: ScheduleStrategy;

  @Timestamp({ optional: true, description: 'Default: now.' }) startDate?: Date;

  @Nested(TrialOverrideConfiguration, { optional: true })
  trialOverrideConfiguration?: TrialOverrideConfiguration;

  @Int({
    min: 0,
    max: 2 ** 31 - 1,
    optional: true,
    description: 'Units, where the plan has one price per unit.',
  })
  unitQuantity?: number;
}
