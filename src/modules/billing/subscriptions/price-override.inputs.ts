import type { CreditGrantCadence } from '#libs/business/pricing/charge';
import { CurrencyEnum, FlatPrice } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Input } from '#libs/shape/classes';
import { Bool, ListOf, Nested, Num, OneOf, Text } from '#libs/shape/decorators';
import { CreditGrantCadenceEnum } from '#modules/catalog/charges';

const reference = { min: 1, max: 255, optional: true } as const;

/** Rows of prices that a subscription may have at most; a package has fewer. */
export const mostOverrides = 1000;

export const overridesRule =
  'Prices of its own in the place of the catalog’s, one for each charge. On a PAID plan, in the currency and for the billing period of the subscription.';
const target = {
  addonId: 'The addon whose price it is; alone its base charge.',
  baseCharge: 'True: the flat price itself.',
  featureId: 'The feature that is priced.',
  currency: 'Default: that of the subscription.',
} as const;

@Input('Prices for the quantities up to upTo, inclusive; the last tier has none.')
export class PriceOverrideTier {
  @Nested(FlatPrice, { optional: true, description: 'Once, as soon as something lies in the tier.' })
  flatPrice?: FlatPrice;

  @Nested(FlatPrice, { optional: true }) unitPrice?: FlatPrice;
  @Num({ optional: true, nullable: true }) upTo?: number | null;
}

@Input('Credits that a unit of usage costs.')
export class PriceOverrideCreditRate {
  @Num({ min: 1 }) amount: number;
  @Text({ min: 1, max: 255, description: 'Id of the custom currency.' }) currencyId: string;

  @Text({
    min: 1,
    optional: true,
    nullable: true,
    description: 'Of an event; takes the place of units × amount.',
  })
  costFormula?: string | null;
}

@Input('A price of a subscription itself: an amount, tiers, or a credit rate.')
export class PriceOverride {
  @Text({ ...reference, nullable: true, description: target.addonId }) addonId?: string | null;

  @Num({ optional: true, description: 'Of one unit or block; takes the place of tiers.' })
  amount?: number;

  @Bool({ optional: true, description: target.baseCharge }) baseCharge?: boolean;

  @Text({
    min: 2,
    max: 2,
    optional: true,
    description: 'Of the price that it stands for; the subscription has those of its country alone.',
  })
  billingCountryCode?: string;

  @Num({ optional: true, description: 'Units that are priced together, rounded up.' }) blockSize?: number;

  @OneOf(CreditGrantCadenceEnum, {
    optional: true,
    description:
      'Answers UnsupportedParameter: only prices of credits grant any, and PATCH alone names them.',
  })
  creditGrantCadence?: CreditGrantCadence;

  @Nested(PriceOverrideCreditRate, {
    optional: true,
    description: 'Usage is paid in credits, in the place of money.',
  })
  creditRate?: PriceOverrideCreditRate;

  @OneOf(CurrencyEnum, { optional: true, description: target.currency }) currency?: CurrencyCode;
  @Text({ ...reference, nullable: true, description: target.featureId }) featureId?: string | null;

  @ListOf(PriceOverrideTier, {
    optional: true,
    maxItems: mostOverrides,
    description: 'Take the place of amount and blockSize.',
  })
  tiers?: PriceOverrideTier[];
}

@Input(
  'Another price of a subscription itself. Without an amount it is taken back, and the catalog’s counts.',
)
export class PriceOverridePatch {
  @Text({ ...reference, description: target.addonId }) addonId?: string;

  @Num({ optional: true, nullable: true, description: 'Of one unit or block.' })
  amount?: number | null;

  @Bool({ optional: true, description: target.baseCharge }) baseCharge?: boolean;

  @OneOf(CurrencyEnum, { optional: true, nullable: true, description: target.currency })
  currency?: CurrencyCode | null;

  @Text({ ...reference, description: 'The credits that are priced.' }) currencyId?: string;
  @Text({ ...reference, description: target.featureId }) featureId?: string;
}
