/** How much of a feature an entitlement gives: of a version, of a subscription, or of all of them together. */
export interface EntitlementValue {
  /** Sold units per window; null without a number (BOOLEAN, ENUM) and when unlimited. */
  usageLimit: number | null;
  hasUnlimitedUsage: boolean;
  /** The limit is reported but does not deny. */
  hasSoftLimit: boolean;
  /** ENUM only, without duplicates. */
  enumValues: string[] | null;
}
