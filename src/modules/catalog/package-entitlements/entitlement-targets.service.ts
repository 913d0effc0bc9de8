import { Injectable } from '@nestjs/common';
import { eachPlaced, type Placed } from '#libs/kernel/errors/placed';
import { CustomCurrenciesService } from '#modules/catalog/custom-currencies';
import { FeaturesService, type StoredFeature } from '#modules/catalog/features';
import type { NamedTargets, NewEntitlement } from './domain/new-entitlement';
import { featureUidsOf, type PackageEntitlement } from './domain/package-entitlement';

/** The features and custom currencies that entitlements are about. */
@Injectable()
export class EntitlementTargetsService {
  constructor(
    private readonly features: FeaturesService,
    private readonly currencies: CustomCurrenciesService,
  ) {}

  /**
   * All that the request names; unknown ones come before archived ones, and a refusal tells which element.
   * @throws FeatureNotFound, CustomCurrencyNotFound, EntityIsArchivedError
   */
  async named(requests: readonly NewEntitlement[]): Promise<NamedTargets> {
    const named = requests.map((asked, index) => namedIn(asked, `entitlements[${index}]`));
    const featureIds = named.flatMap((each) => each.features);
    const currencyIds = named.flatMap((each) => each.currencies);
    const features = await this.features.findPlaced(featureIds);
    const currencies = await this.currencies.findPlaced(currencyIds);
    await eachPlaced(featureIds, (id) => features.get(id)?.requireUsable());
    await eachPlaced(currencyIds, (id) => currencies.get(id)?.requireLive());
    return { features, currencies };
  }

  /** The features that credit entitlements are to depend on from now on, by id. @throws FeatureNotFound, EntityIsArchivedError */
  async dependencies(ids: readonly string[]): Promise<ReadonlyMap<string, StoredFeature>> {
    const features = await this.features.findAll([...new Set(ids)]);
    for (const feature of features.values()) feature.requireUsable();
    return features;
  }

  /** The features that stored entitlements are about, by uid. */
  featuresOf(entitlements: readonly PackageEntitlement[]): Promise<Map<string, StoredFeature>> {
    return this.features.byUids(featureUidsOf(entitlements));
  }
}

function namedIn(asked: NewEntitlement, at: string): Record<'features' | 'currencies', Placed<string>[]> {
  const { id } = asked;
  if (asked.type === 'FEATURE') return { features: [{ asked: id, at }], currencies: [] };
  const { dependencyFeatureId } = asked;
  const dependency = dependencyFeatureId
    ? [{ asked: dependencyFeatureId, at: `${at}.dependencyFeatureId` }]
    : [];
  return { features: dependency, currencies: [{ asked: id, at }] };
}
