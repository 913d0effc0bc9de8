import type { Json } from './catalog';

const monthly = { resetPeriod: 'MONTH' };

export interface CatalogText extends Json {
  products: Json[];
  features: Json[];
  featureGroups: Json[];
  customCurrencies: Json[];
  coupons: Json[];
  promotionCodes: Json[];
  addons: Json[];
  packageGroups: Json[];
  plans: Json[];
}

/** Two tiers that inherit, an addon, credits: everything that a document can say in this release. */
export const catalogDocument = (): CatalogText => ({
  formatVersion: 1,
  products: [
    {
      id: 'maps',
      displayName: 'Maps',
      usageResetCutoffRule: { behavior: 'NEVER_RESET' },
      productSettings: {
        subscriptionStartSetup: 'FREE_PLAN',
        subscriptionStartPlanId: 'starter',
        subscriptionCancellationTime: 'IMMEDIATE',
      },
      autoCancellationRules: [{ targetProductId: 'routes' }],
      metadata: { team: 'blue' },
    },
    { id: 'routes', displayName: 'Routes', multipleSubscriptions: true },
  ],
  features: [
    {
      id: 'api-calls',
      displayName: 'API calls',
      featureType: 'NUMBER',
      meterType: 'INCREMENTAL',
      meter: {
        aggregation: { function: 'SUM', field: 'calls' },
        filters: [{ conditions: [{ field: 'kind', operation: 'EQUALS', value: 'api' }] }],
      },
    },
    { id: 'projects', displayName: 'Projects', featureType: 'NUMBER' },
    {
      id: 'channels',
      displayName: 'Channels',
      featureType: 'ENUM',
      enumConfiguration: ['email', 'phone'].map((value) => ({ value, displayName: value })),
    },
  ],
  featureGroups: [{ id: 'contact', displayName: 'Contact', featureIds: ['api-calls'] }],
  customCurrencies: [{ id: 'tokens', displayName: 'Tokens', units: { singular: 'token', plural: 'tokens' } }],
  coupons: [
    {
      id: 'launch',
      name: 'Launch',
      amountsOff: [
        { amount: 4.5, currency: 'eur' },
        { amount: 5, currency: 'usd' },
      ],
      durationInMonths: 3,
    },
  ],
  promotionCodes: [
    {
      id: 'LAUNCH-26',
      couponId: 'launch',
      expiresAt: '2030-01-01T00:00:00.000Z',
      maxRedemptions: 100,
      minimumAmount: { amount: 20, currency: 'usd' },
    },
  ],
  addons: [
    {
      id: 'extra',
      displayName: 'Extra',
      productId: 'maps',
      pricingType: 'FREE',
      maxQuantity: 5,
      featureGroups: ['contact'],
      entitlements: [{ type: 'FEATURE', id: 'api-calls', usageLimit: 100, ...monthly }],
    },
    { id: 'more', displayName: 'More', productId: 'maps', pricingType: 'FREE', dependencies: ['extra'] },
  ],
  packageGroups: [{ id: 'boosts', displayName: 'Boosts', addonIds: ['extra', 'more'] }],
  plans: [
    {
      id: 'pro',
      displayName: 'Pro',
      productId: 'maps',
      pricingType: 'PAID',
      parentPlanId: 'starter',
      compatibleAddonIds: ['extra', 'more'],
      packageGroups: [{ id: 'boosts', freeItems: 1 }],
      defaultTrialConfig: { duration: 14, units: 'DAY', budget: { limit: 50, hasSoftLimit: true } },
      charges: {
        overageBillingPeriod: 'MONTHLY',
        minimumSpend: [{ billingPeriod: 'MONTHLY', minimum: { amount: 10, currency: 'usd' } }],
        pricingModels: [
          {
            billingModel: 'FLAT_FEE',
            pricePeriods: [
              { billingPeriod: 'MONTHLY', price: { amount: 49, currency: 'usd' } },
              { billingPeriod: 'MONTHLY', billingCountryCode: 'DE', price: { amount: 45, currency: 'usd' } },
              { billingPeriod: 'ANNUALLY', price: { amount: 490, currency: 'usd' } },
            ],
          },
          {
            billingModel: 'PER_UNIT',
            featureId: 'projects',
            maxUnitQuantity: 100,
            tiersMode: 'GRADUATED',
            pricePeriods: [
              {
                billingPeriod: 'MONTHLY',
                tiers: [
                  { upTo: 10, unitPrice: { amount: 5, currency: 'usd' } },
                  {
                    unitPrice: { amount: 0.125, currency: 'usd' },
                    flatPrice: { amount: 3, currency: 'usd' },
                  },
                ],
              },
            ],
          },
        ],
        overagePricingModels: [
          {
            billingModel: 'USAGE_BASED',
            featureId: 'api-calls',
            pricePeriods: [
              { billingPeriod: 'MONTHLY', price: { amount: 0.5, currency: 'usd' }, blockSize: 1000 },
            ],
          },
        ],
      },
      entitlements: [
        { type: 'FEATURE', id: 'channels', enumValues: ['phone'], displayNameOverride: 'Support' },
        { type: 'FEATURE', id: 'api-calls', usageLimit: 5000, hasSoftLimit: true, ...monthly },
        { type: 'CREDIT', id: 'tokens', amount: 2.5, cadence: 'MONTH', dependencyFeatureId: 'projects' },
      ],
    },
    {
      id: 'starter',
      displayName: 'Starter',
      description: 'To begin with',
      productId: 'maps',
      pricingType: 'FREE',
      entitlements: [
        { type: 'FEATURE', id: 'api-calls', usageLimit: 1000, ...monthly, hasSoftLimit: true },
        { type: 'FEATURE', id: 'projects', usageLimit: 3 },
      ],
    },
    { id: 'someday', displayName: 'Someday', productId: 'maps', status: 'DRAFT' },
  ],
});

/** The document with one change. */
export function changedCatalog(change: (document: CatalogText) => void): CatalogText {
  const document = catalogDocument();
  change(document);
  return document;
}

/** What a plan that becomes FREE or CUSTOM may not keep. */
export const unpriced = { charges: undefined, defaultTrialConfig: undefined, packageGroups: undefined };

export const named = (objects: Json[], id: string): Json => objects.find((each) => each['id'] === id) as Json;

/** The entitlement of a plan or an addon at this place. */
export const entitled = (objects: Json[], id: string, index: number): Json =>
  (named(objects, id)['entitlements'] as Json[])[index] as Json;
