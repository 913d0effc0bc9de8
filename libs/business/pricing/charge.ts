import { type CurrencyCode } from '#libs/business/values/currency';
import { type Decimal } from '#libs/kernel/decimal';
import { type Tier, type TiersMode } from './tiers';

/** Spec: BillingModel. */
export const billingModels = [
  'FLAT_FEE',
  'MINIMUM_SPEND',
  'PER_UNIT',
  'USAGE_BASED',
  'CREDIT_BASED',
] as const;
export type BillingModel = (typeof billingModels)[number];

/** Spec: BillingPeriod. */
export const billingPeriods = ['MONTHLY', 'ANNUALLY'] as const;
export type BillingPeriod = (typeof billingPeriods)[number];

/** Spec: BillingCadence. */
export const billingCadences = ['RECURRING', 'ONE_OFF'] as const;
export type BillingCadence = (typeof billingCadences)[number];

/** When the credits that a charge sells are granted. Domain: catalog R3, R13. */
export const creditGrantCadences = ['BEGINNING_OF_BILLING_PERIOD', 'MONTHLY'] as const;
export type CreditGrantCadence = (typeof creditGrantCadences)[number];

/** Turns usage of a feature into credits instead of money. Domain: catalog R12. */
export interface CreditRate {
  /** Key of the custom currency: several may bear an id one after another. Domain: credits Y5. */
  readonly currencyUid: string;
  readonly currencyId: string;
  /** Credits per sold unit. */
  readonly amount: Decimal;
  /** Takes the place of `units × amount`, per raw event. Domain: credits F3. */
  readonly costFormula: string | null;
}

/** What a charge asks for one quantity: a price, a price per block, or tiers. */
export interface ChargePrice {
  /** Of one unit, or of one block. Null where tiers or a credit rate say it. */
  readonly price: Decimal | null;
  readonly blockSize: Decimal | null;
  readonly tiersMode: TiersMode | null;
  readonly tiers: readonly Tier[] | null;
}

/** One price row of a package, free of how it is stored. Domain: catalog R1–R3. */
export interface Charge extends ChargePrice {
  /** Names the row in lines and refusals. */
  readonly ref: string;
  readonly billingModel: BillingModel;
  readonly billingPeriod: BillingPeriod;
  readonly billingCadence: BillingCadence;
  /** Null is the default row, for every country without one of its own. */
  readonly billingCountryCode: string | null;
  /** Null where usage is paid in credits. */
  readonly currency: CurrencyCode | null;
  /** The addon that owns the row; null is the plan. */
  readonly addonId: string | null;
  readonly featureUid: string | null;
  readonly featureId: string | null;
  /** The credits that it sells, or whose overage it prices. */
  readonly customCurrencyUid: string | null;
  readonly customCurrencyId: string | null;
  /** Prices only what lies above the included quantity. Domain: catalog R5. */
  readonly isOverage: boolean;
  /** A price at which credits are bought now and then, on no period's bill. Domain: catalog R3. */
  readonly isTopUp: boolean;
  /** Of credits that are granted again and again; null of all else. */
  readonly creditGrantCadence: CreditGrantCadence | null;
  readonly minUnitQuantity: Decimal | null;
  readonly maxUnitQuantity: Decimal | null;
  readonly creditRate: CreditRate | null;
}
