import type {
  BillingCadence,
  BillingModel,
  BillingPeriod,
  CreditGrantCadence,
} from '#libs/business/pricing/charge';
import type { TiersMode } from '#libs/business/pricing/tiers';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { ResetRequest } from '#libs/business/values/reset-configuration';

/** How often overage is billed. Domain: catalog R5 */
export type OverageBillingPeriod = 'ON_SUBSCRIPTION_RENEWAL' | 'MONTHLY';

/** Whole currency units; without a currency US dollars. Spec: Money */
export interface MoneyRequest {
  amount: number;
  currency?: CurrencyCode;
}

export interface TierRequest {
  /** Inclusive; absent or null on the last tier alone. */
  upTo?: number | null;
  unitPrice?: MoneyRequest;
  flatPrice?: MoneyRequest;
}

export interface CreditRateRequest {
  amount: number;
  currencyId: string;
  costFormula?: string;
}

/** One price row of a model. Spec: PricePeriod */
export interface PricePeriodRequest {
  billingPeriod: BillingPeriod;
  billingCountryCode?: string;
  blockSize?: number;
  creditGrantCadence?: CreditGrantCadence;
  creditRate?: CreditRateRequest;
  price?: MoneyRequest;
  tiers?: TierRequest[];
}

interface PricedModelRequest {
  billingModel: BillingModel;
  billingCadence?: BillingCadence;
  featureId?: string;
  pricePeriods: PricePeriodRequest[];
}

/** Spec: PricingModel */
export interface PricingModelRequest extends PricedModelRequest, ResetRequest {
  minUnitQuantity?: number;
  maxUnitQuantity?: number;
  tiersMode?: TiersMode;
  topUpCustomCurrencyId?: string;
}

/** Of a feature, or of credits. Spec: OveragePricingModel */
export interface OverageModelRequest extends PricedModelRequest {
  currencyId?: string;
}

/** Spec: ChargeMinimumSpend */
export interface MinimumSpendRequest {
  billingPeriod: BillingPeriod;
  minimum: MoneyRequest;
}

/** All price rows of a package version. Spec: UpdatePlanCharge */
export interface PricesRequest {
  pricingModels?: PricingModelRequest[];
  overagePricingModels?: OverageModelRequest[];
  minimumSpend?: MinimumSpendRequest[] | null;
}
