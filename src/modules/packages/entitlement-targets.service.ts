import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { CustomCurrenciesService } from '#modules/custom-currencies';
import { FeaturesService, type StoredFeature } from '#modules/features';
import type { NamedTargets, NewEntitlement } from './domain/new-entitlement';
import { currencyUidsOf, featureUidsOf, type PackageEntitlement } from './domain/package-entitlement';
import type { EntitlementTargets } from './domain/publishable-entitlements';

/** The features and custom currencies that entitlements are about. */
@Injectable()
export class EntitlementTargetsService {
  constructor(
    private readonly features: FeaturesService,
    private readonly currencies: CustomCurrenciesService,
  ) {}

  /** All that the request names; unknown ones come before archived ones. @throws FeatureNotFound, CustomCurrencyNotFound, EntityIsArchivedError */
  @Within()
  async named(requests: readonly NewEntitlement[]): Promise<NamedTargets> {
    const featureIds = requests.flatMap((asked) =>
      asked.type === 'FEATURE' ? [asked.id] : asked.dependencyFeatureId ? [asked.dependencyFeatureId] : [],
    );
    const currencyIds = requests.flatMap((asked) => (asked.type === 'CREDIT' ? [asked.id] : []));
    const features = await this.features.findAll([...new Set(featureIds)]);
    const currencies = await this.currencies.findAll([...new Set(currencyIds)]);
    for (const feature of features.values()) feature.requireUsable();
    for (const currency of currencies.values()) currency.requireLive();
    return { features, currencies };
  }

  /** The features that credit entitlements are to depend on from now on, by id. @throws FeatureNotFound, EntityIsArchivedError */
  @Within()
  async dependencies(ids: readonly string[]): Promise<ReadonlyMap<string, StoredFeature>> {
    const features = await this.features.findAll([...new Set(ids)]);
    for (const feature of features.values()) feature.requireUsable();
    return features;
  }

  /** What stored entitlements refer to. */
  @Within()
  async of(entitlements: readonly PackageEntitlement[]): Promise<EntitlementTargets> {
    return {
      features: await this.features.byUids(featureUidsOf(entitlements)),
      currencies: await this.currencies.byUids(currencyUidsOf(entitlements)),
    };
  }
}
