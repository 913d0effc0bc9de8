import { latest } from '#libs/kernel/period';
import type { ResetRule } from '#modules/entitlements/metering';
import {
  isFilled,
  type AddonContribution,
  type AddonFeature,
  type FeatureRecord,
  type PackageContribution,
} from './contribution';
import type { FeatureGrant } from './feature-grant';
import { combinedValue, type FeatureParts } from './feature-value';
import { inheritedFeatures } from './plan-inheritance';

export interface SubscriptionContributions {
  /** Pinned versions of the plan's inheritance chain, root first, leaf last (catalog I3). */
  planChain: readonly PackageContribution[];
  addons: readonly AddonContribution[];
  /** FEATURE entitlements of the subscription itself. */
  overrides: readonly FeatureRecord[];
  /** Start of the subscription or of its trial, or the instant of the last change that reset usage (entitlements-usage W2, H2). */
  usageAnchor: Date;
}

/** A grant with the instant from which its windows are counted. */
export interface ResolvedFeature extends FeatureGrant {
  anchor: Date;
}

/**
 * What one subscription gives, by feature key. A feature that it takes away and grants nowhere is there with
 * `isGranted: false`; one that nothing gives a value is not there at all.
 * Domain: entitlements-usage G2, G3, G5, G6; catalog I2, I4.
 */
export function resolveSubscription(subscription: SubscriptionContributions): Map<string, ResolvedFeature> {
  const plan = inheritedFeatures(subscription.planChain);
  const overrides = new Map(subscription.overrides.map((record) => [record.featureKey, record]));
  const addons = featuresOfAddons(subscription.addons);
  const resolved = new Map<string, ResolvedFeature>();
  for (const key of new Set([...plan.keys(), ...overrides.keys(), ...addons.keys()])) {
    const parts = { override: overrides.get(key), plan: plan.get(key), addons: addons.get(key) ?? [] };
    const feature = resolveFeature(parts, subscription.usageAnchor);
    if (feature) resolved.set(key, feature);
  }
  return resolved;
}

function featuresOfAddons(addons: readonly AddonContribution[]): Map<string, AddonFeature[]> {
  const byFeature = new Map<string, AddonFeature[]>();
  const ordered = [...addons].sort(
    (a, b) => a.order - b.order || a.joinedAt.getTime() - b.joinedAt.getTime(),
  );
  for (const { features, quantity, joinedAt } of ordered) {
    for (const feature of features) {
      const sameFeature = byFeature.get(feature.featureKey) ?? [];
      byFeature.set(feature.featureKey, [...sameFeature, { ...feature, quantity, joinedAt }]);
    }
  }
  return byFeature;
}

function resolveFeature(parts: FeatureParts, usageAnchor: Date): ResolvedFeature | undefined {
  const granting = grantingParts(parts);
  const value = combinedValue(granting);
  if (value) {
    return { isGranted: true, ...value, reset: resetOf(granting), anchor: anchorOf(granting, usageAnchor) };
  }
  return isTakenAway(parts) ? { ...revokedGrant, anchor: usageAnchor } : undefined;
}

/**
 * An override that takes the feature away takes the plan's away with it; addons may still grant (entitlements-usage G5).
 * A variable plan entitlement counts once an override fills it in (entitlements-usage G6).
 */
function grantingParts({ override, plan, addons }: FeatureParts): FeatureParts {
  const planGrants = plan?.isGranted && override?.isGranted !== false && (override || isFilled(plan));
  return {
    override: override?.isGranted ? override : undefined,
    plan: planGrants ? plan : undefined,
    addons: addons.filter((addon) => addon.isGranted && isFilled(addon)),
  };
}

/** Choice: entitlements-usage G2 names plan, then first addon; an override that states a reset period of its own comes before both. */
function resetOf({ override, plan, addons }: FeatureParts): ResetRule {
  const stated = override?.resetPeriod ? override : (plan ?? addons[0]);
  return { period: stated?.resetPeriod ?? null, accordingTo: stated?.resetAnchor ?? null };
}

/** entitlements-usage W2: an addon-only feature counts from the instant its first addon joined, unless a change reset usage later. */
function anchorOf({ override, plan, addons: [first] }: FeatureParts, usageAnchor: Date): Date {
  return override || plan || !first ? usageAnchor : latest(first.joinedAt, usageAnchor);
}

const isTakenAway = ({ override, plan, addons }: FeatureParts): boolean =>
  [override, plan, ...addons].some((record) => record?.isGranted === false);

const revokedGrant: FeatureGrant = {
  isGranted: false,
  usageLimit: null,
  hasUnlimitedUsage: false,
  hasSoftLimit: false,
  enumValues: null,
  reset: { period: null, accordingTo: null },
};
