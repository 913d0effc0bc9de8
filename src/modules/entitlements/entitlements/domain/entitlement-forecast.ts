import {
  entitlementDifferences,
  type EntitlementDifference,
  type SourcesByFeature,
} from './entitlement-difference';
import type { EntitlementSource } from './entitlement-source';

/** The sources of a customer, or of one of its resources ('' is the customer's own level), now and as they would be. */
export interface ForecastScope {
  resourceKey: string;
  before: SourcesByFeature;
  after: SourcesByFeature;
}

export interface ScopedDifference extends EntitlementDifference {
  resourceKey: string;
}

/**
 * What becomes different for one customer, as checks without a resource and with each of its resources would tell it. Of a
 * resource the features are told of which its own sources say something; of the others it is answered as its customer is.
 * Domain: entitlements-usage G1, G4
 */
export function differencesByScope(scopes: readonly ForecastScope[], at: Date): ScopedDifference[] {
  const own = scopes.find(({ resourceKey }) => resourceKey === '');
  return scopes.flatMap(({ resourceKey, before, after }) => {
    const isCustomer = resourceKey === '';
    const found = isCustomer
      ? entitlementDifferences(before, after, at)
      : entitlementDifferences(together(before, own?.before), together(after, own?.after), at);
    return found
      .filter(({ featureKey }) => before.has(featureKey) || after.has(featureKey))
      .map((each) => ({ resourceKey, ...each }));
  });
}

function together(some: SourcesByFeature, others: SourcesByFeature = new Map()): SourcesByFeature {
  const all = new Map<string, readonly EntitlementSource[]>(some);
  for (const [key, sources] of others) all.set(key, [...(some.get(key) ?? []), ...sources]);
  return all;
}
