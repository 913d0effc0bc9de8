import { badInput } from '#libs/kernel/errors/domain-error';
import type { StoredCurrency } from '#modules/catalog/custom-currencies';
import type { StoredFeature } from '#modules/catalog/features';
import type { PricesRequest } from './charge-request';
import type { ChargeTerms } from './charge-terms';

/** What a request names, by public id. */
export interface NamedReferences {
  features: ReadonlyMap<string, StoredFeature>;
  currencies: ReadonlyMap<string, StoredCurrency>;
}

/** Public ids of all that a request names, each once. */
export function namedIn({ pricingModels = [], overagePricingModels = [] }: PricesRequest): {
  featureIds: string[];
  currencyIds: string[];
} {
  const features = [...pricingModels, ...overagePricingModels].map(({ featureId }) => featureId);
  const rates = pricingModels.flatMap(({ pricePeriods }) => pricePeriods.map(({ creditRate }) => creditRate));
  const currencies = [
    ...pricingModels.map(({ topUpCustomCurrencyId }) => topUpCustomCurrencyId),
    ...rates.map((rate) => rate?.currencyId),
    ...overagePricingModels.map(({ currencyId }) => currencyId),
  ];
  return { featureIds: stated(features), currencyIds: stated(currencies) };
}

const stated = (ids: readonly (string | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== undefined)),
];

type FeatureLink = Pick<ChargeTerms, 'featureUid' | 'featureId'>;
type CurrencyLink = Pick<ChargeTerms, 'customCurrencyUid' | 'customCurrencyId'>;

export const linkOfFeature = ({ uid, id }: StoredFeature): FeatureLink => ({
  featureUid: uid,
  featureId: id,
});

export const linkOfCurrency = ({ uid, id }: StoredCurrency): CurrencyLink => ({
  customCurrencyUid: uid,
  customCurrencyId: id,
});

/** A price per unit needs units. @throws BadUserInput. Domain: catalog R3 */
export function requireNumber({ id, featureType }: StoredFeature, at: string): void {
  if (featureType !== 'NUMBER') throw badInput(`${at}: feature ${id} is ${featureType}, not NUMBER`);
}

/** A price of usage needs usage that is counted. @throws BadUserInput. Domain: catalog R3 */
export function requireMetered(feature: StoredFeature, at: string): void {
  requireNumber(feature, at);
  if (!feature.isMetered) throw badInput(`${at}: feature ${feature.id} is not metered, so it has no usage`);
}
