import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Decimal } from '#libs/kernel/decimal';
import { Within } from '#libs/use-cases/use-case';
import { FeaturesService, soldUnits, type StoredFeature } from '#modules/catalog/features';
import { MeteringService, windowOf, type CountedBy } from '#modules/entitlements/metering';
import { lifetime, MetersService } from '#modules/entitlements/meters';
import type { EffectiveEntitlement } from './domain/effective-entitlement';
import { fallsBelow } from './domain/entitlement-difference';
import { differencesByScope, type ForecastScope, type ScopedDifference } from './domain/entitlement-forecast';
import type { EntitlementSource } from './domain/entitlement-source';
import type { FeatureGrant } from './domain/feature-grant';
import { EntitlementForecastsReader, type NamedSnapshot } from './entitlement-forecasts.reader';
import type { DeclaredSource } from './declared-snapshot.record';
import { readSource } from './stored-source.record';

/** What a forecast needs to know of a feature. */
export type ForecastFeature = Pick<StoredFeature, 'uid' | 'id' | 'meterType' | 'unitTransformation'> &
  Partial<Pick<StoredFeature, 'meter'>>;

/** A feature that would answer differently for a customer, or for one of its resources. */
export interface EntitlementForecast {
  customerId: string;
  /** Null is the customer's own level. */
  resourceId: string | null;
  featureId: string;
  /** Null is not granted. */
  before: FeatureGrant | null;
  after: FeatureGrant | null;
  /** Sold units in the window that runs, as a check tells them; null where nothing is counted. */
  usage: number | null;
  fallsBelowUsage: boolean;
}

interface Found extends ScopedDifference {
  snapshot: NamedSnapshot;
  feature: ForecastFeature;
}

interface Counted {
  each: Found;
  by: CountedBy;
}

/** What customers would be entitled to if some of their sources granted something else. Nothing is stored. */
@Injectable()
export class EntitlementForecasts {
  constructor(
    private readonly reader: EntitlementForecastsReader,
    private readonly features: FeaturesService,
    private readonly metering: MeteringService,
    private readonly meters: MetersService,
    private readonly clock: Clock,
  ) {}

  /**
   * Customer by customer, in seven statements at most however many they are, unless a window must be summed. A source that is not declared now is passed over.
   * @param declared instead of what is declared under the same keys
   * @param newFeatures features that are none yet, by the uid that the sources name them by
   */
  @Within()
  async differences(
    declared: readonly DeclaredSource[],
    newFeatures: ReadonlyMap<string, ForecastFeature>,
  ): Promise<EntitlementForecast[]> {
    const at = this.clock.now();
    const snapshots = await this.reader.of([...new Set(declared.map(({ customerUid }) => customerUid))]);
    const byKey = new Map(declared.map((source) => [source.sourceKey, source]));
    const differing = [...byCustomer(snapshots)].flatMap((own) =>
      differencesByScope(
        own.map((snapshot) => scopeOf(snapshot, byKey)),
        at,
      ).map((each) => ({ ...each, snapshot: own.find((s) => s.resourceKey === each.resourceKey) })),
    );
    const known = await this.features.byUids([...new Set(differing.map(({ featureKey }) => featureKey))]);
    const found = differing.flatMap(({ snapshot, ...each }): Found[] => {
      const feature = known.get(each.featureKey) ?? newFeatures.get(each.featureKey);
      return snapshot && feature ? [{ ...each, snapshot, feature }] : [];
    });
    const usage = await this.usageOf(found);
    return found.map((each) => forecastOf(each, usage.get(each) ?? null));
  }

  /** Of those that count something now. */
  private async usageOf(found: readonly Found[]): Promise<Map<Found, number>> {
    const counted = found.flatMap((each) => {
      const by = countedBy(each);
      return by ? [{ each, by }] : [];
    });
    const [fed, reported] = [true, false].map((isFed) =>
      counted.filter(({ each }) => Boolean(each.feature.meter) === isFed),
    ) as [Counted[], Counted[]];
    const now = this.clock.now();
    const events = await this.meters.presentUsage(
      fed.map(({ by: { rule, ...key } }) => ({ key, window: rule ? windowOf(rule, now) : lifetime })),
    );
    const reports = await this.metering.presentUsage(reported.map(({ by }) => by));
    const usage = [...events, ...reports];
    return new Map(
      [...fed, ...reported].map(({ each }, index) => [
        each,
        soldUnits(new Decimal(usage[index] ?? 0), each.feature.unitTransformation),
      ]),
    );
  }
}

/** Snapshots of one customer stand side by side. */
function* byCustomer(snapshots: readonly NamedSnapshot[]): Generator<NamedSnapshot[]> {
  let own: NamedSnapshot[] = [];
  for (const snapshot of snapshots) {
    if (own[0] && own[0].customerUid !== snapshot.customerUid) {
      yield own;
      own = [];
    }
    own.push(snapshot);
  }
  if (own.length > 0) yield own;
}

function scopeOf(snapshot: NamedSnapshot, declared: ReadonlyMap<string, DeclaredSource>): ForecastScope {
  const { resourceKey, grants, subscriptions } = snapshot;
  const before = new Map<string, EntitlementSource[]>();
  for (const [uid, sources] of Object.entries(grants))
    before.set(
      uid,
      sources.map((source) => readSource(source, resourceKey)),
    );
  const replaced = new Set(subscriptions.map(({ key }) => key).filter((key) => declared.has(key)));
  const after = new Map<string, EntitlementSource[]>();
  for (const [uid, sources] of before)
    after.set(
      uid,
      sources.filter(({ sourceKey }) => !replaced.has(sourceKey)),
    );
  for (const key of replaced) {
    const { features, sourceKind, sourceKey, from, until } = declared.get(key) as DeclaredSource;
    const source = { sourceKind, sourceKey, from, until, scope: resourceKey };
    for (const [uid, { anchor, ...grant }] of features)
      after.set(uid, [...(after.get(uid) ?? []), { ...source, anchor, grant }]);
  }
  return { resourceKey, before, after };
}

/** The counter that usage is held against now. Domain: entitlements-usage A8 */
function countedBy({ before, feature, snapshot }: Found): CountedBy | undefined {
  if (before.status !== 'granted' || feature.meterType === 'None') return undefined;
  const { scope: resourceKey, grant, anchor } = before;
  const rule = feature.meterType === 'FLUCTUATING' ? null : { ...grant.reset, anchor };
  return { customerUid: snapshot.customerUid, resourceKey, featureUid: feature.uid, rule };
}

const grantOf = (effective: EffectiveEntitlement): FeatureGrant | null =>
  effective.status === 'granted' ? effective.grant : null;

function forecastOf(found: Found, usage: number | null): EntitlementForecast {
  const { before, after, feature, snapshot } = found;
  return {
    customerId: snapshot.customerId,
    resourceId: snapshot.resourceId,
    featureId: feature.id,
    before: grantOf(before),
    after: grantOf(after),
    usage,
    fallsBelowUsage: usage !== null && fallsBelow(found, usage),
  };
}
