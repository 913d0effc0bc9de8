import type { MinimumSpendRequest, OverageBillingPeriod } from '#modules/catalog/charges';
import { keyOf } from './differences';
import { lean } from './lean';
import type { Reference } from './part-form';
import { grouped, normalMoney, rowsOf, type PricedModel } from './price-rows';

/** What a plan or an addon costs, as the doors take it. Domain: catalog R1 */
export interface ChargesDocument {
  /** Of all prices, at a billing provider. */
  billingId?: string | null;
  overageBillingPeriod?: OverageBillingPeriod | null;
  minimumSpend?: MinimumSpendRequest[] | null;
  pricingModels?: PricedModel[];
  overagePricingModels?: PricedModel[];
}

export const usualOverageBilling = 'ON_SUBSCRIPTION_RENEWAL';

/** Prices of one model together, amounts with their currency; undefined where nothing is said. */
export function normalCharges(given: ChargesDocument | null | undefined): ChargesDocument | undefined {
  if (!given) return undefined;
  const { billingId, overageBillingPeriod, minimumSpend, pricingModels, overagePricingModels } = given;
  const models = grouped((pricingModels ?? []).flatMap(rowsOf));
  const charges = lean<ChargesDocument>(
    {
      ...{ billingId, overageBillingPeriod },
      minimumSpend: [...(minimumSpend ?? []).map(normalSpend), ...models.flatMap(floorsIn)],
      pricingModels: models.flatMap(withoutFloors),
      overagePricingModels: grouped((overagePricingModels ?? []).flatMap(rowsOf)),
    },
    { overageBillingPeriod: usualOverageBilling },
  );
  return Object.keys(charges).length === 0 ? undefined : charges;
}

const normalSpend = ({ billingPeriod, minimum }: MinimumSpendRequest): MinimumSpendRequest => ({
  billingPeriod,
  minimum: normalMoney(minimum),
});

const isFloor = ({ billingModel }: PricedModel): boolean => billingModel === 'MINIMUM_SPEND';

/** A floor for all countries may be written either way, and is told in the list of its own. Domain: catalog R8 */
const floorsIn = (model: PricedModel): MinimumSpendRequest[] =>
  !isFloor(model)
    ? []
    : model.pricePeriods.flatMap(({ billingPeriod, billingCountryCode, price }) =>
        price && billingCountryCode === undefined ? [{ billingPeriod, minimum: price }] : [],
      );

function withoutFloors(model: PricedModel): PricedModel[] {
  if (!isFloor(model)) return [model];
  const pricePeriods = model.pricePeriods.filter(
    ({ billingCountryCode }) => billingCountryCode !== undefined,
  );
  return pricePeriods.length === 0 ? [] : [{ ...model, pricePeriods }];
}

/** What prices name. Domain: catalog R3, R5, R12 */
export const chargeReferences = (charges: ChargesDocument): Reference[] =>
  (['pricingModels', 'overagePricingModels'] as const).flatMap((list) =>
    (charges[list] ?? []).flatMap((model) => namedBy(model, `charges.${list}[${keyOf(model)}]`)),
  );

function namedBy(model: PricedModel, path: string): Reference[] {
  const { featureId, currencyId, topUpCustomCurrencyId, pricePeriods } = model;
  const rated = pricePeriods.map(({ creditRate }) => creditRate?.currencyId);
  const references = (part: 'features' | 'customCurrencies', ids: (string | undefined)[]) =>
    ids.flatMap((id): Reference[] => (id === undefined ? [] : [{ path, part, id }]));
  return [
    ...references('features', [featureId]),
    ...references('customCurrencies', [currencyId, topUpCustomCurrencyId, ...rated]),
  ];
}
