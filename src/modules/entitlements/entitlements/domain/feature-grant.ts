import type { EntitlementValue } from '#modules/catalog/package-entitlements';
import type { ResetRule } from '#modules/entitlements/metering';

/** What one source says about one feature, after everything inside that source is resolved. */
export interface FeatureGrant extends EntitlementValue {
  /** False takes the feature away from this source; other sources may still grant it (entitlements-usage G5). */
  isGranted: boolean;
  reset: ResetRule;
}
