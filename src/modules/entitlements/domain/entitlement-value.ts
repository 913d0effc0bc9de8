import type { ResetRule } from '#modules/metering';

/** What one source says about one feature, after everything inside that source is resolved. */
export interface FeatureGrant {
  /** False takes the feature away from this source; other sources may still grant it (G5). */
  isGranted: boolean;
  /** Sold units per window; null without a number (BOOLEAN, ENUM) and when unlimited. */
  usageLimit: number | null;
  hasUnlimitedUsage: boolean;
  /** The limit is reported but does not deny. */
  hasSoftLimit: boolean;
  /** ENUM only, without duplicates. */
  enumValues: string[] | null;
  reset: ResetRule;
}
