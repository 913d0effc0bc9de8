import { Input } from '#libs/shape/classes';
import {
  Bool,
  Int,
  ListOf,
  Nested,
  Num,
  OneOf,
  StringMap,
  Text,
  Timestamp,
  Unbuilt,
} from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import { slugPattern } from '#libs/kernel/ids';
import type { BillingPeriod } from '#libs/business/pricing/charge';
import { BillingPeriodEnum } from '#modules/catalog/charges';
import { EntitlementKindEnum } from '#modules/catalog/package-entitlements';
import { PricingTypeEnum, type PricingType } from '#modules/catalog/package-versions';
import { CancellationTimeEnum } from '#modules/catalog/products';
import type { SubscriptionStatus } from './domain/subscription';
import { SubscriptionEntitlement } from './subscription-entitlement.inputs';
import { PaymentCollectionMethodEnum, SubscriptionStatusEnum } from './subscriptions.views';

const BillingCycleAnchorEnum = enumShape('BillingCycleAnchor', ['UNCHANGED', 'NOW']);
const ScheduleStrategyEnum = enumShape('ScheduleStrategy', [
  'END_OF_BILLING_PERIOD',
  'END_OF_BILLING_MONTH',
  'IMMEDIATE',
]);
const CancellationActionEnum = enumShape('CancellationAction', ['DEFAULT', 'REVOKE_ENTITLEMENTS']);

const reference = { min: 1, max: 255 } as const;
const maxQuantity = 2 ** 31 - 1;

@Input('An addon with its quantity.')
export class SubscriptionAddonRequest {
  @Text(reference) id: string;
  @Int({ max: maxQuantity, code: 'InvalidQuantity' }) quantity: number;
}

@Input('Units of what a plan sells by the unit.')
export class SubscriptionCharge {
  @Text(reference) id: string;
  @Num({ min: 0 }) quantity: number;
  @OneOf(EntitlementKindEnum) type: 'FEATURE' | 'CREDIT';
}

@Input()
export class TrialOverrideConfiguration {
  @Bool() isTrial: boolean;
  @Unbuilt() trialEndBehavior?: unknown;
  @Unbuilt() trialEndDate?: unknown;
}

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

  @ListOf(SubscriptionEntitlement, { maxItems: 500, optional: true, description: 'Values of a CUSTOM plan.' })
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
    description: 'NONE until a billing connection exists.',
  })
  paymentCollectionMethod?: 'CHARGE' | 'INVOICE' | 'NONE';

  @OneOf(BillingCycleAnchorEnum, { optional: true }) billingCycleAnchor?: string;
  @OneOf(ScheduleStrategyEnum, { optional: true }) scheduleStrategy?: string;

  @Nested(TrialOverrideConfiguration, { optional: true })
  trialOverrideConfiguration?: TrialOverrideConfiguration;

  @Bool({ optional: true, description: 'Nothing is paid in this release, so there is nothing to wait for.' })
  awaitPaymentConfirmation?: boolean;

  @Unbuilt() appliedCoupon?: unknown;

  @Text({
    min: 2,
    max: 2,
    optional: true,
    nullable: true,
    description: 'ISO 3166-1 alpha-2: the buyer’s country, where prices differ by country.',
  })
  billingCountryCode?: string | null;

  @Unbuilt() billingInformation?: unknown;
  @Unbuilt() budget?: unknown;
  @Unbuilt() cancellationDate?: unknown;

  @ListOf(SubscriptionCharge, { maxItems: 100, optional: true, description: 'Units of a PAID plan.' })
  charges?: SubscriptionCharge[];

  @Unbuilt({
    description: 'Answers CheckoutIsNotSupported: no provider with a checkout is connected.',
  })
  checkoutOptions?: unknown;

  @Unbuilt() minimumSpend?: unknown;
  @Unbuilt() payingCustomerId?: unknown;
  @Unbuilt() priceOverrides?: unknown;
  @Unbuilt() salesforceId?: unknown;
  @Unbuilt() startDate?: unknown;

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
  @OneOf(CancellationActionEnum, { optional: true }) cancellationAction?: 'DEFAULT' | 'REVOKE_ENTITLEMENTS';

  @OneOf(CancellationTimeEnum, {
    optional: true,
    description: 'Default: the product’s, or at once without billing period.',
  })
  cancellationTime?: 'END_OF_BILLING_PERIOD' | 'IMMEDIATE' | 'SPECIFIC_DATE';

  @Timestamp({ optional: true }) endDate?: Date;
  @Bool({ optional: true }) prorate?: boolean;
}

export class ListSubscriptionsQuery extends ListQuery {
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @Text({ ...reference, optional: true }) customerId?: string;
  @Text({ ...reference, optional: true }) planId?: string;
  @ListOf(PricingTypeEnum, queried) pricingType?: PricingType[];
  @Text({ ...reference, optional: true }) resourceId?: string;
  @ListOf(SubscriptionStatusEnum, queried) status?: SubscriptionStatus[];
}
