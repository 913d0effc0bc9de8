import { effectiveEntitlement, type EffectiveEntitlement } from './effective-entitlement';
import type { EntitlementSource } from './entitlement-source';

/** Candidates in scope by feature key. */
export type SourcesByFeature = ReadonlyMap<string, readonly EntitlementSource[]>;

/** A feature that answers differently when its sources change. */
export interface EntitlementDifference {
  featureKey: string;
  before: EffectiveEntitlement;
  after: EffectiveEntitlement;
}

/**
 * What becomes different for whom these sources are: features whose access, limit, softness, values or reset change. Which source
 * it comes from is nobody's concern. Domain: entitlements-usage G3, G4, G5
 */
export function entitlementDifferences(
  before: SourcesByFeature,
  after: SourcesByFeature,
  at: Date,
): EntitlementDifference[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((featureKey) => {
    const was = effectiveEntitlement(before.get(featureKey) ?? [], at);
    const is = effectiveEntitlement(after.get(featureKey) ?? [], at);
    return accessOf(was) === accessOf(is) ? [] : [{ featureKey, before: was, after: is }];
  });
}

/** All that a check could tell of it, as one text. Not granted is not granted, for whatever reason. */
function accessOf(effective: EffectiveEntitlement): string {
  if (effective.status !== 'granted') return 'none';
  const { usageLimit, hasUnlimitedUsage, hasSoftLimit, enumValues, reset } = effective.grant;
  const { period } = reset;
  const accordingTo = period && (reset.accordingTo ?? 'SubscriptionStart');
  return JSON.stringify([
    usageLimit,
    hasUnlimitedUsage,
    hasSoftLimit,
    enumValues?.toSorted(),
    period,
    accordingTo,
  ]);
}

/** Sold units that a metered feature may reach in a window. */
const allowanceOf = (effective: EffectiveEntitlement): number => {
  if (effective.status !== 'granted') return 0;
  return effective.grant.hasUnlimitedUsage ? Infinity : (effective.grant.usageLimit ?? 0);
};

const isSoft = (effective: EffectiveEntitlement): boolean =>
  effective.status === 'granted' && effective.grant.hasSoftLimit;

/**
 * Whether what has been used would no longer be covered, although it is now: by the number, or because a soft limit that it
 * has passed already becomes a hard one. @param usage sold units of the window
 */
export const fallsBelow = ({ before, after }: EntitlementDifference, usage: number): boolean =>
  usage > allowanceOf(after) && (usage <= allowanceOf(before) || (isSoft(before) && !isSoft(after)));
