import type { StoredCharge } from '#modules/catalog/charges';
import { normalCharges, type ChargesDocument } from '../domain/charges-document';
import type { PricedModel } from '../domain/price-rows';

const resetFields = {
  YEAR: 'yearlyResetPeriodConfiguration',
  MONTH: 'monthlyResetPeriodConfiguration',
  WEEK: 'weeklyResetPeriodConfiguration',
} as const;

/** How a request says from when usage starts again; DAY and HOUR have nothing to say. Domain: catalog E7 */
export function resetConfiguration(period: string | null, accordingTo: string | null): object {
  if (accordingTo === null || !period || !Object.hasOwn(resetFields, period)) return {};
  return { [resetFields[period as keyof typeof resetFields]]: { accordingTo } };
}

/** @param stored in the order of a list */
export function chargesDocument(
  stored: readonly StoredCharge[],
  overageBillingPeriod: ChargesDocument['overageBillingPeriod'],
): ChargesDocument | undefined {
  const modelsOf = (isOverage: boolean) =>
    stored.filter((charge) => charge.isOverage === isOverage).map(modelOf);
  const billingId = stored.find((charge) => charge.billingId !== null)?.billingId;
  const lists = { pricingModels: modelsOf(false), overagePricingModels: modelsOf(true) };
  return normalCharges({ billingId, overageBillingPeriod, ...lists });
}

function modelOf(charge: StoredCharge): PricedModel {
  const { billingModel, billingCadence, featureId, customCurrencyId, isOverage, tiersMode } = charge;
  const { minUnitQuantity, maxUnitQuantity, resetPeriod, accordingTo } = charge;
  const credits = isOverage ? { currencyId: customCurrencyId } : { topUpCustomCurrencyId: customCurrencyId };
  const said = { billingModel, billingCadence, featureId, ...credits, minUnitQuantity, maxUnitQuantity };
  const reset = { resetPeriod, ...resetConfiguration(resetPeriod, accordingTo) };
  return { ...said, ...reset, tiersMode, pricePeriods: [periodOf(charge)] } as PricedModel;
}

function periodOf(charge: StoredCharge): object {
  const { billingPeriod, billingCountryCode, currency, price, tiers, creditGrantCadence } = charge;
  const money = (amount: string | null) =>
    amount === null ? undefined : { amount: Number(amount), currency };
  const { rateAmount, rateCurrencyId, costFormula, blockSize } = charge;
  return {
    ...{ billingPeriod, billingCountryCode: billingCountryCode ?? undefined, creditGrantCadence },
    price: money(price),
    tiers: tiers?.map(({ upTo, unitPrice, flatPrice }) => ({
      upTo: upTo === null ? null : Number(upTo),
      ...{ unitPrice: money(unitPrice), flatPrice: money(flatPrice) },
    })),
    blockSize: blockSize === null ? undefined : Number(blockSize),
    creditRate:
      rateAmount === null
        ? undefined
        : { amount: Number(rateAmount), currencyId: rateCurrencyId, costFormula },
  };
}
