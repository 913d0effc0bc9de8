import { Injectable } from '@nestjs/common';
import {
  chargedCurrencyUids,
  chargedFeatureUids,
  ChargesService,
  type StoredCharge,
} from '#modules/catalog/charges';
import { CustomCurrenciesService } from '#modules/catalog/custom-currencies';
import { FeatureLifeService } from '#modules/catalog/features';
import {
  currencyUidsOf,
  featureUidsOf,
  type StoredEntitlement as PackageEntitlement,
  requireComplete,
  requireDependencies,
  type EntitlementTargets,
  OverageEntitlementsService,
  VersionEntitlementsService,
} from '#modules/catalog/package-entitlements';
import type { Package, PackageVersion } from '#modules/catalog/package-versions';

/** What goes live with a version. */
export interface PublishableContents {
  entitlements: PackageEntitlement[];
  charges: readonly StoredCharge[];
}

/** Entitlements and price rows of a draft on their way to customers. Domain: catalog L8 */
@Injectable()
export class PublishableContentsService {
  constructor(
    private readonly charges: ChargesService,
    private readonly overages: OverageEntitlementsService,
    private readonly versions: VersionEntitlementsService,
    private readonly features: FeatureLifeService,
    private readonly currencies: CustomCurrenciesService,
  ) {}

  chargesOf(draft: PackageVersion): Promise<StoredCharge[]> {
    return this.charges.of(draft.uid);
  }

  /**
   * What fitted when it was written may no longer fit, and links between prices and entitlements are only complete now. From here
   * on it stays as it is read until the commit: whoever archives a feature or a currency, or takes a value away, waits.
   * @throws what `requireComplete`, `requireDependencies` and `OverageEntitlementsService.settle` throw,
   *   EntityIsArchivedError for what a price refers to
   */
  async require(
    { kind, id }: Package,
    draft: PackageVersion,
    charges: readonly StoredCharge[],
  ): Promise<PublishableContents> {
    await this.overages.settle(id, draft, charges);
    const entitlements = (await this.versions.ofVersions([draft.uid])).get(draft.uid) ?? [];
    const targets = await this.activate({ entitlements, charges });
    await this.charges.requireLiveReferences(charges);
    requireComplete(entitlements, targets);
    if (kind === 'PLAN') {
      requireDependencies(entitlements, await this.versions.inheritedFrom(draft.parentPlanUid));
    }
    return { entitlements, charges };
  }

  /** From their first publication on, features are in use. At once, so that two publications never wait in a circle. Domain: catalog F3 */
  private async activate({ entitlements, charges }: PublishableContents): Promise<EntitlementTargets> {
    const features = [...featureUidsOf(entitlements), ...chargedFeatureUids(charges)];
    const currencies = [...currencyUidsOf(entitlements), ...chargedCurrencyUids(charges)];
    return {
      features: await this.features.activate([...new Set(features)]),
      currencies: await this.currencies.hold([...new Set(currencies)]),
    };
  }
}
