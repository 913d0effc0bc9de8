import { badInput } from '#libs/kernel/errors/domain-error';
import type { StoredCurrency } from '#modules/catalog/custom-currencies';
import type { StoredFeature } from '#modules/catalog/features';
import { missingValue, requireFitting } from './feature-terms';
import type { PackageEntitlement } from './package-entitlement';

/** Features and custom currencies by uid, as they are now. */
export interface EntitlementTargets {
  features: ReadonlyMap<string, StoredFeature>;
  currencies: ReadonlyMap<string, StoredCurrency>;
}

/**
 * What a draft may lack and a live version may not. The features are as they are now: what fitted when it was written may
 * no longer. Domain: catalog E6, E11
 * @throws BadUserInput, InvalidEntitlementResetPeriod, EntityIsArchivedError
 */
export function requireComplete(
  entitlements: readonly PackageEntitlement[],
  { features, currencies }: EntitlementTargets,
): void {
  for (const entitlement of entitlements) {
    const feature = features.get(entitlement.featureUid ?? '');
    if (feature) requireCompleteFeature(entitlement, feature);
    currencies.get(entitlement.currencyUid ?? '')?.requireLive();
    features.get(entitlement.dependencyFeatureUid ?? '')?.requireUsable();
    if (entitlement.kind === 'CREDIT') requireAmount(entitlement);
  }
}

const nameOf = ({ kind, refId }: PackageEntitlement): string => `entitlement ${kind} ${refId}`;

function requireCompleteFeature(entitlement: PackageEntitlement, feature: StoredFeature): void {
  feature.requireUsable();
  requireFitting(entitlement, feature, `${nameOf(entitlement)}: `);
  if (!entitlement.isGranted || entitlement.isCustom) return;
  const missing = missingValue(entitlement, feature);
  if (missing) {
    throw badInput(`${nameOf(entitlement)} needs ${missing.join(', ')} or isCustom before publishing`);
  }
}

function requireAmount(entitlement: PackageEntitlement): void {
  if (entitlement.amount !== null || entitlement.isCustom) return;
  throw badInput(`${nameOf(entitlement)} needs amount or isCustom before publishing`);
}

/**
 * A plan's credits that depend on a feature need that feature on the plan or its parents, with a limit to multiply by.
 * Domain: catalog E11
 * @param ancestors entitlements of the parents, nearest first
 * @throws BadUserInput
 */
export function requireDependencies(
  own: readonly PackageEntitlement[],
  ancestors: readonly (readonly PackageEntitlement[])[],
): void {
  for (const { refId, dependencyFeatureUid, dependencyFeatureId } of own) {
    if (dependencyFeatureUid === null) continue;
    const closest = [own, ...ancestors]
      .flatMap((each) => each)
      .find((e) => e.featureUid === dependencyFeatureUid);
    if (closest?.isGranted && !closest.hasUnlimitedUsage) continue;
    throw badInput(
      `entitlement CREDIT ${refId}: dependencyFeatureId ${dependencyFeatureId} must be granted by the plan or its parents, with a limit`,
    );
  }
}
