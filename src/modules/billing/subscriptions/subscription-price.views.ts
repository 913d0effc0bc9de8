import type { Charge, CreditGrantCadence, CreditRate } from '#libs/business/pricing/charge';
import type { Tier } from '#libs/business/pricing/tiers';
import { CurrencyEnum, FlatPrice } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Shared, View } from '#libs/shape/classes';
import { Bool, ListOf, Nested, Num, OneOf, Text } from '#libs/shape/decorators';
import { ChargeCreditRate, CreditGrantCadenceEnum } from '#modules/catalog/charges';

@View('Prices for the quantities up to upTo, inclusive; the last tier has none.')
export class SubscriptionPriceTier {
  @Nested(FlatPrice, { optional: true }) flatPrice?: FlatPrice;
  @Nested(FlatPrice, { optional: true }) unitPrice?: FlatPrice;
  @Num({ optional: true }) upTo?: number;

  static from({ flatPrice, unitPrice, upTo }: Tier, currency: CurrencyCode): SubscriptionPriceTier {
    return {
      ...(flatPrice ? { flatPrice: { amount: flatPrice.toNumber(), currency } } : {}),
      ...(unitPrice ? { unitPrice: { amount: unitPrice.toNumber(), currency } } : {}),
      ...(upTo ? { upTo: upTo.toNumber() } : {}),
    };
  }
}

export const minimumSpendRule =
  'The least that a billing period of a PAID plan costs, in the place of what the plan says; null takes it back.';

@Shared('The least that a billing period costs.')
export class MinimumSpend {
  @Num({ optional: true, description: 'Required in requests.' }) amount?: number;
  @OneOf(CurrencyEnum, { optional: true, description: 'Default: that of the subscription.' })
  currency?: CurrencyCode;
}

@View('A price that a subscription runs on.')
export class SubscriptionPrice {
  @Text({ optional: true, nullable: true, description: 'The addon that it is for; null is the plan.' })
  addonId: string | null;

  @Num({ optional: true, description: 'Of a unit or a block; absent where tiers tell it.' }) amount?: number;

  @Bool({ optional: true, description: 'The flat price of the plan or the addon itself.' })
  baseCharge: boolean;

  @Text({ optional: true }) billingCountryCode?: string;
  @Num({ optional: true }) blockSize?: number;
  @OneOf(CreditGrantCadenceEnum, {
    optional: true,
    description:
      'Of credits that come again: all of a billing period at its begin, or as many each month. An addition.',
  })
  creditGrantCadence?: CreditGrantCadence;

  @Nested(ChargeCreditRate, {
    optional: true,
    description: 'Where usage is paid in credits instead of money. An addition.',
  })
  creditRate?: ChargeCreditRate;

  @OneOf(CurrencyEnum, { optional: true }) currency?: CurrencyCode;
  @Text({
    optional: true,
    description: 'The credits that it sells, or whose overage it prices. An addition.',
  })
  currencyId?: string;

  @Text({ optional: true, nullable: true }) featureId: string | null;
  @ListOf(SubscriptionPriceTier, { optional: true }) tiers?: SubscriptionPriceTier[];

  @Text({
    optional: true,
    description:
      'The same credits, where they are bought now and then: no bill of a period has it. An addition.',
  })
  topUpCustomCurrencyId?: string;

  /** A floor of the bill is no price of anything: the wire has no place for it here. Domain: customers-subscriptions S1, O2 */
  static ofAll(charges: readonly Charge[]): SubscriptionPrice[] {
    return charges
      .filter(({ billingModel }) => billingModel !== 'MINIMUM_SPEND')
      .map((charge) => SubscriptionPrice.from(charge));
  }

  private static from(charge: Charge): SubscriptionPrice {
    const { addonId, billingModel, billingCountryCode, blockSize, currency, featureId, price, tiers } =
      charge;
    return {
      addonId,
      baseCharge: billingModel === 'FLAT_FEE',
      ...(currency ? { currency } : {}),
      featureId,
      ...(price ? { amount: price.toNumber() } : {}),
      ...(billingCountryCode === null ? {} : { billingCountryCode }),
      ...(blockSize ? { blockSize: blockSize.toNumber() } : {}),
      ...(tiers && currency
        ? { tiers: tiers.map((tier) => SubscriptionPriceTier.from(tier, currency)) }
        : {}),
      ...creditsTold(charge),
    };
  }
}

/** Domain: catalog R12, R13 */
function creditsTold({ customCurrencyId, isTopUp, creditGrantCadence, creditRate }: Charge) {
  return {
    ...(customCurrencyId === null ? {} : { currencyId: customCurrencyId }),
    ...(customCurrencyId !== null && isTopUp ? { topUpCustomCurrencyId: customCurrencyId } : {}),
    ...(creditGrantCadence ? { creditGrantCadence } : {}),
    ...(creditRate ? { creditRate: rateTold(creditRate) } : {}),
  };
}

const rateTold = ({ amount, currencyId, costFormula }: CreditRate): ChargeCreditRate => ({
  amount: amount.toNumber(),
  ...{ currencyId, costFormula },
});
