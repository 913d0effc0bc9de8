import type { Charge, Package } from './package-reads';

/** The price rows of a package as the body of a change has them: models, each with its prices by period and country. */
export function chargesGiven(of: Package, rows: readonly Charge[]): object {
  const models = new Map<string, { model: object; pricePeriods: object[] }>();
  const minimumSpend: object[] = [];
  for (const row of rows) {
    const { billingPeriod, price } = row;
    if (row.billingModel === 'MINIMUM_SPEND') {
      minimumSpend.push({ billingPeriod, minimum: price });
      continue;
    }
    const model = modelOf(row);
    const key = JSON.stringify(model);
    const known = models.get(key) ?? { model, pricePeriods: [] };
    known.pricePeriods.push(periodOf(row));
    models.set(key, known);
  }
  return {
    pricingType: of.pricingType ?? 'PAID',
    pricingModels: [...models.values()].map(({ model, pricePeriods }) => ({ ...model, pricePeriods })),
    ...(minimumSpend.length > 0 ? { minimumSpend } : {}),
  };
}

const modelOf = (row: Charge): object => ({
  ...{ billingModel: row.billingModel, billingCadence: row.billingCadence, featureId: row.featureId },
  ...{
    tiersMode: row.tiersMode,
    resetPeriod: row.resetPeriod,
    topUpCustomCurrencyId: row.topUpCustomCurrencyId,
  },
  ...{ minUnitQuantity: row.minUnitQuantity, maxUnitQuantity: row.maxUnitQuantity },
});

const periodOf = (row: Charge): object => ({
  ...{ billingPeriod: row.billingPeriod, billingCountryCode: row.billingCountryCode, price: row.price },
  ...{ blockSize: row.blockSize, creditRate: row.creditRate, creditGrantCadence: row.creditGrantCadence },
  tiers: row.tiers ?? [],
});
