import { createTestApp, type TestApp } from '../support/app';
import { type Json } from '../support/catalog';
import { applyCatalog, bringIntoForce, exportCatalog, planCatalog, planned } from '../support/catalog-door';
import {
  catalogDocument,
  changedCatalog,
  entitled,
  named,
  type CatalogText,
} from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: catalog

describe('what a catalog document may not say', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await bringIntoForce(api, catalogDocument());
  });
  afterAll(() => app.close());

  needsPermission({
    app: () => app,
    resource: 'products',
    reads: [
      { rest: ['GET', '/catalog/export'], graphql: '{ catalogExport }' },
      {
        rest: ['POST', '/catalog/plan', { document: { formatVersion: 1 } }],
        graphql: 'mutation { planCatalog(input: { document: { formatVersion: 1 } }) { hash } }',
      },
    ],
    writes: [
      {
        rest: ['POST', '/catalog/apply', { document: { formatVersion: 1 }, hash: 'x' }],
        graphql:
          'mutation { applyCatalog(input: { document: { formatVersion: 1 }, hash: "x" }) { taskIds } }',
      },
    ],
  });

  const isInconsistent = (change: (document: CatalogText) => void, message: RegExp) => async () => {
    const document = changedCatalog(change);
    expect(await planCatalog(api, document)).toRefuse('MergeEnvironmentValidationError', message);
  };
  const addPlan = (more: Json) => (document: CatalogText) =>
    document.plans.push({ id: 'new', displayName: 'New', productId: 'maps', pricingType: 'FREE', ...more });

  describe('L10: MergeEnvironmentValidationError', () => {
    it.each<[string, (document: CatalogText) => unknown, RegExp]>([
      [
        'an object twice',
        ({ plans }) => plans.push(plans[0] as Json),
        /^document\.plans\[3\]\.id: pro stands there twice/,
      ],
      [
        'an entitlement twice',
        addPlan({
          entitlements: [1, 2].map((usageLimit) => ({ type: 'FEATURE', id: 'projects', usageLimit })),
        }),
        /^document\.plans\[3\]\.entitlements: FEATURE projects stands there twice/,
      ],
      [
        'an unknown product',
        addPlan({ productId: 'nowhere' }),
        /^document\.plans\[3\]\.productId: products has no nowhere/,
      ],
      [
        'an unknown parent',
        addPlan({ parentPlanId: 'nobody' }),
        /plans\[3\]\.parentPlanId: plans has no nobody/,
      ],
      [
        'an unknown addon',
        addPlan({ compatibleAddonIds: ['nothing'] }),
        /compatibleAddonIds: addons has no nothing/,
      ],
      [
        'an unknown feature',
        addPlan({ entitlements: [{ type: 'FEATURE', id: 'nothing' }] }),
        /plans\[3\]\.entitlements\[FEATURE nothing\]: features has no nothing/,
      ],
      [
        'an unknown currency',
        addPlan({ entitlements: [{ type: 'CREDIT', id: 'gold', amount: 1, cadence: 'MONTH' }] }),
        /entitlements\[CREDIT gold\]: customCurrencies has no gold/,
      ],
      [
        'an unknown feature to depend on',
        addPlan({
          entitlements: [
            { type: 'CREDIT', id: 'tokens', amount: 1, cadence: 'MONTH', dependencyFeatureId: 'nothing' },
          ],
        }),
        /entitlements\[CREDIT tokens\]\.dependencyFeatureId: features has no nothing/,
      ],
      [
        'an unknown coupon',
        ({ promotionCodes }) => promotionCodes.push({ id: 'X', couponId: 'nothing' }),
        /^document\.promotionCodes\[1\]\.couponId: coupons has no nothing/,
      ],
      [
        'parents in a circle',
        ({ plans }) => Object.assign(named(plans, 'starter'), { parentPlanId: 'pro' }),
        /^document\.plans: (pro → starter → pro|starter → pro → starter) leads back/,
      ],
      [
        'addons that need each other',
        ({ addons }) => Object.assign(named(addons, 'extra'), { dependencies: ['more'] }),
        /^document\.addons: .* leads back/,
      ],
      [
        'another type of a feature',
        ({ features }) => Object.assign(named(features, 'projects'), { featureType: 'BOOLEAN' }),
        /^document\.features\[1\]\.featureType is "NUMBER" here and cannot change/,
      ],
      [
        'another meter of a feature',
        ({ features }) => Object.assign(named(features, 'api-calls'), { meterType: undefined }),
        /^document\.features\[0\]\.meterType is "INCREMENTAL" here/,
      ],
      [
        'another product of a plan',
        ({ products, plans }) => {
          products.push({ id: 'other', displayName: 'Other' });
          named(plans, 'someday')['productId'] = 'other';
        },
        /^document\.plans\[2\]\.productId is "maps" here/,
      ],
      [
        'another discount of a coupon',
        ({ coupons }) => Object.assign(coupons[0] as Json, { durationInMonths: 4 }),
        /^document\.coupons\[0\]\.durationInMonths is 3 here/,
      ],
      [
        'a draft of what is published',
        ({ plans }) => Object.assign(named(plans, 'starter'), { status: 'DRAFT' }),
        /^document\.plans\[1\]\.status: it is published here/,
      ],
    ])('%s', async (_what, change, message) => {
      await isInconsistent(change, message)();
    });

    it('a part that prunes what another part goes on using', async () => {
      const { features } = catalogDocument();
      const document = { formatVersion: 1, features: features.filter(({ id }) => id !== 'projects') };
      expect(await planCatalog(api, document, { prune: true })).toRefuse(
        'MergeEnvironmentValidationError',
        /^plans: starter\.entitlements\[FEATURE projects\]: features has no projects/,
      );
    });

    it('whoever refers to it, an object of another environment is an unknown one', async () => {
      const { api: other } = await app.newEnvironment();
      expect(await planCatalog(other, { formatVersion: 1, plans: catalogDocument().plans })).toRefuse(
        'MergeEnvironmentValidationError',
        /products has no maps/,
      );
    });
  });

  it('L10: CannotUpsertToPackageThatHasDraft, which the document could not see', async () => {
    const { api: own } = await app.newEnvironment();
    await bringIntoForce(own, catalogDocument());
    const document = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'pro'), { displayName: 'Better' }),
    );
    const { hash } = await planned(own, document);
    await expectOk(own.rest('POST', '/plans/pro/draft'));
    expect((await planned(own, catalogDocument())).changes).toEqual([]);
    for (const answer of [await planCatalog(own, document), await applyCatalog(own, hash, document)]) {
      expect(answer).toRefuse(
        'CannotUpsertToPackageThatHasDraft',
        /^document\.plans\[0\]: Plan pro has an open draft/,
      );
    }
    await expectOk(own.rest('DELETE', '/plans/pro/draft'));
    await expectOk(applyCatalog(own, hash, document));
  });

  it('C1: EntityIsArchivedError for an id that something archived keeps', async () => {
    const { api: own } = await app.newEnvironment();
    await bringIntoForce(own, catalogDocument());
    await expectOk(own.rest('POST', '/coupons/launch/archive'));
    expect(await planCatalog(own, catalogDocument())).toRefuse(
      'EntityIsArchivedError',
      /^document\.coupons\[0\]: Coupon launch is archived here and its id stays taken/,
    );
  });

  it('what its own operations refuse, by their codes and with its place', async () => {
    const refuses = async (change: (document: CatalogText) => unknown) =>
      planCatalog(api, changedCatalog(change));
    expect(await refuses(addPlan({ pricingType: undefined }))).toRefuse(
      'PackagePricingTypeNotSet',
      /^document\.plans\[3\]: /,
    );
    expect(
      await refuses(({ features }) => features.push({ id: 'x', displayName: 'x', featureType: 'ENUM' })),
    ).toRefuse('BadUserInput', /^document\.features\[3\]: enumConfiguration/);
    expect(
      await refuses(({ plans }) => Object.assign(entitled(plans, 'starter', 0), { behavior: 'Override' })),
    ).toRefuse('CannotAddOverrideEntitlementToPlan', /^document\.plans\[1\]: /);
    expect(
      await refuses(({ customCurrencies }) =>
        Object.assign(customCurrencies[0] as Json, { displayName: 'Coins' }),
      ),
    ).toRefuse('UnsupportedParameter', /customCurrencies\[0\]/);
  });

  it.each<[string, (document: CatalogText) => unknown, RegExp]>([
    [
      'a version that it does not know',
      (document) => (document['formatVersion'] = 2),
      /^document\.formatVersion/,
    ],
    ['an unknown member', (document) => (document['extras'] = []), /^document\.extras is not a known field/],
    [
      'what is no list',
      (document) => ((document as Json)['plans'] = {}),
      /^document\.plans must be an array/,
    ],
    [
      'an id of another form',
      ({ plans }) => (plans[0] = { ...plans[0], id: 'a b' }),
      /^document\.plans\[0\]\.id must match/,
    ],
    [
      'a state of ours',
      ({ products }) => Object.assign(products[0] as Json, { status: 'ARCHIVED' }),
      /^document\.products\[0\]\.status/,
    ],
    [
      'an archived plan',
      ({ plans }) => Object.assign(plans[0] as Json, { status: 'ARCHIVED' }),
      /^document\.plans\[0\]\.status/,
    ],
    [
      'a wrong value deep within',
      ({ plans }) => Object.assign(entitled(plans, 'starter', 0), { usageLimit: 1.5 }),
      /^document\.plans\[1\]\.entitlements\[0\]\.usageLimit must be an integer/,
    ],
    [
      'no type of an entitlement',
      ({ plans }) => delete entitled(plans, 'starter', 0)['type'],
      /^document\.plans\[1\]\.entitlements\[0\]\.type/,
    ],
    [
      'a code for one customer',
      ({ promotionCodes }) => Object.assign(promotionCodes[0] as Json, { customerId: 'c' }),
      /customerId is not a known field/,
    ],
  ])('C5: the shape refuses %s', async (_what, change, message) => {
    const document = changedCatalog((text) => void change(text));
    expect(await planCatalog(api, document)).toRefuse('BadUserInput', message);
  });

  it('takes documents that are larger than other bodies may be, and no others', async () => {
    const padded = { formatVersion: 1, products: [{ id: 'x', displayName: 'x', description: 'x' }] };
    const spaces = ' '.repeat(2 * 1024 * 1024);
    const body = JSON.stringify({ document: padded });
    expect((await planned(api, catalogDocument())).changes).toEqual([]);
    expect((await api.rest('POST', '/catalog/plan', body + spaces)).status).toBe(201);
    const product = JSON.stringify(padded.products[0]) + spaces;
    expect(await api.rest('POST', '/products', product)).toFailPlainly(413);
    const largest = 8 * 1024 * 1024;
    expect((await api.rest('POST', '/catalog/plan', body.padEnd(largest))).status).toBe(201);
    expect(await api.rest('POST', '/catalog/plan', body.padEnd(largest + 1))).toFailPlainly(413);
  });

  describe('nobody does by a document what single operations would forbid', () => {
    const holding = async (...scopes: string[]) =>
      app.anonymous.as({ key: await app.a.scopedKey(...scopes) });

    it('the export tells the parts that a key may read', async () => {
      const reader = await holding('products:read', 'plans:read');
      const document = await exportCatalog(reader);
      expect(Object.keys(document)).toEqual(['formatVersion', 'products', 'plans']);
      expect((await planned(reader, document)).changes).toEqual([]);
    });

    it('a plan speaks of what the key may read', async () => {
      const reader = await holding('products:read', 'plans:read');
      expect(await planCatalog(reader, catalogDocument())).toRefuse(
        'IdentityForbidden',
        /document\.features.*features:read/,
      );
    });

    it('what is applied changes what the key may write', async () => {
      const document = changedCatalog(({ products, plans }) => {
        Object.assign(products[0] as Json, { displayName: 'Allowed' });
        Object.assign(named(plans, 'starter'), { displayName: 'Forbidden' });
      });
      const { hash } = await planned(api, document);
      const reads = ['features', 'plans', 'addons', 'credits', 'coupons'].map(
        (resource) => `${resource}:read`,
      );
      const writer = await holding('products:write', ...reads);
      expect(await applyCatalog(writer, hash, document)).toRefuse(
        'IdentityForbidden',
        /document\.plans.*plans:write/,
      );
      const both = await holding('products:write', 'plans:write', ...reads);
      await expectOk(applyCatalog(both, hash, document));
      await bringIntoForce(api, catalogDocument());
    });
  });
});
