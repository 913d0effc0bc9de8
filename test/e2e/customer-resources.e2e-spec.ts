import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  subscribe,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: customers-subscriptions

interface Told {
  id: string;
  createdAt: string;
  updatedAt: string;
}

describe('GET /customers/{id}/resources', () => {
  let app: TestApp;
  let api: ApiClient;
  const newestFirst = ['three', 'two', 'one'];

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const { api: of } of [app.a, app.b]) {
      await createProduct(of, 'product');
      await createProduct(of, 'sites', { multipleSubscriptions: true });
      await createFeature(of, 'calls', 'metered');
      const entitlements = [feature('calls', { usageLimit: 100, resetPeriod: 'MONTH' })];
      await publishPlan(of, { id: 'plan', productId: 'product', entitlements });
      await publishPlan(of, { id: 'per-site', productId: 'sites', entitlements });
      await createCustomer(of, 'acme');
      await subscribe(of, 'acme', 'plan');
    }
    await createCustomer(api, 'other');
    await subscribe(api, 'other', 'per-site', { resourceId: 'elsewhere' });
    for (const resourceId of newestFirst.toReversed()) {
      app.clock.advance({ minutes: 1 });
      await expectOk(report(api, 'acme', 'calls', 1, { resourceId }));
    }
    await expectOk(report(app.b.api, 'acme', 'calls', 1, { resourceId: 'foreign' }));
  });
  afterAll(() => app.close());

  const list = (query = '', id = 'acme') => api.rest('GET', `/customers/${id}/resources${query}`);
  const found = (query = '', id = 'acme') => expectPage<Told>(list(query, id));
  const idsOf = ({ data }: { data: Told[] }) => data.map(({ id }) => id);

  needsPermission({
    app: () => app,
    resource: 'customers',
    reads: [
      {
        rest: ['GET', '/customers/acme/resources'],
        graphql: '{ customerResources(customerId: "acme") { totalCount } }',
      },
    ],
    writes: [],
  });

  it('U10: what reports and subscriptions named is there, newest first, of this customer alone', async () => {
    const page = await found();
    expect(idsOf(page)).toEqual(newestFirst);
    expect(page).toMatchObject({ has_more: false, next_cursor: null });
    const at = app.clock.now().toISOString();
    expect(page.data[0]).toEqual({ id: 'three', createdAt: at, updatedAt: at });
    expect(idsOf(await found('', 'other'))).toEqual(['elsewhere']);
  });

  it('U10: one that is named again stays where it was', async () => {
    await expectOk(report(api, 'acme', 'calls', 1, { resourceId: 'one' }));
    expect(idsOf(await found())).toEqual(newestFirst);
  });

  it('U10: a customer without resources has an empty list, and an archived one keeps its own', async () => {
    await createCustomer(api, 'empty');
    expect(idsOf(await found('', 'empty'))).toEqual([]);
    await createCustomer(api, 'gone');
    await subscribe(api, 'gone', 'per-site', { resourceId: 'site' });
    await expectOk(api.rest('POST', '/customers/gone/archive'));
    expect(idsOf(await found('', 'gone'))).toEqual(['site']);
  });

  it('access-and-events L2: pages go by the ids of the resources, in both directions', async () => {
    const first = await found('?limit=2');
    expect(idsOf(first)).toEqual(['three', 'two']);
    expect(first).toMatchObject({ has_more: true, next_cursor: 'two' });
    expect(idsOf(await found('?limit=2&starting_after=two'))).toEqual(['one']);
    expect(idsOf(await found('?ending_before=one'))).toEqual(['three', 'two']);
  });

  it('access-and-events L1: a cursor of another customer, of another environment or of nobody is BadUserInput', async () => {
    for (const cursor of ['elsewhere', 'foreign', 'nothing', '%27']) {
      expect(await list(`?starting_after=${cursor}`)).toRefuse('BadUserInput', /cursor/);
      expect(await list(`?ending_before=${cursor}`)).toRefuse('BadUserInput', /cursor/);
    }
    expect(await list('?limit=0')).toRefuse('BadUserInput', /limit/);
    expect(await list('?id=one')).toRefuse('BadUserInput', /id/);
  });

  it('an unknown customer is CustomerNotFound, also one of another environment', async () => {
    await createCustomer(app.b.api, 'only-b');
    expect(await list('', 'nobody')).toRefuse('CustomerNotFound');
    const foreign = await list('', 'only-b');
    expect(foreign.text).toBe((await list('', 'nobody')).text.replaceAll('nobody', 'only-b'));
  });

  it('is a connection of GraphQL, told as over REST', async () => {
    const { data } = await found();
    const document = `query ($after: String) { customerResources(customerId: "acme", first: 2, after: $after) {
      edges { cursor node { id createdAt updatedAt } } pageInfo { hasNextPage hasPreviousPage } totalCount } }`;
    const first = await expectOk(api.graphql(document));
    expect(first).toEqual({
      edges: data.slice(0, 2).map((node) => ({ cursor: node.id, node })),
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
      totalCount: 3,
    });
    const rest = await expectOk(api.graphql(document, { after: 'two' }));
    expect(rest).toMatchObject({ edges: [{ cursor: 'one' }], pageInfo: { hasPreviousPage: true } });
    const unknown = '{ customerResources(customerId: "nobody") { totalCount } }';
    expect(await api.graphql(unknown)).toRefuse('CustomerNotFound');
  });
});
