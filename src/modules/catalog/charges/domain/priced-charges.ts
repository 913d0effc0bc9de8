import type { Charge as PricedCharge, CreditRate } from '#libs/business/pricing/charge';
import type { Tier } from '#libs/business/pricing/tiers';
import { Decimal } from '#libs/kernel/decimal';
import type { Charge } from './charge';
import { isTopUp, type PriceTerms, type StoredTier } from './charge-terms';

/**
 * The rows of one package version as the pricing engine takes them.
 * @param addonId the addon that owns them; null is the plan
 */
export function pricedCharges(charges: readonly Charge[], addonId: string | null): PricedCharge[] {
  return charges.map((charge) => {
    const { id, billingModel, billingPeriod, billingCadence, billingCountryCode } = charge;
    const { featureUid, featureId, customCurrencyUid, customCurrencyId } = charge;
    const { isOverage, tiersMode, creditGrantCadence } = charge;
    return {
      ref: id,
      ...{ billingModel, billingPeriod, billingCadence, billingCountryCode },
      ...{ addonId, featureUid, featureId, customCurrencyUid, customCurrencyId },
      ...{ isOverage, isTopUp: isTopUp(charge), creditGrantCadence },
      currency: charge.currency,
      price: exact(charge.price),
      blockSize: exact(charge.blockSize),
      tiersMode,
      tiers: charge.tiers?.map(tierOf) ?? null,
      minUnitQuantity: exact(charge.minUnitQuantity),
      maxUnitQuantity: exact(charge.maxUnitQuantity),
      creditRate: creditRateOf(charge),
    };
  });
}

const exact = (value: string | number | null): Decimal | null => (value === null ? null : new Decimal(value));

const tierOf = ({ upTo, unitPrice, flatPrice }: StoredTier): Tier => ({
  upTo: exact(upTo),
  unitPrice: exact(unitPrice),
  flatPrice: exact(flatPrice),
});

function creditRateOf(terms: PriceTerms): CreditRate | null {
  const { rateAmount, rateCurrencyUid: currencyUid, rateCurrencyId: currencyId, costFormula } = terms;
  if (rateAmount === null || currencyUid === null || currencyId === null) return null;
  return { amount: new Decimal(rateAmount), currencyUid, currencyId, costFormula };
}
