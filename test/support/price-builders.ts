import type { Charge } from '#libs/business/pricing/charge';
import type { ChargeUse } from '#libs/business/pricing/charge-line';
import type { Tier } from '#libs/business/pricing/tiers';
import { Decimal, type DecimalValue } from '#libs/kernel/decimal';
import { DomainError } from '#libs/kernel/errors/domain-error';

export const dec = (value: DecimalValue): Decimal => new Decimal(value);

export interface TierTerms {
  unit?: DecimalValue;
  flat?: DecimalValue;
}

/** `tier(100, { flat: 20 })`; `tier(null, …)` is the open one. */
export const tier = (upTo: DecimalValue | null, { unit, flat }: TierTerms = {}): Tier => ({
  upTo: upTo === null ? null : dec(upTo),
  unitPrice: unit === undefined ? null : dec(unit),
  flatPrice: flat === undefined ? null : dec(flat),
});

/** A monthly flat fee of nothing in dollars, or what `terms` make of it. */
export const chargeOf = (terms: Partial<Charge> = {}): Charge => ({
  ref: terms.featureId ?? 'base',
  billingModel: 'FLAT_FEE',
  billingPeriod: 'MONTHLY',
  billingCadence: 'RECURRING',
  billingCountryCode: null,
  currency: 'usd',
  addonId: null,
  featureUid: null,
  featureId: null,
  customCurrencyUid: null,
  customCurrencyId: null,
  isOverage: false,
  isTopUp: false,
  creditGrantCadence: null,
  price: null,
  blockSize: null,
  tiersMode: null,
  tiers: null,
  minUnitQuantity: null,
  maxUnitQuantity: null,
  creditRate: null,
  ...terms,
});

export const flatFee = (price: DecimalValue, terms: Partial<Charge> = {}): Charge =>
  chargeOf({ price: dec(price), ...terms });

export const perUnit = (featureId: string, price: DecimalValue, terms: Partial<Charge> = {}): Charge =>
  chargeOf({ billingModel: 'PER_UNIT', featureId, price: dec(price), ...terms });

export const usageBased = (featureId: string, price: DecimalValue, terms: Partial<Charge> = {}): Charge =>
  chargeOf({ billingModel: 'USAGE_BASED', featureId, price: dec(price), ...terms });

export const useOf = (
  charge: Charge,
  quantity: DecimalValue = 1,
  terms: Partial<ChargeUse> = {},
): ChargeUse => ({
  charge,
  quantity: dec(quantity),
  included: dec(0),
  share: null,
  isFirstBill: false,
  ...terms,
});

/** What `act` refuses, as `Code: message`; undefined when it does not. */
export const refusalOf = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return `${error.code}: ${error.message}`;
    throw error;
  }
};
