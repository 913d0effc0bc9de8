import {
  billingCadences,
  billingModels,
  billingPeriods,
  creditGrantCadences,
  type BillingCadence,
  type BillingModel,
  type BillingPeriod,
  type CreditGrantCadence,
} from '#libs/business/pricing/charge';
import { tiersModes, type TiersMode } from '#libs/business/pricing/tiers';
import { FlatPrice } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { ResetPeriod } from '#libs/business/values/reset-configuration';
import { View } from '#libs/shape/classes';
import { Bool, ListOf, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { ResetPeriodConfiguration, ResetPeriodEnum } from '#modules/catalog/features';
import type { Charge } from './domain/charge';
import type { OverageBillingPeriod } from './domain/charge-request';
import type { StoredTier } from './domain/charge-terms';

export const BillingModelEnum = enumShape<BillingModel>('BillingModel', billingModels);
export const BillingPeriodEnum = enumShape<BillingPeriod>('BillingPeriod', billingPeriods);
export const BillingCadenceEnum = enumShape<BillingCadence>('BillingCadence', billingCadences);
export const TiersModeEnum = enumShape<TiersMode>('TiersMode', tiersModes);
export const CreditGrantCadenceEnum = enumShape<CreditGrantCadence>(
  'CreditGrantCadence',
  creditGrantCadences,
);
export const OverageBillingPeriodEnum = enumShape<OverageBillingPeriod>('OverageBillingPeriod', [
  'ON_SUBSCRIPTION_RENEWAL',
  'MONTHLY',
]);

@View('Prices for the quantities up to upTo, inclusive; the last tier has none.')
export class ChargeTier {
  @Nested(FlatPrice, { nullable: true }) flatPrice: FlatPrice | null;
  @Nested(FlatPrice, { nullable: true }) unitPrice: FlatPrice | null;
  @Num({ nullable: true }) upTo: number | null;

  static from({ upTo, unitPrice, flatPrice }: StoredTier, currency: CurrencyCode | null): ChargeTier {
    return {
      upTo: numberOf(upTo),
      unitPrice: moneyOf(unitPrice, currency),
      flatPrice: moneyOf(flatPrice, currency),
    };
  }
}

@View('Credits that a unit of usage costs.')
export class ChargeCreditRate {
  @Num() amount: number;
  @Text({ description: 'Id of the custom currency.' }) currencyId: string;

  @Text({ nullable: true, description: 'Of an event; takes the place of units × amount.' })
  costFormula: string | null;
}

@View('One price row of a plan or an addon.')
export class PackageCharge {
  @Text({ format: 'uuid' }) id: string;
  @OneOf(BillingCadenceEnum) billingCadence: BillingCadence;

  @Text({ nullable: true, description: 'Null is the default row, for countries without one of their own.' })
  billingCountryCode: string | null;

  @Text({ nullable: true }) billingId: string | null;
  @OneOf(BillingModelEnum) billingModel: BillingModel;
  @OneOf(BillingPeriodEnum) billingPeriod: BillingPeriod;

  @Num({ nullable: true, description: 'Units that are priced together, rounded up.' })
  blockSize: number | null;

  @Timestamp() createdAt: Date;
  @OneOf(CreditGrantCadenceEnum, { nullable: true }) creditGrantCadence: CreditGrantCadence | null;
  @Nested(ChargeCreditRate, { nullable: true }) creditRate: ChargeCreditRate | null;

  @Text({ nullable: true, description: 'Always null: no CRM is connected in this release.' })
  crmId: string | null;

  @Text({ nullable: true, description: 'Always null: no CRM is connected in this release.' })
  crmLinkUrl: string | null;

  @Text({ nullable: true, description: 'Of overage: the credits whose overage it prices. An addition.' })
  currencyId: string | null;

  @Text({ nullable: true }) featureId: string | null;
  @Num({ nullable: true }) maxUnitQuantity: number | null;
  @Num({ nullable: true }) minUnitQuantity: number | null;
  @Nested(FlatPrice, { nullable: true }) price: FlatPrice | null;

  @OneOf(ResetPeriodEnum, { nullable: true, description: 'In which its usage adds up. An addition.' })
  resetPeriod: ResetPeriod | null;

  @Nested(ResetPeriodConfiguration, { nullable: true, description: 'An addition.' })
  resetPeriodConfiguration: ResetPeriodConfiguration | null;

  @ListOf(ChargeTier, { nullable: true }) tiers: ChargeTier[] | null;
  @OneOf(TiersModeEnum, { nullable: true }) tiersMode: TiersMode | null;
  @Text({ nullable: true, description: 'The credits that it sells.' }) topUpCustomCurrencyId: string | null;

  @Bool({ nullable: true, description: 'Does a live subscription stand on its version?' })
  usedInSubscriptions: boolean | null;

  static from(charge: Charge, usedInSubscriptions: boolean): PackageCharge {
    const { id, billingCadence, billingCountryCode, billingId, billingModel, billingPeriod } = charge;
    const { createdAt, creditGrantCadence, currency, customCurrencyId, featureId, isOverage } = charge;
    const { maxUnitQuantity, minUnitQuantity, resetPeriod, accordingTo, tiersMode } = charge;
    return {
      ...{ id, billingCadence, billingCountryCode, billingId, billingModel, billingPeriod, createdAt },
      ...{ creditGrantCadence, featureId, maxUnitQuantity, minUnitQuantity, resetPeriod, tiersMode },
      ...{ crmId: null, crmLinkUrl: null, usedInSubscriptions },
      blockSize: numberOf(charge.blockSize),
      creditRate: rateOf(charge),
      currencyId: isOverage ? customCurrencyId : null,
      price: moneyOf(charge.price, currency),
      resetPeriodConfiguration: accordingTo === null ? null : { accordingTo },
      tiers: charge.tiers?.map((tier) => ChargeTier.from(tier, currency)) ?? null,
      topUpCustomCurrencyId: isOverage ? null : customCurrencyId,
    };
  }
}

const numberOf = (exact: string | null): number | null => (exact === null ? null : Number(exact));

const moneyOf = (exact: string | null, currency: CurrencyCode | null): FlatPrice | null =>
  exact === null || currency === null ? null : { amount: Number(exact), currency };

function rateOf({ rateAmount, rateCurrencyId, costFormula }: Charge): ChargeCreditRate | null {
  if (rateAmount === null || rateCurrencyId === null) return null;
  return { amount: Number(rateAmount), currencyId: rateCurrencyId, costFormula };
}
