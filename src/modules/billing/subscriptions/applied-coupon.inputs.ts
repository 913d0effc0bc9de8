import { FlatPrice } from '#libs/business/shapes/money';
import { currencyCodes } from '#libs/business/values/currency';
import { Input } from '#libs/shape/classes';
import { ListOf, Nested, Num, Text, Timestamp } from '#libs/shape/decorators';
import { BillingInformation } from './billing-information.inputs';

const reference = { min: 1, max: 255, optional: true } as const;

@Input('Exactly one of percentOff and amountsOff.')
export class AdHocDiscount {
  @ListOf(FlatPrice, {
    minItems: 1,
    maxItems: currencyCodes.length,
    optional: true,
    nullable: true,
    description: 'Each currency once, above 0.',
  })
  amountsOff?: FlatPrice[] | null;

  @Text({ max: 255, optional: true }) description?: string;

  @Num({
    min: 1,
    max: 1200,
    optional: true,
    description: 'A whole number, from its start on; absent: for ever.',
  })
  durationInMonths?: number;

  @Text({ min: 1, max: 40, optional: true, description: 'Default: Discount.' }) name?: string;
  @Num({ min: 1, max: 100, optional: true, description: 'A whole number.' }) percentOff?: number;
}

@Input('When a coupon begins to take off.')
export class AppliedCouponConfiguration {
  @Timestamp({
    optional: true,
    description: 'Default, and where it has gone by: now, but not before the subscription starts.',
  })
  startDate?: Date;
}

@Input('A coupon for one subscription: exactly one of couponId, promotionCode and discount.')
export class AppliedCoupon {
  @Text({ ...reference, description: 'Answers UnsupportedParameter: no billing provider is connected.' })
  billingCouponId?: string;

  @Nested(AppliedCouponConfiguration, { optional: true }) configuration?: AppliedCouponConfiguration;
  @Text({ ...reference, description: 'Of the catalog.' }) couponId?: string;

  @Nested(AdHocDiscount, { optional: true, description: 'For this subscription alone; no list tells it.' })
  discount?: AdHocDiscount;

  @Text({ max: 255, optional: true, nullable: true, description: 'As the customer typed it.' })
  promotionCode?: string | null;
}

@Input('How a subscription is billed. What is left out stays.')
export class SubscriptionBilling extends BillingInformation {
  @Text({ ...reference, description: 'A coupon of the catalog, as `appliedCoupon.couponId` gives it.' })
  couponId?: string;
}
