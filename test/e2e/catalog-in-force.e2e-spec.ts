import fc from 'fast-check';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { bringIntoForce, exportCatalog, planCatalog, planned } from '../support/catalog-door';
import { named, type CatalogText } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';

// Domain: catalog

// On an idle machine it takes a tenth of this.
jest.setTimeout(120_000);

const usd = (amount: number) => ({ amount, currency: 'usd' });
const monthly = { billingPeriod: 'MONTHLY' };
const flat = { billingModel: 'FLAT_FEE', pricePeriods: [{ ...monthly, price: usd(5) }] };
const usage = { billingModel: 'USAGE_BASED', featureId: 'metered' };
const rated = (amount: number) => ({
  ...usage,
  pricePeriods: [{ ...monthly, creditRate: { amount, currencyId: 'coins' } }],
});
const granted = (amount: number) => ({ type: 'CREDIT', id: 'coins', amount, cadence: 'MONTH' });

/** A plan, and what plans are made of. */
const saying = (plan: Json, more: Json = {}): CatalogText => {
  const addon = (id: string) => ({ id, displayName: id, productId: 'main', pricingType: 'FREE' });
  return {
    formatVersion: 1,
    products: [
      { id: 'main', displayName: 'Main' },
      { id: 'side', displayName: 'Side', multipleSubscriptions: true },
    ],
    features: [
      { id: 'metered', displayName: 'Metered', featureType: 'NUMBER', meterType: 'INCREMENTAL' },
      { id: 'switch', displayName: 'Switch', featureType: 'BOOLEAN' },
    ],
    featureGroups: [],
    customCurrencies: [{ id: 'coins', displayName: 'Coins' }],
    coupons: [],
    promotionCodes: [],
    addons: ['z', 'a', 'm'].map(addon),
    packageGroups: [{ id: 'pair', addonIds: ['z', 'a'] }],
    plans: [{ id: 'plan', displayName: 'Plan', productId: 'main', pricingType: 'CUSTOM', ...plan }],
    ...more,
  };
};
const drafted = (plan: Json) => saying({ status: 'DRAFT', pricingType: undefined, ...plan });

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const amount = fc.oneof(
  fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
  fc.constantFrom(100 / 3, 0.1 + 0.2, 5, 1e-6),
);
const addonIds = fc.array(fc.constantFrom('z', 'a', 'm'), { maxLength: 5 });
const models = fc
  .tuple(amount, optional(fc.constantFrom('DE', 'US')), fc.boolean())
  .map(([of, billingCountryCode, isRated]) => {
    const one = rated(of).pricePeriods[0];
    const other = { ...monthly, price: usd(1) };
    const periods = [
      isRated ? one : other,
      ...(billingCountryCode ? [{ ...(isRated ? other : one), billingCountryCode }] : []),
    ];
    return [flat, ...periods.map((period) => ({ ...usage, pricePeriods: [period] }))];
  });
const terms = (types: readonly (string | undefined)[]) =>
  fc
    .record({
      pricingType: fc.constantFrom(...types),
      compatibleAddonIds: optional(addonIds),
      packageGroups: optional(fc.constant([{ id: 'pair', minItems: 0 }])),
      overageBillingPeriod: optional(fc.constantFrom('MONTHLY', 'ON_SUBSCRIPTION_RENEWAL')),
      pricingModels: models,
      billingId: optional(fc.constant('b')),
      entitlements: fc.subarray(['coins', 'switch']),
      amount,
    })
    .map(({ pricingType, overageBillingPeriod, pricingModels, billingId, amount: credits, ...links }) => ({
      pricingType,
      compatibleAddonIds: links.compatibleAddonIds,
      // Domain: catalog A6
      packageGroups: pricingType === 'FREE' ? undefined : links.packageGroups,
      charges: {
        FREE: { overageBillingPeriod },
        PAID: { pricingModels, billingId, overageBillingPeriod },
        CUSTOM: { overageBillingPeriod },
        none: undefined,
      }[pricingType ?? 'none'],
      entitlements: links.entitlements.map((id) =>
        id === 'coins' ? granted(credits) : { type: 'FEATURE', id },
      ),
    }));
const types = ['FREE', 'PAID', 'CUSTOM'];
/** A plan as a draft, one form after the other, and then published the same way. */
const lives = fc
  .tuple(fc.array(terms([...types, undefined]), { maxLength: 3 }), fc.array(terms(types), { maxLength: 2 }))
  .map(([drafts, versions]) => [...drafts.map(drafted), ...versions.map((plan) => saying(plan))]);

describe('a document that is in force', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    ({ api } = await app.newEnvironment());
  });

  const isInForce = async (document: CatalogText) => {
    await bringIntoForce(api, document);
    expect((await planned(api, document)).changes).toEqual([]);
    const told = await exportCatalog(api);
    expect((await planned(api, told)).changes).toEqual([]);
  };

  it.each<[string, CatalogText]>([
    ['credits with more than nine decimals', saying({ entitlements: [granted(100 / 3)] })],
    ['credits that a machine has added up', saying({ entitlements: [granted(0.1 + 0.2)] })],
    ['credits that round to none', saying({ entitlements: [granted(1e-12)] })],
    ['very many credits', saying({ entitlements: [granted(123_456_789_012.123_45)] })],
    [
      'a rate with more than nine decimals',
      saying({ charges: { pricingModels: [rated(0.12345678912345)] } }),
    ],
    ['an addon that is compatible twice', saying({ compatibleAddonIds: ['z', 'a', 'z'] })],
    [
      'an addon that is needed twice',
      saying(
        {},
        {
          addons: [...saying({}).addons, { ...saying({}).addons[0], id: 'x', dependencies: ['z', 'm', 'z'] }],
        },
      ),
    ],
    [
      'an addon that is twice in a group',
      saying({}, { packageGroups: [{ id: 'pair', addonIds: ['z', 'a', 'z'] }] }),
    ],
    [
      'an auto-cancellation rule that stands there twice',
      saying(
        {},
        {
          products: [
            {
              id: 'main',
              displayName: 'Main',
              autoCancellationRules: [1, 2].map(() => ({ targetProductId: 'side' })),
            },
            { id: 'side', displayName: 'Side', multipleSubscriptions: true },
          ],
        },
      ),
    ],
    [
      'prices without a currency, a trial with exact words, offers of nothing',
      saying({
        pricingType: 'PAID',
        defaultTrialConfig: {
          duration: 3,
          units: 'MONTH',
          trialEndBehavior: 'CANCEL_SUBSCRIPTION',
          budget: null,
        },
        packageGroups: [{ id: 'pair', minItems: 0, freeItems: null }],
        charges: {
          billingId: 'b',
          overageBillingPeriod: 'ON_SUBSCRIPTION_RENEWAL',
          minimumSpend: [{ ...monthly, minimum: { amount: 0.000000000001 } }],
          pricingModels: [
            {
              ...flat,
              billingCadence: 'RECURRING',
              pricePeriods: [{ ...monthly, price: { amount: 0.1 + 0.2 - 5e-17 } }],
            },
            {
              ...usage,
              tiersMode: 'VOLUME',
              resetPeriod: 'MONTH',
              monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
              pricePeriods: [
                {
                  ...monthly,
                  tiers: [
                    { upTo: 1.5, unitPrice: { amount: 1 } },
                    { upTo: null, flatPrice: { amount: 2 } },
                  ],
                },
              ],
            },
          ],
        },
      }),
    ],
    [
      'coupons and codes with instants, currencies and texts in any order',
      saying(
        {},
        {
          coupons: [
            {
              id: 'k',
              name: 'k',
              amountsOff: [usd(1), { amount: 2, currency: 'eur' }],
              metadata: { b: '1', a: '' },
            },
          ],
          promotionCodes: [
            {
              id: 'Save',
              couponId: 'k',
              expiresAt: '2040-01-01T02:00:00.1234+02:00',
              minimumAmount: usd(1.5),
            },
          ],
        },
      ),
    ],
    [
      'a draft without a type, with texts that are empty',
      drafted({ description: '', billingId: '', metadata: { a: '' } }),
    ],
    [
      'overage that is billed every month, of a plan that is free',
      saying({ pricingType: 'FREE', charges: { overageBillingPeriod: 'MONTHLY' } }),
    ],
  ])('changes nothing: %s', async (_what, document) => {
    await isInForce(document);
  });

  it('changes nothing, whatever was in force before', async () => {
    await fc.assert(
      fc.asyncProperty(lives, async (documents) => {
        ({ api } = await app.newEnvironment());
        for (const document of documents) await isInForce(document);
      }),
      { numRuns: 12 },
    );
  });

  it('R1: a type and prices leave a draft as they came', async () => {
    const paid = { pricingType: 'PAID', charges: { billingId: 'b', pricingModels: [flat] } };
    for (const plan of [paid, {}, paid, { pricingType: 'CUSTOM' }, {}]) {
      await isInForce(drafted(plan));
      const { pricingType, charges }: Json = { pricingType: undefined, charges: undefined, ...plan };
      expect(named((await exportCatalog(api)).plans, 'plan')).toMatchObject({
        ...(pricingType !== undefined && { pricingType }),
        ...(charges !== undefined && { charges }),
      });
    }
    expect(await expectOk(api.rest('GET', '/plans/plan'))).toMatchObject({ pricingType: null });
  });

  it('L8: what is published has a type, also where only the document leaves it out', async () => {
    await bringIntoForce(api, saying({}));
    expect(await planCatalog(api, saying({ pricingType: undefined }))).toRefuse(
      'PackagePricingTypeNotSet',
      /^document\.plans\[0\]: /,
    );
  });

  it.each<[string, CatalogText, ErrorCode, RegExp]>([
    [
      'a name of prices that are not there',
      saying({ charges: { billingId: 'x' } }),
      'BadUserInput',
      /^document\.plans\[0\]\.charges\.billingId names price rows, and there are none/,
    ],
    [
      'prices of nothing that has a type',
      drafted({ charges: { pricingModels: [flat] } }),
      'BadUserInput',
      /^document\.plans\[0\]\.charges need a pricingType; say PAID or CUSTOM/,
    ],
    [
      'two offers of one group',
      saying({ packageGroups: [{ id: 'pair' }, { id: 'pair', minItems: 1 }] }),
      'MergeEnvironmentValidationError',
      /^document\.plans\[0\]\.packageGroups: pair stands there twice; keep one/,
    ],
  ])('R1, L10: is never one that says %s: the plan refuses it', async (_what, document, code, message) => {
    expect(await planCatalog(api, document)).toRefuse(code, message);
  });
});
