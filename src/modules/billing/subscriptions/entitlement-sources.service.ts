import { Injectable } from '@nestjs/common';
import {
  EntitlementsService,
  resolveSubscription,
  type AddonContribution,
  type DeclaredSource,
  type FeatureRecord,
  type PackageFeature,
} from '#modules/entitlements/entitlements';
import type { PackageCredit } from '#modules/entitlements/credits';
import { FeaturesService, type StoredFeature } from '#modules/catalog/features';
import { VersionEntitlementsService, type StoredEntitlement } from '#modules/catalog/package-entitlements';
import { isOfFeature, type EntitlementOverride } from './domain/entitlement-override';
import type { PurchasedCredits } from './domain/purchased-credits';
import type { Subscription } from './domain/subscription';
import { SubscriptionBudgets } from './subscription-budgets.service';
import { packageCredit, SubscriptionCredits } from './subscription-credits.service';
import type { SubscriptionPackage } from './domain/subscription-package';

/** What versions grant, with the features that they and the values of subscriptions' own name. */
export interface VersionContents {
  byVersion: ReadonlyMap<string, readonly PackageFeature[]>;
  /** By uid. */
  features: ReadonlyMap<string, StoredFeature>;
  creditsByVersion: ReadonlyMap<string, readonly PackageCredit[]>;
}

/** From what a subscription pins to what it grants, declared in the transaction of the change. */
@Injectable()
export class EntitlementSourcesService {
  constructor(
    private readonly packages: VersionEntitlementsService,
    private readonly features: FeaturesService,
    private readonly entitlements: EntitlementsService,
    private readonly budgets: SubscriptionBudgets,
    private readonly credits: SubscriptionCredits,
  ) {}

  async declare(subscription: Subscription): Promise<void> {
    const versionUids = subscription.packages.map(({ versionUid }) => versionUid);
    const contents = await this.contentsOf(versionUids, subscription.overrides);
    const source = sourceOf(subscription, contents);
    const budget = subscription.budget && (await this.budgets.termsOf(subscription, source.features));
    const bought = await this.credits.boughtBy(subscription);
    await this.entitlements.declare({ ...source, budget: budget ?? undefined, rates: ratesOf(bought) });
    await this.credits.declare(subscription, source, bought, contents.creditsByVersion);
  }

  /** From now on it grants nothing on the resource that it was for. */
  async withdraw(subscription: Subscription, now: Date): Promise<void> {
    const {
      customerUid,
      customerId,
      resourceKey,
      resourceId,
      uid: sourceKey,
      startDate: from,
    } = subscription;
    const place = { customerUid, customerId, resourceKey, resourceId, sourceKey, from, until: now };
    const source: DeclaredSource = { sourceKind: 'SUBSCRIPTION', ...place, features: new Map() };
    await this.entitlements.declare(source);
    this.credits.withdraw(subscription, source);
  }

  /** @param overrides of all the subscriptions that shall be resolved with it */
  async contentsOf(
    versionUids: readonly string[],
    overrides: readonly EntitlementOverride[],
  ): Promise<VersionContents> {
    const byVersion = await this.packages.ofVersions(versionUids);
    const features = await this.featuresOf(byVersion, overrides);
    const contents = [...byVersion].map(
      ([uid, entitlements]) => [uid, entitlements.flatMap((each) => packageFeature(each, features))] as const,
    );
    const credits = [...byVersion].map(
      ([uid, entitlements]) => [uid, entitlements.flatMap(packageCredit)] as const,
    );
    return { byVersion: new Map(contents), features, creditsByVersion: new Map(credits) };
  }

  private featuresOf(
    byVersion: Map<string, StoredEntitlement[]>,
    overrides: readonly EntitlementOverride[],
  ): Promise<Map<string, StoredFeature>> {
    const entitled = [...byVersion.values()]
      .flat()
      .flatMap(({ featureUid }) => (featureUid ? [featureUid] : []));
    return this.features.byUids([
      ...new Set([...entitled, ...overrides.filter(isOfFeature).map(({ featureUid }) => featureUid)]),
    ]);
  }
}

const ratesOf = ({ rates }: PurchasedCredits): DeclaredSource['rates'] =>
  new Map(
    rates.map(({ featureUid, currencyUid, currencyId, amount, costFormula }) => [
      featureUid,
      { currencyUid, currencyId, amount, costFormula },
    ]),
  );

/** What it grants. */
export function sourceOf(
  subscription: Subscription,
  { byVersion, features }: Pick<VersionContents, 'byVersion' | 'features'>,
): DeclaredSource {
  const contributes = ({ versionUid }: SubscriptionPackage) => ({
    features: byVersion.get(versionUid) ?? [],
  });
  const resolved = resolveSubscription({
    planChain: subscription.plans.map(contributes),
    addons: subscription.addons.map((addon): AddonContribution => {
      const { quantity, joinedAt, position: order } = addon;
      return { ...contributes(addon), quantity, joinedAt, order };
    }),
    overrides: subscription.overrides.flatMap((override) => overrideRecord(override, features)),
    usageAnchor: subscription.usageAnchor,
  });
  const { customerUid, resourceKey, uid: sourceKey, startDate: from, grantsUntil: until } = subscription;
  const { customerId, resourceId, grantsOtherwiseAt: dueAt } = subscription;
  const source = { customerUid, resourceKey, sourceKey, from, until, dueAt, features: resolved };
  return { sourceKind: 'SUBSCRIPTION', customerId, resourceId, ...source };
}

/** CREDIT entitlements create grants of credits; they are no part of this. Domain: entitlements-usage G8 */
function packageFeature(
  entitlement: StoredEntitlement,
  features: Map<string, StoredFeature>,
): PackageFeature[] {
  const feature = entitlement.featureUid === null ? undefined : features.get(entitlement.featureUid);
  if (!feature) return [];
  return [
    {
      featureKey: feature.uid,
      featureType: feature.featureType,
      isGranted: entitlement.isGranted,
      isCustom: entitlement.isCustom === true,
      usageLimit: entitlement.usageLimit,
      hasUnlimitedUsage: entitlement.hasUnlimitedUsage === true,
      hasSoftLimit: entitlement.hasSoftLimit === true,
      enumValues: entitlement.enumValues,
      resetPeriod: entitlement.resetPeriod,
      resetAnchor: entitlement.accordingTo,
      behavior: entitlement.behavior,
    },
  ];
}

/** Credits of its own are no part of this either. */
function overrideRecord(
  override: EntitlementOverride,
  features: VersionContents['features'],
): FeatureRecord[] {
  if (!isOfFeature(override)) return [];
  const feature = features.get(override.featureUid);
  if (!feature) return [];
  const { usageLimit, hasUnlimitedUsage, hasSoftLimit, resetPeriod, accordingTo: resetAnchor } = override;
  const value = { usageLimit, hasUnlimitedUsage, hasSoftLimit, enumValues: null, resetPeriod, resetAnchor };
  return [{ featureKey: feature.uid, featureType: feature.featureType, isGranted: true, ...value }];
}
