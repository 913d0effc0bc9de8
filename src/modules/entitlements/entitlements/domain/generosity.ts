import type { EntitlementSource } from './entitlement-source';

/** What sets one source above another, in the order in which it is looked at. Domain: entitlements-usage G4 */
export type Criterion =
  | 'UNLIMITED_USAGE'
  | 'USAGE_LIMIT'
  | 'ENUM_VALUES'
  | 'SOFT_LIMIT'
  | 'RESET_PERIOD'
  | 'LATER_END'
  | 'OWN_RESOURCE'
  | 'SUBSCRIPTION'
  | 'KEY';

/**
 * Sorts the most generous source first. Two sources compare equal only when they are the same one.
 * Domain: entitlements-usage G4, in its order, then ties.
 */
export function byGenerosity(a: EntitlementSource, b: EntitlementSource): number {
  const decisive = decisiveMeasure(a, b);
  if (decisive) return descending(decisive.measure(a), decisive.measure(b));
  return descending(b.sourceKey, a.sourceKey) || descending(b.scope, a.scope);
}

/** By which of them `byGenerosity` decides. */
export const criterionBetween = (a: EntitlementSource, b: EntitlementSource): Criterion =>
  decisiveMeasure(a, b)?.criterion ?? 'KEY';

const decisiveMeasure = (a: EntitlementSource, b: EntitlementSource): (typeof measures)[number] | undefined =>
  measures.find(({ measure }) => measure(a) !== measure(b));

type Measure = (source: EntitlementSource) => number;

const unlimitedUsage: Measure = ({ grant }) => Number(grant.hasUnlimitedUsage);
const usageLimit: Measure = ({ grant }) => (grant.hasUnlimitedUsage ? Infinity : (grant.usageLimit ?? -1));
const enumValueCount: Measure = ({ grant }) => grant.enumValues?.length ?? 0;
const softness: Measure = ({ grant }) => Number(grant.hasSoftLimit);
const resetFrequency: Measure = ({ grant }) =>
  [null, 'YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR'].indexOf(grant.reset.period);
const end: Measure = ({ until }) => until?.getTime() ?? Infinity;

// Choice, for ties: the resource's own counter before the shared one, the lasting subscription before the promotion.
const ownResource: Measure = ({ scope }) => Number(scope !== '');
const subscription: Measure = ({ sourceKind }) => Number(sourceKind === 'SUBSCRIPTION');

const measures: readonly { criterion: Criterion; measure: Measure }[] = [
  { criterion: 'UNLIMITED_USAGE', measure: unlimitedUsage },
  { criterion: 'USAGE_LIMIT', measure: usageLimit },
  { criterion: 'ENUM_VALUES', measure: enumValueCount },
  { criterion: 'SOFT_LIMIT', measure: softness },
  { criterion: 'RESET_PERIOD', measure: resetFrequency },
  { criterion: 'LATER_END', measure: end },
  { criterion: 'OWN_RESOURCE', measure: ownResource },
  { criterion: 'SUBSCRIPTION', measure: subscription },
];

const descending = <T extends number | string>(a: T, b: T): number => (a === b ? 0 : a > b ? -1 : 1);
