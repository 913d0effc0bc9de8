import type {
  BillingCadence,
  BillingModel,
  BillingPeriod,
  CreditGrantCadence,
} from '#libs/business/pricing/charge';
import type { TiersMode } from '#libs/business/pricing/tiers';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { Reset } from '#libs/business/values/reset-configuration';

/** A tier as it is kept: exact decimals as text. Domain: catalog R4 */
export interface StoredTier {
  /** Inclusive; null on the last tier alone. */
  upTo: string | null;
  unitPrice: string | null;
  flatPrice: string | null;
}

/** What a row charges for each unit: a price, tiers, or credits at a rate. Exact decimals are text. */
export interface PriceTerms {
  /** Of the money; null where credits are charged. */
  currency: CurrencyCode | null;
  /** In whole currency units, per unit or per block. */
  price: string | null;
  tiersMode: TiersMode | null;
  tiers: StoredTier[] | null;
  blockSize: string | null;
  /** Credits per sold unit. Domain: catalog R12 */
  rateAmount: string | null;
  rateCurrencyUid: string | null;
  rateCurrencyId: string | null;
  costFormula: string | null;
}

/** What a price row says, wherever it stands. Domain: catalog R1–R3 */
export interface ChargeTerms extends PriceTerms, Reset {
  billingModel: BillingModel;
  billingPeriod: BillingPeriod;
  billingCadence: BillingCadence;
  /** ISO 3166-1 alpha-2; null is the default row of all countries without one. Domain: catalog R7 */
  billingCountryCode: string | null;
  /** Prices what lies above the limit or the commitment. Domain: catalog R5 */
  isOverage: boolean;
  featureUid: string | null;
  featureId: string | null;
  /** The credits that are sold, or whose overage is priced. */
  customCurrencyUid: string | null;
  customCurrencyId: string | null;
  minUnitQuantity: number | null;
  maxUnitQuantity: number | null;
  /** Of recurring credits; credits without one are a top-up. */
  creditGrantCadence: CreditGrantCadence | null;
}

export const noPrice: PriceTerms = {
  currency: null,
  price: null,
  tiersMode: null,
  tiers: null,
  blockSize: null,
  rateAmount: null,
  rateCurrencyUid: null,
  rateCurrencyId: null,
  costFormula: null,
};

/** What a row is a price of, and how much of it. */
export type SubjectTerms = Pick<
  ChargeTerms,
  | 'featureUid'
  | 'featureId'
  | 'customCurrencyUid'
  | 'customCurrencyId'
  | 'minUnitQuantity'
  | 'maxUnitQuantity'
  | 'resetPeriod'
  | 'accordingTo'
  | 'creditGrantCadence'
>;

export const noSubject: SubjectTerms = {
  featureUid: null,
  featureId: null,
  customCurrencyUid: null,
  customCurrencyId: null,
  minUnitQuantity: null,
  maxUnitQuantity: null,
  creditGrantCadence: null,
  resetPeriod: null,
  accordingTo: null,
};

/** A row as it was read, with its path in the request for messages. */
export interface ReadCharge {
  terms: ChargeTerms;
  at: string;
}

/** A price at which credits are bought now and then, on no period's bill. Domain: catalog R3 */
export const isTopUp = (terms: ChargeTerms): boolean =>
  terms.billingModel === 'CREDIT_BASED' && terms.rateAmount === null && terms.creditGrantCadence === null;
