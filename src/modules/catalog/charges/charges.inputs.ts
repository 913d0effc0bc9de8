import type {
  BillingCadence,
  BillingModel,
  BillingPeriod,
  CreditGrantCadence,
} from '#libs/business/pricing/charge';
import type { TiersMode } from '#libs/business/pricing/tiers';
import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { ResetPeriod } from '#libs/business/values/reset-configuration';
import { Input } from '#libs/shape/classes';
import { Int, ListOf, Nested, Num, OneOf, Text } from '#libs/shape/decorators';
import {
  MonthlyResetPeriodConfiguration,
  ResetPeriodEnum,
  WeeklyResetPeriodConfiguration,
  YearlyResetPeriodConfiguration,
} from '#modules/catalog/features';
import {
  BillingCadenceEnum,
  BillingModelEnum,
  BillingPeriodEnum,
  CreditGrantCadenceEnum,
  TiersModeEnum,
} from './charges.views';

const reference = { min: 1, max: 255, optional: true } as const;
// Above what a version may have, so that the rule of its price rows refuses in its own words.
const mostRows = 1000;
// Domain: catalog R3
const quantity = { max: 999_999, optional: true } as const;
const configuration = { optional: true, nullable: true, description: 'A null is an absent one.' } as const;

@Input('An amount in whole currency units: 49 is 49.00.')
export class Money {
  @Num({ min: 0 }) amount: number;
  @OneOf(CurrencyEnum, { optional: true, description: 'Default usd.' }) currency?: CurrencyCode;
}

@Input('Prices for the quantities up to upTo, inclusive; the last tier has none.')
export class PricePeriodTier {
  @Nested(Money, { optional: true, description: 'Once, as soon as something lies in the tier.' })
  flatPrice?: Money;

  @Nested(Money, { optional: true }) unitPrice?: Money;
  @Num({ optional: true, nullable: true }) upTo?: number | null;
}

@Input('Credits that a unit of usage costs.')
export class CreditRate {
  @Num() amount: number;
  @Text({ min: 1, max: 255, description: 'Id of the custom currency.' }) currencyId: string;

  @Text({ min: 1, optional: true, description: 'Of an event; takes the place of units × amount.' })
  costFormula?: string;
}

@Input('One price row of a model: a price, tiers, or a credit rate.')
export class PricePeriod {
  @OneOf(BillingPeriodEnum) billingPeriod: BillingPeriod;

  @Text({ optional: true, description: 'ISO 3166-1 alpha-2, upper case; without one the default row.' })
  billingCountryCode?: string;

  @Num({ optional: true, description: 'Units that are priced together, rounded up.' }) blockSize?: number;

  @OneOf(CreditGrantCadenceEnum, { optional: true, description: 'Without one, credits are a top-up.' })
  creditGrantCadence?: CreditGrantCadence;

  @Nested(CreditRate, { optional: true }) creditRate?: CreditRate;
  @Nested(Money, { optional: true }) price?: Money;
  @ListOf(PricePeriodTier, { optional: true, maxItems: mostRows }) tiers?: PricePeriodTier[];
}

@Input('What is charged, in each of its periods.')
export class PricingModel {
  @OneOf(BillingModelEnum) billingModel: BillingModel;
  @ListOf(PricePeriod, { minItems: 1, maxItems: mostRows }) pricePeriods: PricePeriod[];

  @OneOf(BillingCadenceEnum, { optional: true, description: 'Default RECURRING.' })
  billingCadence?: BillingCadence;

  @Text(reference) featureId?: string;
  @Int({ min: 1, ...quantity }) maxUnitQuantity?: number;
  @Int({ min: 0, ...quantity }) minUnitQuantity?: number;

  @Nested(MonthlyResetPeriodConfiguration, configuration)
  monthlyResetPeriodConfiguration?: MonthlyResetPeriodConfiguration | null;

  @OneOf(ResetPeriodEnum, { optional: true, description: 'In which the usage of the feature adds up.' })
  resetPeriod?: ResetPeriod;

  @OneOf(TiersModeEnum, { optional: true, description: 'Needed with tiers.' }) tiersMode?: TiersMode;

  @Text({ ...reference, description: 'The credits that a CREDIT_BASED charge sells.' })
  topUpCustomCurrencyId?: string;

  @Nested(WeeklyResetPeriodConfiguration, configuration)
  weeklyResetPeriodConfiguration?: WeeklyResetPeriodConfiguration | null;

  @Nested(YearlyResetPeriodConfiguration, configuration)
  yearlyResetPeriodConfiguration?: YearlyResetPeriodConfiguration | null;
}

/** What the price of overage says; the entitlement that it may carry belongs to packages. */
export abstract class OverageModel {
  @OneOf(BillingModelEnum, { description: 'USAGE_BASED; of a feature also PER_UNIT.' })
  billingModel: BillingModel;

  @ListOf(PricePeriod, { maxItems: mostRows }) pricePeriods: PricePeriod[];
  @OneOf(BillingCadenceEnum, { optional: true, description: 'RECURRING.' }) billingCadence?: BillingCadence;
  @Text({ ...reference, description: 'The credits whose overage is priced.' }) currencyId?: string;
  @Text({ ...reference, description: 'The feature whose overage is priced.' }) featureId?: string;
}

@Input('The least that a period is billed.')
export class ChargeMinimumSpend {
  @OneOf(BillingPeriodEnum) billingPeriod: BillingPeriod;
  @Nested(Money) minimum: Money;
}
