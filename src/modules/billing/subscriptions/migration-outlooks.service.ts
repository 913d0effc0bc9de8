import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { ChargesService, type StoredCharge } from '#modules/catalog/charges';
import {
  EntitlementForecasts,
  type DeclaredSource,
  type EntitlementForecast,
} from '#modules/entitlements/entitlements';
import { PackageVersionsService, type VersionFacts } from '#modules/catalog/package-structure';
import type { PackageKind } from '#modules/catalog/package-versions';
import { foreseen } from './domain/foreseen-move';
import type { CustomerBound, CustomerRange, MigrationOutlook } from './domain/migration-outlook';
import type { PinnedSubscription } from './domain/subscription-move';
import { chargesIn } from './purchases.service';
import { sourceOf, EntitlementSourcesService } from './entitlement-sources.service';
import { SubscriptionHoldersReader } from './subscription-holders.reader';
import { SubscriptionsRepository } from './subscriptions.repository';

/** A package that is published with ALL_CUSTOMERS. */
export interface PublishedName {
  kind: PackageKind;
  id: string;
}

/** What some customers would notice. */
export interface Outlook {
  /** Who held an older version. */
  customers: number;
  differences: EntitlementForecast[];
}

/** What becomes of whom if packages are published for all customers, without publishing them. Domain: catalog L6, L7 */
@Injectable()
export class MigrationOutlooks {
  constructor(
    private readonly charges: ChargesService,
    private readonly versions: PackageVersionsService,
    private readonly sources: EntitlementSourcesService,
    private readonly holders: SubscriptionHoldersReader,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly forecasts: EntitlementForecasts,
    private readonly clock: Clock,
  ) {}

  /**
   * Asked where the publications are tried out: what it answers outlives them.
   * @param published in the order of their publication
   */
  @Within()
  async of(published: readonly PublishedName[]): Promise<MigrationOutlook> {
    const targets = await this.targetsOf(published);
    const ancestors = await this.versions.ancestorsOf(targets);
    const versionUids = [...new Set([...targets, ...ancestors].map(({ versionUid }) => versionUid))];
    const { byVersion, features } = await this.sources.contentsOf(versionUids, []);
    const charges = await this.charges.ofVersions(versionUids);
    return {
      targets,
      ancestors,
      contents: Object.fromEntries([...byVersion].map(([uid, contents]) => [uid, [...contents]])),
      charges: Object.fromEntries(charges),
      features: [...features.values()].map(({ uid, id, featureType, meterType, unitTransformation }) => ({
        ...{ uid, id, featureType, meterType, unitTransformation },
      })),
    };
  }

  private async targetsOf(published: readonly PublishedName[]): Promise<VersionFacts[]> {
    const idsOf = (kind: PackageKind) => published.filter((each) => each.kind === kind).map(({ id }) => id);
    const found = {
      PLAN: await this.versions.latestNamed('PLAN', idsOf('PLAN')),
      ADDON: await this.versions.latestNamed('ADDON', idsOf('ADDON')),
    };
    return published.flatMap(({ kind, id }) => found[kind].get(id) ?? []);
  }

  /** Ranges of so many customers who hold an older version of what would be published. */
  @Within()
  async rangesOf(
    { targets }: MigrationOutlook,
    size: number,
  ): Promise<{ bounds: CustomerBound[]; customers: number }> {
    return this.holders.boundsOf(await this.versions.olderThan(targets), size);
  }

  /** Customers as they are now, in as many statements however many they are. What refuses its move stays as it is. */
  @Within()
  async differencesIn(outlook: MigrationOutlook, range: CustomerRange): Promise<Outlook> {
    const now = this.clock.now();
    const pinned = await this.pinnedIn(outlook, range);
    const contents = await this.contentsOf(outlook, pinned);
    const catalog = await this.catalogOf(outlook, pinned);
    const declared: DeclaredSource[] = [];
    for (const from of pinned) {
      const { subscription } = await foreseen(from, outlook.targets, catalog, now);
      declared.push(sourceOf(subscription, contents));
    }
    const newFeatures = new Map(outlook.features.map((feature) => [feature.uid, feature]));
    const customers = new Set(declared.map(({ customerUid }) => customerUid)).size;
    return { customers, differences: await this.forecasts.differences(declared, newFeatures) };
  }

  private async pinnedIn({ targets }: MigrationOutlook, range: CustomerRange): Promise<PinnedSubscription[]> {
    const subscriptions = await this.subscriptions.pinningIn(range, await this.versions.olderThan(targets));
    const pins = subscriptions.flatMap(({ packages }) => packages);
    const facts = await this.versions.byUids([...new Set(pins.map(({ versionUid }) => versionUid))]);
    return subscriptions.map((subscription) => {
      const versions = subscription.packages.flatMap(({ versionUid }) => facts.get(versionUid) ?? []);
      return { subscription, versions: new Map(versions.map((each) => [each.packageUid, each])) };
    });
  }

  private async contentsOf(outlook: MigrationOutlook, pinned: readonly PinnedSubscription[]) {
    const overrides = pinned.flatMap(({ subscription }) => subscription.overrides);
    const stored = await this.sources.contentsOf(storedVersions(pinned, outlook.contents), overrides);
    return {
      byVersion: new Map([...stored.byVersion, ...Object.entries(outlook.contents)]),
      features: stored.features,
    };
  }

  private async catalogOf({ ancestors, charges }: MigrationOutlook, pinned: readonly PinnedSubscription[]) {
    const paid = pinned.filter(({ subscription }) => subscription.purchase !== null);
    const stored = storedVersions(paid, charges);
    const rows = new Map<string, StoredCharge[]>([
      ...(stored.length > 0 ? await this.charges.ofVersions(stored) : []),
      ...Object.entries(charges),
    ]);
    const latest = new Map(ancestors.map((each) => [each.packageUid, each]));
    return {
      latestOf: (packageUid: string) => latest.get(packageUid),
      chargesOf: (order: Parameters<typeof chargesIn>[0]) => chargesIn(order, rows),
    };
  }
}

/** Those that a subscription pins and the outlook does not bring along. */
const storedVersions = (pinned: readonly PinnedSubscription[], brought: object): string[] => {
  const uids = pinned.flatMap(({ subscription }) =>
    subscription.packages.map(({ versionUid }) => versionUid),
  );
  return [...new Set(uids)].filter((uid) => !Object.hasOwn(brought, uid));
};
