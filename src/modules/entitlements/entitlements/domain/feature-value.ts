import type { EntitlementValue } from '#modules/catalog/package-entitlements';
import { hasValue, type AddonFeature, type FeatureRecord, type PackageFeature } from './contribution';

/** All that one subscription says about one feature. */
export interface FeatureParts {
  override?: FeatureRecord;
  plan?: PackageFeature;
  /** In the order of their addons. */
  addons: readonly AddonFeature[];
}

const presence: EntitlementValue = {
  usageLimit: null,
  hasUnlimitedUsage: false,
  hasSoftLimit: false,
  enumValues: null,
};

/**
 * The value that the granting parts make together, or undefined when none of them gives one.
 * Domain: entitlements-usage G2, G3.
 */
export function combinedValue(parts: FeatureParts): EntitlementValue | undefined {
  const record = parts.override ?? parts.plan ?? parts.addons[0];
  switch (record?.featureType) {
    case undefined:
      return undefined;
    case 'BOOLEAN':
      return presence;
    case 'ENUM':
      return combinedEnumValues(parts);
    case 'NUMBER':
      return combinedLimit(parts);
  }
}

/** Choice: entitlements-usage G3 unites the values of plan and addons whatever the addon's behavior; only an override replaces a list. */
function combinedEnumValues({ override, plan, addons }: FeatureParts): EntitlementValue | undefined {
  const base = override?.enumValues ?? plan?.enumValues ?? [];
  const enumValues = [...new Set([...base, ...addons.flatMap((addon) => addon.enumValues ?? [])])];
  return enumValues.length > 0 ? { ...presence, enumValues } : undefined;
}

/**
 * Domain: entitlements-usage G2. Choice: "unlimited anywhere" and "any contributing source is soft" mean the base in
 * force and the Increment addons; a value that was replaced contributes nothing, so an override can also lower.
 */
function combinedLimit(parts: FeatureParts): EntitlementValue | undefined {
  const base = baseRecord(parts);
  const increments = parts.addons.filter((addon) => addon.behavior === 'Increment');
  const contributing = base ? [base, ...increments] : increments;
  if (contributing.length === 0) return undefined;
  const hasUnlimitedUsage = contributing.some((record) => record.hasUnlimitedUsage);
  return {
    ...presence,
    hasUnlimitedUsage,
    usageLimit: hasUnlimitedUsage ? null : summedLimit(base, increments),
    // An override may set the flag alone and leave the number to the plan.
    hasSoftLimit: [parts.override, ...contributing].some((record) => record?.hasSoftLimit),
  };
}

/** The override of the subscription, else the best Override addon, else the plan. */
function baseRecord({ override, plan, addons }: FeatureParts): FeatureRecord | undefined {
  if (override && hasValue(override)) return override;
  const [best] = addons.filter((addon) => addon.behavior === 'Override').sort(byBestValue);
  return best ?? (plan && hasValue(plan) ? plan : undefined);
}

function byBestValue(a: FeatureRecord, b: FeatureRecord): number {
  if (a.hasUnlimitedUsage !== b.hasUnlimitedUsage) return a.hasUnlimitedUsage ? -1 : 1;
  return (b.usageLimit ?? 0) - (a.usageLimit ?? 0) || Number(b.hasSoftLimit) - Number(a.hasSoftLimit);
}

/** No counter passes 2^53 − 1 (catalog E6), so a sum cut off there denies nothing that the full sum would grant. */
function summedLimit(base: FeatureRecord | undefined, increments: readonly AddonFeature[]): number {
  const added = increments.reduce((sum, addon) => sum + (addon.usageLimit ?? 0) * addon.quantity, 0);
  return Math.min((base?.usageLimit ?? 0) + added, Number.MAX_SAFE_INTEGER);
}
