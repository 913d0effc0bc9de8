import fc from 'fast-check';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { bringIntoForce, exportCatalog, planned } from '../support/catalog-door';

// On an idle machine it takes a tenth of this.
jest.setTimeout(120_000);

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const text = fc.constantFrom('x', 'Ünïcödé 😀', '- not: yaml', 'a\nb', '"quoted"');

const features: Json[] = [
  { id: 'switch', featureType: 'BOOLEAN' },
  { id: 'config', featureType: 'NUMBER' },
  { id: 'metered', featureType: 'NUMBER', meterType: 'INCREMENTAL' },
  { id: 'gauge', featureType: 'NUMBER', meterType: 'FLUCTUATING' },
  {
    id: 'choice',
    featureType: 'ENUM',
    enumConfiguration: ['a', 'b'].map((value) => ({ value, displayName: value })),
  },
].map((feature) => ({ displayName: feature.id, ...feature }));

const limit = fc.oneof(
  fc.record({ usageLimit: fc.integer({ min: 0, max: 2 ** 53 - 1 }) }),
  fc.constant({ hasUnlimitedUsage: true }),
);
const reset = fc.constantFrom<Json>(
  {},
  { resetPeriod: 'DAY' },
  { resetPeriod: 'MONTH' },
  { resetPeriod: 'MONTH', monthlyResetPeriodConfiguration: { accordingTo: 'StartOfTheMonth' } },
  { resetPeriod: 'WEEK', weeklyResetPeriodConfiguration: { accordingTo: 'EveryFriday' } },
);
const soft = fc.record({ hasSoftLimit: optional(fc.boolean()) });
const values: Record<string, fc.Arbitrary<Json[]>> = {
  switch: fc.tuple(fc.constant<Json>({})),
  config: fc.tuple(limit),
  metered: fc.tuple(limit, reset, soft),
  gauge: fc.tuple(limit, soft),
  choice: fc.tuple(fc.constantFrom<Json>({ enumValues: ['b'] }, { enumValues: ['b', 'a'] })),
};
const terms = fc.record({
  description: optional(text),
  displayNameOverride: optional(text),
  isGranted: optional(fc.boolean()),
  isCustom: optional(fc.boolean()),
  order: optional(fc.integer({ min: -3, max: 3 })),
  hiddenFromWidgets: optional(fc.subarray(['PAYWALL', 'CHECKOUT'])),
});

const entitlementOf = (id: string) =>
  fc
    .tuple(terms, values[id] as fc.Arbitrary<Json[]>)
    .map(([common, value]): Json => Object.assign({ type: 'FEATURE', id }, common, ...value) as Json);
const entitlements = fc
  .shuffledSubarray(Object.keys(values))
  .chain((ids) => fc.tuple(...ids.map(entitlementOf)));

const plan = (index: number) =>
  fc.record({
    id: fc.constant(`plan-${index}`),
    displayName: text,
    description: optional(text),
    productId: fc.constant('main'),
    pricingType: fc.constant('FREE'),
    parentPlanId: index === 0 ? fc.constant(undefined) : optional(fc.nat(index - 1).map((n) => `plan-${n}`)),
    metadata: optional(fc.dictionary(fc.constantFrom('b', 'a', 'constructor'), text)),
    status: optional(fc.constant('PUBLISHED')),
    entitlements,
  });
const catalogs = fc.tuple(plan(0), plan(1), plan(2)).map((plans) => ({
  formatVersion: 1,
  products: [{ id: 'main', displayName: 'Main' }],
  features,
  plans,
}));

describe('a catalog that is told and taken', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('is the same: what was applied is told, what was told changes nothing, here and elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs, async (document) => {
        const { api } = await app.newEnvironment();
        await bringIntoForce(api, document);
        expect((await planned(api, document)).changes).toEqual([]);
        const told = await exportCatalog(api);
        expect((await planned(api, told)).changes).toEqual([]);
        const { api: other } = await app.newEnvironment();
        await bringIntoForce(other, told);
        expect(await exportCatalog(other)).toEqual(told);
      }),
      { numRuns: 12 },
    );
  });

  it('becomes another one, whatever it was before', async () => {
    const { api } = await app.newEnvironment();
    await fc.assert(
      fc.asyncProperty(catalogs, async (document) => {
        await bringIntoForce(api, document, { prune: true });
        expect((await planned(api, document, { prune: true })).changes).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});
