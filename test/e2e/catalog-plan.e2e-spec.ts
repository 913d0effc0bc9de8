import { createTestApp, type TestApp } from '../support/app';
import { createProduct, publishPlan, type Json } from '../support/catalog';
import {
  applyCatalog,
  bringIntoForce,
  exportCatalog,
  inShort,
  planCatalog,
  planned,
  type Change,
  type Planned,
} from '../support/catalog-door';
import { catalogDocument, changedCatalog, entitled, named } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';

describe('a plan of the catalog', () => {
  let app: TestApp;
  let api: ApiClient;

  /** An environment that sells the catalog of the document. */
  const selling = async (): Promise<ApiClient> => {
    const { api: made } = await app.newEnvironment();
    await bringIntoForce(made, catalogDocument());
    return made;
  };

  // A plan changes nothing, so that most tests share one.
  beforeAll(async () => {
    app = await createTestApp();
    api = await selling();
  });
  afterAll(() => app.close());

  it('of a catalog that is in force is empty, in whatever order and however much is said', async () => {
    const document = changedCatalog(({ plans, products, features }) => {
      plans.reverse();
      Object.assign(products[0] as Json, { multipleSubscriptions: false, description: null });
      Object.assign(features[1] as Json, { meterType: 'None', metadata: {} });
      Object.assign(named(plans, 'starter'), {
        status: 'PUBLISHED',
        billingId: '',
        compatibleAddonIds: [],
      });
      Object.assign(entitled(plans, 'starter', 0), {
        isGranted: true,
        monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
        order: 1,
      });
    });
    expect((await planned(api, document)).changes).toEqual([]);
    expect((await bringIntoForce(api, document)).changes).toEqual([]);
  });

  it('of an empty environment creates everything, kind by kind and by id', async () => {
    const { api: empty } = await app.newEnvironment();
    const { changes } = await planned(empty, catalogDocument());
    expect(inShort(changes)).toEqual([
      ...['maps', 'routes'].map((id) => `CREATE PRODUCT ${id}`),
      ...['api-calls', 'channels', 'projects'].map((id) => `CREATE FEATURE ${id}`),
      'CREATE FEATURE_GROUP contact',
      'CREATE CUSTOM_CURRENCY tokens',
      'CREATE COUPON launch',
      'CREATE PROMOTION_CODE LAUNCH-26',
      ...['extra', 'more'].map((id) => `CREATE ADDON ${id}`),
      'CREATE PACKAGE_GROUP boosts',
      ...['pro', 'someday', 'starter'].map((id) => `CREATE PLAN ${id}`),
    ]);
    expect(changes[3]?.fields).toEqual([
      { path: '', before: null, after: named(catalogDocument().features, 'channels') },
    ]);
    expect(await exportCatalog(empty)).toEqual({
      formatVersion: 1,
      products: [],
      features: [],
      featureGroups: [],
      customCurrencies: [],
      coupons: [],
      promotionCodes: [],
      addons: [],
      packageGroups: [],
      plans: [],
    });
  });

  it('tells each difference by its place, with both values', async () => {
    const document = changedCatalog(({ products, features, plans }) => {
      Object.assign(products[0] as Json, { displayName: 'Maps and routes', metadata: { team: 'red' } });
      (features[2]?.['enumConfiguration'] as Json[]).push({ value: 'chat', displayName: 'Chat' });
      Object.assign(named(plans, 'starter'), { description: 'For all' });
      Object.assign(entitled(plans, 'pro', 0), { enumValues: ['email', 'phone'] });
      (named(plans, 'pro')['entitlements'] as Json[]).push({
        type: 'FEATURE',
        id: 'projects',
        usageLimit: 9,
      });
    });
    const { changes } = await planned(api, document);
    expect(inShort(changes)).toEqual([
      'UPDATE PRODUCT maps',
      'UPDATE FEATURE channels',
      'PUBLISH PLAN pro',
      'UPDATE PLAN starter',
    ]);
    expect(changes.map(({ fields }) => fields)).toEqual([
      [
        { path: 'displayName', before: 'Maps', after: 'Maps and routes' },
        { path: 'metadata.team', before: 'blue', after: 'red' },
      ],
      [
        {
          path: 'enumConfiguration',
          before: ['email', 'phone'].map((value) => ({ value, displayName: value })),
          after: [
            ...['email', 'phone'].map((value) => ({ value, displayName: value })),
            { value: 'chat', displayName: 'Chat' },
          ],
        },
      ],
      [
        {
          path: 'entitlements[FEATURE channels].enumValues',
          before: ['phone'],
          after: ['email', 'phone'],
        },
        {
          path: 'entitlements[FEATURE projects]',
          before: null,
          after: { type: 'FEATURE', id: 'projects', usageLimit: 9 },
        },
      ],
      [{ path: 'description', before: 'To begin with', after: 'For all' }],
    ]);
  });

  it('changes nothing, whatever it tries', async () => {
    const before = await exportCatalog(api);
    const rows = async () =>
      app.dataSource.query<unknown[]>(
        'select count(*) from activity union all select count(*) from outbox_event',
      );
    const written = await rows();
    const document = changedCatalog(({ plans }) =>
      Object.assign(named(plans, 'pro'), { compatibleAddonIds: ['extra'] }),
    );
    expect((await planned(api, document)).changes).toHaveLength(1);
    expect(await exportCatalog(api)).toEqual(before);
    expect(await rows()).toEqual(written);
    expect(await api.rest('GET', '/plans/pro?status=DRAFT')).toRefuse('PlanNotFound');
  });

  it('leaves what the document does not name, unless it prunes', async () => {
    const own = await selling();
    await publishPlan(own, { id: 'other', productId: 'maps' });
    expect((await planned(own, catalogDocument())).changes).toEqual([]);
    const { changes } = await planned(own, catalogDocument(), { prune: true });
    expect(inShort(changes)).toEqual(['ARCHIVE PLAN other']);
    expect(changes[0]?.fields).toEqual([
      {
        path: '',
        before: { id: 'other', displayName: 'other', productId: 'maps', pricingType: 'FREE' },
        after: null,
      },
    ]);
    await bringIntoForce(own, catalogDocument(), { prune: true });
    expect(await expectOk(own.rest('GET', '/plans/other'))).toMatchObject({ status: 'ARCHIVED' });
  });

  it('says nothing about parts that the document leaves out, also when it prunes', async () => {
    const { changes } = await planned(api, { formatVersion: 1, addons: [] }, { prune: true }).catch(() => ({
      changes: [] as Change[],
    }));
    expect(changes).toEqual([]);
    const { plans, addons } = catalogDocument();
    const only = {
      formatVersion: 1,
      plans: [...plans, { ...plans[1], id: 'third', displayName: 'Third' }],
      addons,
    };
    expect(inShort((await planned(api, only, { prune: true })).changes)).toEqual(['CREATE PLAN third']);
  });

  describe('between two environments', () => {
    it('what one exports, the other is made by', async () => {
      const { api: staging } = await app.newEnvironment();
      await createProduct(staging, 'own');
      const document = await exportCatalog(api);
      await bringIntoForce(staging, document);
      expect((await exportCatalog(staging)).plans).toEqual(document.plans);
      expect((await exportCatalog(staging)).products.map(({ id }) => id)).toEqual(['maps', 'own', 'routes']);
    });

    it('EnvironmentMismatch: a hash is of one environment, and a document may name its own', async () => {
      const { api: other, environmentId } = await app.newEnvironment();
      const { hash } = await planned(other, catalogDocument());
      expect(await applyCatalog(api, hash, catalogDocument())).toRefuse(
        'EnvironmentMismatch',
        /another environment/,
      );
      const pinned = { ...catalogDocument(), environmentId };
      expect(await planCatalog(api, pinned)).toRefuse('EnvironmentMismatch', /environmentId/);
      expect(await applyCatalog(api, (await planned(api, catalogDocument())).hash, pinned)).toRefuse(
        'EnvironmentMismatch',
      );
      expect((await planned(other, pinned)).changes.length).toBeGreaterThan(5);
      expect(hash).not.toContain(environmentId);
    });
  });

  it('speaks GraphQL as well: the same plan, the same refusals', async () => {
    const own = await selling();
    const document = changedCatalog(({ plans }) =>
      Object.assign(entitled(plans, 'starter', 1), { usageLimit: 4 }),
    );
    const plan =
      'mutation($input: PlanCatalogInput!) { planCatalog(input: $input) { hash changes { kind id action fields { path before after } } blastRadius { ' +
      'state taskId emptyBecause customers customersChanged customersBelowUsage changes { customerId } leftOut } } }';
    const told = await expectOk<Planned>(own.graphql(plan, { input: { document } }));
    expect(told).toEqual(await planned(own, document));
    const apply =
      'mutation($input: ApplyCatalogInput!) { applyCatalog(input: $input) { changes { id } taskIds } }';
    const input = { document, hash: told.hash };
    expect(await expectOk(own.graphql(apply, { input }))).toEqual({
      changes: [{ id: 'starter' }],
      taskIds: [],
    });
    expect(await own.graphql(plan, { input: { document: { formatVersion: 2 } } })).toRefuse(
      'BadUserInput',
      /document\.formatVersion/,
    );
    expect(await own.graphql(plan, { input: { document: [] } })).toRefuse('BadUserInput');
  });
});
