import type { EntitlementSource } from './entitlement-source';

/**
 * Sorts the most generous source first. Two sources compare equal only when they are the same one.
 * Domain: entitlements-usage G4, in its order, then ties.
 */
export function byGenerosity(a: EntitlementSource, b: EntitlementSource): number {
  for (const measure of measures) {
    const difference = descending(measure(a), measure(b));
    if (difference !== 0) return difference;
  }
  return descending(b.sourceKey, a.sourceKey) || descending(b.scope, a.scope);
}

type Measure = (source: EntitlementSource) => number;

const usageLimit: Measure = ({ grant }) => (grant.hasUnlimitedUsage ? Infinity : (grant.usageLimit ?? -1));
const enumValueCount: Measure = ({ grant }) => grant.enumValues?.length ?? 0;
const softness: Measure = ({ grant }) => Number(grant.hasSoftLimit);
const resetFrequency: Measure = ({ grant }) =>
  [null, 'YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR'].indexOf(grant.reset.period);
const end: Measure = ({ until }) => until?.getTime() ?? Infinity;

// Choice, for ties: the resource's own counter before the shared one, the lasting subscription before the promotion.
const ownResource: Measure = ({ scope }) => Number(scope !== '');
const subscription: Measure = ({ sourceKind }) => Number(sourceKind === 'SUBSCRIPTION');

const measures = [usageLimit, enumValueCount, softness, resetFrequency, end, ownResource, subscription];

const descending = <T extends number | string>(a: T, b: T): number => (a === b ? 0 : a > b ? -1 : 1);
