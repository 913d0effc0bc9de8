import { PaymentCollectionMethodEnum } from '#libs/business/shapes/collection';
import { Input } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, Num, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import { slugPattern } from '#libs/kernel/ids';
import type { BillingPeriod } from '#libs/business/pricing/charge';
import { BillingPeriodEnum } from '#modules/catalog/charges';
import { EntitlementKindEnum } from '#modules/catalog/package-entitlements';
import { PricingTypeEnum, type PricingType, type TrialEndBehavior } from '#modules/catalog/package-versions';
import { CancellationTimeEnum } from '#modules/catalog/products';
import { AppliedCoupon } from './applied-coupon.inputs';
import { BillingInformation } from './billing-information.inputs';
import { CheckoutOption } from './checkout-options.inputs';
import type { ScheduleStrategy } from './domain/scheduled-update';
import type { SubscriptionStatus } from './domain/subscription';
import { mostOverrides, overridesRule, PriceOverride } from './price-override.inputs';
import { SubscriptionBudget } from './subscription-budget.views';
import { SubscriptionEntitlement } from './subscription-entitlement.inputs';
import { MinimumSpend, minimumSpendRule } from './subscription-price.views';
import { SubscriptionStatusEnum, TrialEndBehaviorEnum } from './subscriptions.views';

export const BillingCycleAnchorEnum = enumShape('BillingCycleAnchor', ['UNCHANGED', 'NOW']);
export const ScheduleStrategyEnum = enumShape<ScheduleStrategy>('ScheduleStrategy', [
  'END_OF_BILLING_PERIOD',
  'END_OF_BILLING_MONTH',
  'IMMEDIATE',
]);
const CancellationActionEnum = enumShape('CancellationAction', ['DEFAULT', 'REVOKE_ENTITLEMENTS']);

export const couponRule =
  'Takes the place of the one that the subscription holds; a plan that follows another one keeps what that held.';
export const crmRule =
  'What it is in the CRM. Told by the activity log alone; a plan that takes the place of another one takes it over.';
export const scheduleRule =
  'Default: what gives more at once, what gives less at the end of the billing period. END_OF_BILLING_MONTH in longer periods only.';

const reference = { min: 1, max: 255 } as const;
const maxQuantity = 2 ** 31 - 1;

@Input('An addon with its quantity.')
export class SubscriptionAddonRequest {
  @Text(reference) id: string;
  @Int({ max: maxQuantity, code: 'InvalidQuantity' }) quantity: number;
}

@Input('Units of what a plan sells by the unit, or credits.')
export class SubscriptionCharge {
  @Text(reference) id: string;
  @Num({ min: 0 }) quantity: number;
  @OneOf(EntitlementKindEnum) type: 'FEATURE' | 'CREDIT';
}

@Input('A trial, or none, whatever the plan says.')
export class TrialOverrideConfiguration {
  @Bool({ description: 'False: none, also where the plan has one.' }) isTrial: boolean;
  @OneOf(TrialEndBehaviorEnum, {
    optional: true,
    description: 'Default: that of the plan, else CONVERT_TO_PAID.',
  })
  trialEndBehavior?: TrialEndBehavior;

  @Timestamp({ optional: true, description: 'Default: as long as the trial of the plan.' })
  trialEndDate?: Date;
}

export const awaitRule =
  'What is charged and not settled at once is waited for, at most 30 seconds; default false.';

@Input('Subscribe a customer to a plan.')
export class CreateSubscriptionBody {
  @Text(reference) customerId: string;
  @Text(reference) planId: string;

  @Text({
    ...reference,
    pattern: slugPattern,
    optional: true,
    description: 'Made by the server when absent.',
  })
  id?: string;

  @Text({
    ...reference,
    optional: true,
    nullable: true,
    description: 'Required for products with several subscriptions.',
  })
  resourceId?: string | null;

  @ListOf(SubscriptionAddonRequest, { maxItems: 100, optional: true }) addons?: SubscriptionAddonRequest[];

  @ListOf(SubscriptionEntitlement, {
    maxItems: 500,
    optional: true,
    description: 'Values of its own, on a PAID or CUSTOM plan.',
  })
  entitlements?: SubscriptionEntitlement[];

  @StringMap({ optional: true }) metadata?: Record<string, string>;
  @Text({ max: 255, optional: true, nullable: true }) billingId?: string | null;

  @OneOf(BillingPeriodEnum, {
    optional: true,
    description: 'Needed where a PAID plan is sold both ways; FREE and CUSTOM plans ignore it.',
  })
  billingPeriod?: BillingPeriod;

  @OneOf(PaymentCollectionMethodEnum, {
    optional: true,
    description:
      'CHARGE: invoices are issued here, by the default legal entity, and charged to the payment method of who pays; it needs an integration that collects, and is the default where there is one. INVOICE: they are sent to be paid. NONE: collected elsewhere, else the default. A plan that follows a PAID one is collected as that was.',
  })
  paymentCollectionMethod?: 'CHARGE' | 'INVOICE' | 'NONE';

  @OneOf(BillingCycleAnchorEnum, {
    optional: true,
    description:
      'NOW begins a new billing cycle at the start; else a PAID plan that follows a PAID one goes on in its cycle.',
  })
  billingCycleAnchor?: string;

  @OneOf(ScheduleStrategyEnum, {
    optional: true,
    description: scheduleRule,
  })
  scheduleStrategy?: ScheduleStrategy;

  @Nested(TrialOverrideConfiguration, { optional: true })
  trialOverrideConfiguration?: TrialOverrideConfiguration;

  @Bool({ optional: true, description: awaitRule })
  awaitPaymentConfirmation?: boolean;

  @Nested(AppliedCoupon, { optional: true, description: couponRule }) appliedCoupon?: AppliedCoupon;

  @Text({
    min: 2,
    max: 2,
    optional: true,
    nullable: true,
    description: 'ISO 3166-1 alpha-2: the buyer’s country, where prices differ by country.',
  })
  billingCountryCode?: string | null;

  @Nested(BillingInformation, { optional: true }) billingInformation?: BillingInformation;
  @Nested(SubscriptionBudget, {
    optional: true,
    nullable: true,
    description: 'Of a PAID plan. Null: none, also where the trial of the plan has one.',
  })
  budget?: SubscriptionBudget | null;

  @Timestamp({ optional: true, description: 'The end: after the start, and to come.' })
  cancellationDate?: Date;

  @ListOf(SubscriptionCharge, {
    maxItems: 100,
    optional: true,
    description: 'Units and credits of a PAID plan.',
  })
  charges?: SubscriptionCharge[];

  @Nested(CheckoutOption, {
    optional: true,
    description: 'Of a PAID plan collected by CHARGE. Whoever buys by themselves tries each product once.',
  })
  checkoutOptions?: CheckoutOption;

  @Nested(MinimumSpend, { optional: true, nullable: true, description: minimumSpendRule })
  minimumSpend?: MinimumSpend | null;

  @Text({
    ...reference,
    optional: true,
    nullable: true,
    description: 'Who pays, where it is not the customer itself.',
  })
  payingCustomerId?: string | null;

  @ListOf(PriceOverride, { maxItems: mostOverrides, optional: true, description: overridesRule })
  priceOverrides?: PriceOverride[];

  @Text({ max: 255, optional: true, nullable: true, description: crmRule })
  salesforceId?: string | null;

  @Timestamp({
    optional: true,
    description:
      'Default: now. To come: it waits, NOT_STARTED. Gone by: it runs now, its billing periods and usage windows count from there.',
  })
  startDate?: Date;

  @Int({
    min: 0,
    max: maxQuantity,
    optional: true,
    description: 'Units, where the plan has one price per unit.',
  })
  unitQuantity?: number;
}

@Input('End a subscription.')
export class CancelSubscriptionBody {
  @OneOf(CancellationActionEnum, {
    optional: true,
    description:
      'DEFAULT: what the product says follows the end. REVOKE_ENTITLEMENTS: access ends at once, also where the end is to come, and no plan follows.',
  })
  cancellationAction?: 'DEFAULT' | 'REVOKE_ENTITLEMENTS';

  @OneOf(CancellationTimeEnum, {
    optional: true,
    description:
      'Default: the product’s; at once without a billing period, in a trial, and before the start.',
  })
  cancellationTime?: 'END_OF_BILLING_PERIOD' | 'IMMEDIATE' | 'SPECIFIC_DATE';

  @Timestamp({ optional: true, description: 'With SPECIFIC_DATE: an instant to come.' }) endDate?: Date;

  @Bool({
    optional: true,
    description:
      'With an end at once: what is left of the period comes back, on an invoice that adds to the balance of who pays. Default: the product’s.',
  })
  prorate?: boolean;
}

export class ListSubscriptionsQuery extends ListQuery {
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @Text({ ...reference, optional: true }) customerId?: string;
  @Text({ ...reference, optional: true }) planId?: string;
  @ListOf(PricingTypeEnum, queried) pricingType?: PricingType[];
  @Text({ ...reference, optional: true }) resourceId?: string;
  @ListOf(SubscriptionStatusEnum, queried) status?: SubscriptionStatus[];
}
