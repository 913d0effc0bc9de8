import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createPlan,
  createProduct,
  feature,
  publishPlan,
  subscribe,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { inTheNameOf, newSigningSecret } from '../support/customer-tokens';

// Domain: access-and-events

interface Charge {
  billingCountryCode: string | null;
}

describe('a publishable key', () => {
  let app: TestApp;
  let api: ApiClient;
  let page: ApiClient;
  let secret: string;
  const of = (customerId: string) => page.with({ headers: inTheNameOf(customerId, secret) });

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    page = app.anonymous.as({ key: app.a.publishableKey });
    secret = await newSigningSecret(api);
    await createProduct(api, 'product');
    await createFeature(api, 'seats', 'gauge');
    const entitlements = [feature('seats', { usageLimit: 5 })];
    await publishPlan(api, { id: 'sold', productId: 'product', entitlements });
    await createPlan(api, { id: 'unsold', productId: 'product' });
    for (const id of ['c1', 'c2']) {
      await createCustomer(api, id);
      await subscribe(api, id, 'sold', { id: `of-${id}` });
    }
  });
  afterAll(() => app.close());

  describe('reads the catalog', () => {
    it('B3: products, plans, features, entitlements and prices, as servers are told them', async () => {
      const paths = ['/products/product', '/plans/sold', '/features/seats', '/plans/sold/entitlements'];
      for (const path of [...paths, '/plans/sold/charges', '/plans/sold/overage-charges', '/features'])
        expect(await expectOk(page.rest('GET', path))).toEqual(await expectOk(api.rest('GET', path)));
      const query = '{ plan(id: "sold") { id entitlements { id } } products { edges { node { id } } } }';
      expect(await expectOk(page.graphql(query))).toEqual(await expectOk(api.graphql(query)));
    });

    it('B3: no draft, which is not public yet: it is as unknown as any other id', async () => {
      const unknown = (id: string, text: string): string => text.replaceAll(id, 'plan');
      for (const path of ['', '/entitlements', '/charges', '/feature-groups', '/package-groups']) {
        const hidden = await page.rest('GET', `/plans/unsold${path}`);
        const nowhere = await page.rest('GET', `/plans/nowhere${path}`);
        expect(hidden).toRefuse('PlanNotFound');
        expect(unknown('unsold', hidden.text)).toBe(unknown('nowhere', nowhere.text));
      }
      expect((await api.rest('GET', '/plans/unsold')).status).toBe(200);
      const listed = async (query: string) =>
        (await expectPage<{ id: string }>(page.rest('GET', `/plans${query}`))).data.map(({ id }) => id);
      expect(await listed('')).toEqual(['sold']);
      expect(await listed('?status=DRAFT')).toEqual([]);
      expect(await listed('?status=PUBLISHED,DRAFT')).toEqual(['sold']);
    });

    it('B3: of a plan that is sold, the version that is sold and not the draft of the next', async () => {
      await expectOk(api.rest('POST', '/plans/sold/draft'));
      await expectOk(api.rest('PATCH', '/plans/sold/entitlements/seats', { type: 'FEATURE', usageLimit: 9 }));
      const limits = async (by: ApiClient) =>
        (await expectOk<{ usageLimit: number }[]>(by.rest('GET', '/plans/sold/entitlements'))).map(
          ({ usageLimit }) => usageLimit,
        );
      expect([await limits(api), await limits(page)]).toEqual([[9], [5]]);
      expect(await page.rest('GET', '/plans/sold?status=DRAFT')).toRefuse('PlanNotFound', /no version DRAFT/);
      expect(await page.rest('GET', '/plans/sold?version=2')).toRefuse('PlanNotFound', /no version 2/);
      await expectOk(api.rest('DELETE', '/plans/sold/draft'));
    });

    it('B3, S3: coupons, customers and what stands on them stay closed', async () => {
      for (const path of [
        '/coupons',
        '/customers',
        '/customers/c1',
        '/promotion-codes',
        '/catalog/export',
        '/activity',
      ])
        expect(await of('c1').rest('GET', path)).toRefuse('IdentityForbidden');
    });
  });

  describe('and prices of countries', () => {
    beforeAll(async () => {
      await createPlan(api, { id: 'worldwide', productId: 'product' });
      const row = (amount: number, currency: string, billingCountryCode?: string) => ({
        billingModel: 'FLAT_FEE',
        pricePeriods: [{ billingPeriod: 'MONTHLY', billingCountryCode, price: { amount, currency } }],
      });
      const pricingModels = [row(10, 'usd'), row(9, 'eur', 'DE'), row(8, 'eur', 'FR')];
      await expectOk(
        api.rest('PATCH', '/plans/worldwide', { charges: { pricingType: 'PAID', pricingModels } }),
      );
      await expectOk(api.rest('POST', '/plans/worldwide/publish', { migrationType: 'NEW_CUSTOMERS' }));
    });
    const countries = async (by: ApiClient, query = '') =>
      (await expectPage<Charge>(by.rest('GET', `/plans/worldwide/charges${query}`))).data.map(
        ({ billingCountryCode }) => billingCountryCode,
      );

    it('catalog R7: a publishable key is told those of one country', async () => {
      const message = /^billingCountryCode: /;
      for (const by of [page, of('c1')]) {
        expect(await by.rest('GET', '/plans/worldwide/charges')).toRefuse(
          'FetchAllCountriesPricesNotAllowed',
          message,
        );
        expect(await by.graphql('{ planCharges(id: "worldwide") { totalCount } }')).toRefuse(
          'FetchAllCountriesPricesNotAllowed',
          message,
        );
        expect(await countries(by, '?billingCountryCode=DE')).toEqual(['DE']);
        expect(await countries(by, '?billingCountryCode=US')).toEqual([null]);
      }
      const query =
        '{ planCharges(id: "worldwide", billingCountryCode: "FR") { edges { node { billingCountryCode } } } }';
      expect(await expectOk(page.graphql(query))).toEqual({
        edges: [{ node: { billingCountryCode: 'FR' } }],
      });
    });

    it('catalog R7: a server key is told all, or those of the country that it names', async () => {
      expect(new Set(await countries(api))).toEqual(new Set(['DE', 'FR', null]));
      expect(await countries(api, '?billingCountryCode=FR')).toEqual(['FR']);
    });

    it.each(['XX', 'de', 'D', 'DEU', ''])('catalog R7: %j is no country', async (code) => {
      const answer = await api.rest('GET', `/plans/worldwide/charges?billingCountryCode=${code}`);
      expect(answer).toRefuse('BadUserInput', /billingCountryCode/);
    });
  });

  describe('in the name of a customer', () => {
    const checkPath = (id: string) => `/customers/${id}/entitlements/check?featureId=seats`;
    const checkOf = (id: string) =>
      `{ checkCustomerEntitlement(customerId: "${id}", featureId: "seats") { ... on CustomerEntitlementFeature { isGranted usageLimit } } }`;

    it('B4: checks and lists what that one may do, through both doors', async () => {
      expect(await expectOk(of('c1').rest('GET', checkPath('c1')))).toEqual(
        await expectOk(api.rest('GET', checkPath('c1'))),
      );
      expect(await expectOk(of('c1').graphql(checkOf('c1')))).toEqual({ isGranted: true, usageLimit: 5 });
      const list = await of('c1').rest('GET', '/customers/c1/entitlements');
      expect(await expectOk(Promise.resolve(list))).toMatchObject({
        entitlements: [{ feature: { id: 'seats' } }],
      });
      const tag = list.headers.get('etag') ?? '';
      const again = await of('c1').rest('GET', '/customers/c1/entitlements', undefined, {
        'if-none-match': tag,
      });
      expect(again.status).toBe(304);
    });

    it('B4: the id of the operation will do, where it names one', async () => {
      const { 'x-customer-token': token } = inTheNameOf('c1', secret);
      const bare = page.with({ headers: { 'x-customer-token': token } });
      await expectOk(bare.rest('GET', checkPath('c1')));
      await expectOk(bare.graphql(checkOf('c1')));
      await expectPage(bare.rest('GET', '/subscriptions?customerId=c1'));
      for (const path of [
        checkPath('c2'),
        '/subscriptions',
        '/subscriptions/of-c1',
        '/subscriptions?customerId=c2',
      ])
        expect(await bare.rest('GET', path)).toRefuse('Unauthenticated');
      // The key is good, so other fields would be answered.
      const { status, data, errors } = await bare.graphql(checkOf('c2'));
      expect([status, data, errors[0]?.extensions.code]).toEqual([
        200,
        { checkCustomerEntitlement: null },
        'Unauthenticated',
      ]);
    });

    it('B4: of another customer it is told AuthCustomerMismatch, whether that one exists or not', async () => {
      for (const id of ['c2', 'nobody']) {
        expect(await of('c1').rest('GET', checkPath(id))).toRefuse('AuthCustomerMismatch');
        expect(await of('c1').rest('GET', `/customers/${id}/entitlements`)).toRefuse('AuthCustomerMismatch');
        expect(await of('c1').rest('GET', `/subscriptions?customerId=${id}`)).toRefuse(
          'AuthCustomerMismatch',
        );
        expect(await of('c1').rest('GET', `/entitlements/stream?customerId=c1&customerId=${id}`)).toRefuse(
          'AuthCustomerMismatch',
        );
        expect(await of('c1').graphql(checkOf(id))).toRefuse('AuthCustomerMismatch');
      }
    });

    it('B4, B6: who is not proven gets the one answer of all', async () => {
      const [first, ...others] = await Promise.all([
        app.anonymous.rest('GET', checkPath('c1')),
        page.rest('GET', checkPath('c1')),
        page.with({ headers: { 'x-customer-id': 'c1' } }).rest('GET', checkPath('c1')),
        page
          .with({ headers: { ...inTheNameOf('c2', secret), 'x-customer-id': 'c1' } })
          .rest('GET', checkPath('c1')),
        page.with({ headers: inTheNameOf('c1', 'cts_another') }).rest('GET', checkPath('c1')),
        page.with({ headers: { 'x-customer-token': 'no hex' } }).rest('GET', checkPath('c1')),
      ]);
      for (const other of others) expect([other.status, other.text]).toEqual([401, first?.text]);
    });

    it('B4, B7: not proven comes before the permission and the shape, and both before whose it is', async () => {
      const wrong = page.with({ headers: inTheNameOf('c1', 'cts_another') });
      expect(await wrong.rest('GET', '/customers')).toRefuse('Unauthenticated');
      expect(await wrong.rest('POST', '/customers', '{')).toRefuse('Unauthenticated');
      const bare = page.with({ headers: { 'x-customer-token': 'f'.repeat(64) } });
      expect(await bare.rest('GET', '/customers/c1/entitlements/check?no=1')).toRefuse('Unauthenticated');
      expect(await of('c1').rest('GET', '/customers/c2/entitlements/check?no=1')).toRefuse('BadUserInput');
      expect(await of('c1').rest('POST', '/customers', '{')).toRefuse('AuthCustomerReadonly');
    });

    it('B4: writes nothing, through both doors', async () => {
      const body = { displayName: 'By a page' };
      expect(await of('c1').rest('PATCH', '/customers/c1', body)).toRefuse('AuthCustomerReadonly');
      expect(await page.rest('PATCH', '/customers/c1', body)).toRefuse('IdentityForbidden');
      const usage = { customerId: 'c1', featureId: 'seats', value: 1 };
      expect(await of('c1').rest('POST', '/usage', { usages: [usage] })).toRefuse('AuthCustomerReadonly');
      const mutation = `mutation { archiveCustomer(id: "c1") { id } reportUsage(input: { usages: [{ customerId: "c1", featureId: "seats", value: 1 }] }) { id } }`;
      const refused = await of('c1').graphql(mutation);
      expect(refused.errors.map(({ extensions }) => extensions.code)).toEqual([
        'AuthCustomerReadonly',
        'AuthCustomerReadonly',
      ]);
      expect(
        (await expectOk<{ archivedAt: unknown }>(api.rest('GET', '/customers/c1'))).archivedAt,
      ).toBeNull();
    });

    it('B3, K-09: a query goes on without the fields that are refused', async () => {
      const query = `{ products { totalCount } customers { totalCount } customer(id: "c1") { id subscriptions { id } } }`;
      const told = await of('c1').graphql(query);
      expect(told.status).toBe(200);
      expect(told.data).toEqual({ products: { totalCount: 1 }, customers: null, customer: null });
      expect(told.errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([
        [['customers'], 'IdentityForbidden'],
        [['customer'], 'IdentityForbidden'],
      ]);
    });

    it('B3: its own subscriptions that run, and no others', async () => {
      const ids = async (query = '') =>
        (await expectPage<{ id: string }>(of('c1').rest('GET', `/subscriptions${query}`))).data.map(
          ({ id }) => id,
        );
      expect(await ids()).toEqual(['of-c1']);
      expect(await ids('?customerId=c1&status=ACTIVE')).toEqual(['of-c1']);
      expect(await ids('?status=CANCELED')).toEqual([]);
      await expectOk(of('c1').rest('GET', '/subscriptions/of-c1'));
      const foreign = await of('c1').rest('GET', '/subscriptions/of-c2');
      const nowhere = await of('c1').rest('GET', '/subscriptions/of-xx');
      expect(foreign).toRefuse('SubscriptionNotFound');
      expect(foreign.text.replace('of-c2', 'of-xx')).toBe(nowhere.text);
      await createCustomer(api, 'c3');
      await subscribe(api, 'c3', 'sold', { id: 'of-c3' });
      await expectOk(api.rest('POST', '/subscriptions/of-c3/cancel', { cancellationTime: 'IMMEDIATE' }));
      expect(await of('c3').rest('GET', '/subscriptions/of-c3')).toRefuse('SubscriptionNotFound');
      expect(await of('c3').graphql('{ subscription(id: "of-c3") { id } }')).toRefuse('SubscriptionNotFound');
      expect(await expectOk(of('c3').graphql('{ subscriptions { totalCount } }'))).toEqual({ totalCount: 0 });
    });

    it('B4: beside a server key or a user the headers mean nothing', async () => {
      const server = api.with({ headers: inTheNameOf('c1', 'cts_another') });
      await expectOk(server.rest('GET', checkPath('c2')));
      await expectOk(server.graphql(checkOf('c2')));
      const user = app.anonymous.as({
        token: await app.signUserToken(app.ownerSubject),
        headers: { 'x-environment-id': app.a.environmentId, ...inTheNameOf('c1', 'cts_another') },
      });
      await expectOk(user.rest('GET', checkPath('c2')));
    });

    it('T-01: the secret of an environment proves nothing in another one', async () => {
      await newSigningSecret(app.b.api);
      const there = app.anonymous.as({ key: app.b.publishableKey, headers: inTheNameOf('c1', secret) });
      expect(await there.rest('GET', checkPath('c1'))).toRefuse('Unauthenticated');
    });
  });
});

describe('the rate of publishable keys', () => {
  it('R3, R7: is their own, so that no server of the vendor waits for them', async () => {
    const app = await createTestApp({ variables: { RATE_LIMIT_ENABLED: 'true' } });
    try {
      const page = app.anonymous.as({ key: app.a.publishableKey });
      const secret = await newSigningSecret(app.a.api);
      const bucketOf = async (by: ApiClient, path: string) => {
        const { headers } = await by.rest('GET', path);
        return headers.get('ratelimit-policy');
      };
      expect(await bucketOf(page, '/products')).toBe('"publicCatalogReads";q=6000;w=60');
      expect(await bucketOf(page, '/plans')).toBe('"publicCatalogReads";q=6000;w=60');
      expect(await bucketOf(page, '/customers')).toBe('"refusedPublicCalls";q=3000;w=60');
      const customer = page.with({ headers: inTheNameOf('c', secret) });
      expect(await bucketOf(customer, '/products')).toBe('"inAppCatalogReads";q=3000;w=60');
      expect(await bucketOf(customer, '/subscriptions')).toBe('"inAppReads";q=3000;w=60');
      expect(await bucketOf(customer, '/customers/c/entitlements')).toBe(
        '"inAppEntitlementReads";q=60000;w=60',
      );
      expect(await bucketOf(app.a.api, '/products')).toBe('"listProducts";q=3000;w=60');
    } finally {
      await app.close();
    }
  });
});
