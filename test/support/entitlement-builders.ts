import type {
  EntitlementSource,
  FeatureGrant,
  FeatureRecord,
  PackageFeature,
} from '#modules/entitlements/entitlements';

export const utc = (text: string): Date => new Date(`${text}Z`);

/** A hard limit of nothing that never resets, save what the test says. */
export const grantOf = (grant: Partial<FeatureGrant> = {}): FeatureGrant => ({
  isGranted: true,
  usageLimit: null,
  hasUnlimitedUsage: false,
  hasSoftLimit: false,
  enumValues: null,
  reset: { period: null, accordingTo: null },
  ...grant,
});

/** A customer-level subscription since 2026 without end, save what the test says. */
export const sourceOf = (
  grant: Partial<FeatureGrant>,
  source: Partial<Omit<EntitlementSource, 'grant'>> = {},
): EntitlementSource => ({
  sourceKind: 'SUBSCRIPTION',
  sourceKey: 'subscription',
  scope: '',
  from: utc('2026-01-01T00:00'),
  until: null,
  anchor: utc('2026-01-01T00:00'),
  grant: grantOf(grant),
  ...source,
});

const emptyRecord: FeatureRecord = {
  featureKey: '',
  featureType: 'NUMBER',
  isGranted: true,
  usageLimit: null,
  hasUnlimitedUsage: false,
  hasSoftLimit: false,
  enumValues: null,
  resetPeriod: null,
  resetAnchor: null,
};

export const overrideOf = (featureKey: string, record: Partial<FeatureRecord>): FeatureRecord => ({
  ...emptyRecord,
  featureKey,
  ...record,
});

/** A granted NUMBER that adds up, save what the test says. */
export const featureOf = (featureKey: string, feature: Partial<PackageFeature>): PackageFeature => ({
  ...emptyRecord,
  featureKey,
  isCustom: false,
  behavior: 'Increment',
  ...feature,
});
