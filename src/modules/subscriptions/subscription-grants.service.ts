import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import {
  EntitlementsService,
  resolveSubscription,
  type AddonContribution,
  type FeatureRecord,
  type PackageFeature,
} from '#modules/entitlements';
import { FeaturesService, type StoredFeature } from '#modules/features';
import { PackagesService, type StoredEntitlement } from '#modules/packages';
import type { EntitlementOverride } from './domain/entitlement-override';
import type { Subscription } from './domain/subscription';
import type { SubscriptionPackage } from './domain/subscription-package';

/** From what a subscription pins to what it grants, declared in the transaction of the change. */
@Injectable()
export class SubscriptionGrants {
  constructor(
    private readonly packages: PackagesService,
    private readonly features: FeaturesService,
    private readonly entitlements: EntitlementsService,
  ) {}

  @Within()
  async declare(subscription: Subscription, pinned: readonly SubscriptionPackage[]): Promise<void> {
    const byVersion = await this.packages.entitlementsOf(pinned.map(({ versionUid }) => versionUid));
    const features = await this.featuresOf(byVersion, subscription.overrides);
    const contributes = ({ versionUid }: SubscriptionPackage) => ({
      features: (byVersion.get(versionUid) ?? []).flatMap((entitlement) =>
        packageFeature(entitlement, features),
      ),
    });
    const plans = pinned.filter(({ role }) => role === 'PLAN').sort((a, b) => a.position - b.position);
    const addons = pinned.filter(({ role }) => role === 'ADDON');
    const resolved = resolveSubscription({
      planChain: plans.map(contributes),
      addons: addons.map((addon): AddonContribution => {
        const { quantity, joinedAt, position: order } = addon;
        return { ...contributes(addon), quantity, joinedAt, order };
      }),
      overrides: subscription.overrides.flatMap((override) => overrideRecord(override, features)),
      usageAnchor: subscription.usageAnchor,
    });
    const { customerUid, resourceKey, uid: sourceKey, startDate: from, endsAt: until } = subscription;
    const source = { customerUid, resourceKey, sourceKey, from, until, features: resolved };
    await this.entitlements.declare({ sourceKind: 'SUBSCRIPTION', ...source });
  }

  private featuresOf(
    byVersion: Map<string, StoredEntitlement[]>,
    overrides: readonly EntitlementOverride[],
  ): Promise<Map<string, StoredFeature>> {
    const entitled = [...byVersion.values()]
      .flat()
      .flatMap(({ featureUid }) => (featureUid ? [featureUid] : []));
    return this.features.byUids([
      ...new Set([...entitled, ...overrides.map(({ featureUid }) => featureUid)]),
    ]);
  }
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

function overrideRecord(
  override: EntitlementOverride,
  features: Map<string, StoredFeature>,
): FeatureRecord[] {
  const feature = features.get(override.featureUid);
  if (!feature) return [];
  const { usageLimit, hasUnlimitedUsage, hasSoftLimit, resetPeriod, accordingTo: resetAnchor } = override;
  const value = { usageLimit, hasUnlimitedUsage, hasSoftLimit, enumValues: null, resetPeriod, resetAnchor };
  return [{ featureKey: feature.uid, featureType: feature.featureType, isGranted: true, ...value }];
}
