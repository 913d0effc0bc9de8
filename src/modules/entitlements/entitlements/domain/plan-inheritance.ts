import type { PackageContribution, PackageFeature } from './contribution';

/**
 * The features of a plan with its ancestors, by feature key. The definition closest to the leaf wins as a whole record,
 * also when it takes the feature away: never field by field, never a sum.
 * Domain: catalog I2, I4.
 *
 * @param chain root first, leaf last.
 */
export function inheritedFeatures(chain: readonly PackageContribution[]): Map<string, PackageFeature> {
  const closest = new Map<string, PackageFeature>();
  for (const plan of chain) {
    for (const feature of plan.features) closest.set(feature.featureKey, feature);
  }
  return closest;
}
