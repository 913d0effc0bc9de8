import { createTestApp, type TestApp } from '../support/app';
import { check, createCustomer, feature, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';
import { sellOnce } from '../support/subscription-catalog';

// Domain: customers-subscriptions

describe('subscriptions', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await sellOnce(api);
    await sellOnce(app.b.api);
  });
  afterAll(() => app.close());

  const customer = async (to: ApiClient = api): Promise<string> => {
    const id = `buyer-${made++}`;
    await createCustomer(to, id);
    return id;
  };
  const eventTypes = async (id: string) => (await eventsAbout(app, id)).map(({ type }) => type);
  const provision = (body: Json) => api.rest('POST', '/subscriptions', body);
  const get = (id: string) => expectOk<Json>(api.rest('GET', `/subscriptions/${id}`));
  const cancel = (id: string, body: Json = {}) => api.rest('POST', `/subscriptions/${id}/cancel`, body);
  const create = async (to: ApiClient, id: string) => {
    await sellOnce(to);
    await createCustomer(to, id);
    return subscribe(to, id, 'free', { id });
  };

  behavesAsList({
    app: () => app,
    path: '/subscriptions',
    field: 'subscriptions',
    create: async (to, index) => {
      const id = `list-${index}`;
      await sellOnce(to);
      await subscribe(to, await customer(to), index % 2 === 0 ? 'free' : 'custom', { id });
      return id;
    },
    filter: { query: 'planId=custom', graphql: 'planId: "custom"' },
  });
  isTenantScoped({
    app: () => app,
    create,
    read: async (from, id) => (await from.rest('GET', `/subscriptions/${id}`)).body,
    routes: [
      ['GET', (id) => `/subscriptions/${id}`],
      ['POST', (id) => `/subscriptions/${id}/cancel`, {}],
    ],
    documents: [
      'query($id: String!) { subscription(id: $id) { id } }',
      'mutation($id: String!) { cancelSubscription(id: $id) { id } }',
    ],
    found: { path: (id) => `/subscriptions?customerId=${id}` },
  });
  needsPermission({
    app: () => app,
    resource: 'subscriptions',
    reads: [{ rest: ['GET', '/subscriptions'], graphql: '{ subscriptions { totalCount } }' }],
    writes: [
      {
        rest: ['POST', '/subscriptions', { customerId: 'nobody', planId: 'free' }],
        graphql: 'mutation { createSubscription(input: { customerId: "nobody", planId: "free" }) { id } }',
      },
      {
        rest: ['POST', '/subscriptions/nobody/cancel', {}],
        graphql: 'mutation { cancelSubscription(id: "nobody") { id } }',
      },
    ],
  });

  it('V2, S1: answers the subscription and all that the customer may do now', async () => {
    const customerId = await customer();
    const body = {
      customerId,
      planId: 'free',
      addons: [{ id: 'free-addon', quantity: 3 }],
      metadata: { deal: '7' },
    };
    const answer = await expectOk<Json>(provision(body));
    expect(answer).toMatchObject({
      status: 'SUCCESS',
      isScheduled: false,
      subscription: {
        customerId,
        planId: 'free',
        pricingType: 'FREE',
        status: 'ACTIVE',
        startDate: app.clock.now().toISOString(),
        addons: [{ id: 'free-addon', quantity: 3 }],
        paymentCollection: 'NOT_REQUIRED',
        metadata: { deal: '7' },
        subscriptionEntitlements: [],
      },
      entitlements: [{ feature: { id: 'calls' }, usageLimit: 130 }],
    });
    expect(await get(answer['id'] as string)).toEqual(answer['subscription']);
    expect(await eventTypes(answer['id'] as string)).toContain('subscription.created');
  });

  it('entitlements-usage G8, Q13: credits of a plan are told beside its features, and by no check of one', async () => {
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
    const tokens = { type: 'CREDIT', id: 'tokens', amount: 500, cadence: 'MONTH' };
    const entitlements = [feature('calls', { usageLimit: 10 }), tokens];
    await publishPlan(api, { id: 'with-tokens', productId: 'single', entitlements });
    const customerId = await customer();
    const answer = await expectOk<Json>(provision({ customerId, planId: 'with-tokens' }));
    const told = [
      { type: 'FEATURE', feature: { id: 'calls' }, usageLimit: 10 },
      { type: 'CREDIT', currency: { currencyId: 'tokens' }, usageLimit: 500, currentUsage: 0 },
    ];
    expect(answer['entitlements']).toMatchObject(told);
    const listed = await expectOk<Json>(api.rest('GET', `/customers/${customerId}/entitlements`));
    expect(listed['entitlements']).toMatchObject(told);
    expect(await check(api, customerId, 'featureId=tokens')).toMatchObject({
      isGranted: false,
      accessDeniedReason: 'FeatureNotFound',
    });
  });

  it('V2: the same over GraphQL', async () => {
    const input = { customerId: await customer(), planId: 'free', addons: [{ id: 'limited', quantity: 2 }] };
    const fields =
      '{ status subscription { status addons { id quantity } } entitlements { ... on CustomerEntitlementFeature { usageLimit } } }';
    const document = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) ${fields} }`;
    expect(await expectOk(api.graphql(document, { input }))).toEqual({
      status: 'SUCCESS',
      subscription: { status: 'ACTIVE', addons: [{ id: 'limited', quantity: 2 }] },
      entitlements: [{ usageLimit: 110 }],
    });
  });

  describe('what a provision names must be there', () => {
    it.each([
      ['CustomerNotFound', { customerId: 'nobody' }],
      ['PlanNotFound', { planId: 'nothing' }],
      ['AddonNotFound', { addons: [{ id: 'nothing', quantity: 1 }] }],
    ] as const)('%s', async (code, given) => {
      expect(await provision({ customerId: await customer(), planId: 'free', ...given })).toRefuse(code);
    });

    it('UnPublishedPackage for a draft', async () => {
      await expectOk(api.rest('POST', '/plans', { id: 'draft', displayName: 'draft', productId: 'single' }));
      expect(await provision({ customerId: await customer(), planId: 'draft' })).toRefuse(
        'UnPublishedPackage',
        /draft/,
      );
    });

    it('EntityIsArchivedError for an archived plan and an archived customer', async () => {
      await publishPlan(api, { id: 'retired', productId: 'single', entitlements: [] });
      await expectOk(api.rest('POST', '/plans/retired/archive'));
      expect(await provision({ customerId: await customer(), planId: 'retired' })).toRefuse(
        'EntityIsArchivedError',
      );
      const gone = await customer();
      await expectOk(api.rest('POST', `/customers/${gone}/archive`));
      expect(await provision({ customerId: gone, planId: 'free' })).toRefuse('EntityIsArchivedError');
    });

    it('another environment’s customer is unknown', async () => {
      const foreign = await customer(app.b.api);
      expect(await provision({ customerId: foreign, planId: 'free' })).toRefuse('CustomerNotFound');
    });
  });

  it('DuplicatedEntityNotAllowed for an id that is taken', async () => {
    await create(api, 'taken');
    const answer = await provision({ customerId: await customer(), planId: 'free', id: 'taken' });
    expect(answer).toRefuse('DuplicatedEntityNotAllowed');
    expect(answer.headers.get('x-should-retry')).toBe('false');
  });

  describe('V3: resources', () => {
    it('requires resourceId on a product with several subscriptions', async () => {
      expect(await provision({ customerId: await customer(), planId: 'per-workspace' })).toRefuse(
        'BadUserInput',
        /resourceId/,
      );
    });

    it('refuses resourceId on a product with one', async () => {
      const answer = await provision({ customerId: await customer(), planId: 'free', resourceId: 'w' });
      expect(answer).toRefuse('UnsupportedParameter', /resourceId/);
    });

    it('holds one subscription per resource', async () => {
      const customerId = await customer();
      const one = await subscribe(api, customerId, 'per-workspace', { resourceId: 'w1' });
      const two = await subscribe(api, customerId, 'per-workspace', { resourceId: 'w2' });
      expect([one.subscription['status'], two.subscription['status']]).toEqual(['ACTIVE', 'ACTIVE']);
      expect((await get(one.id))['status']).toBe('ACTIVE');
      const found = await api.rest('GET', `/subscriptions?customerId=${customerId}&resourceId=w2`);
      expect(found.body).toMatchObject({ data: [{ id: two.id, resourceId: 'w2' }] });
    });
  });

  describe('V4, V5: slots', () => {
    it('Q4, S5: another plan of the product takes the place at the same instant', async () => {
      const customerId = await customer();
      const before = await subscribe(api, customerId, 'free');
      app.clock.advance({ hours: 1 });
      const after = await subscribe(api, customerId, 'custom');
      expect(await get(before.id)).toMatchObject({
        status: 'CANCELED',
        cancelReason: 'UPGRADE_OR_DOWNGRADE',
        effectiveEndDate: after.subscription['startDate'],
      });
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ usageLimit: 500 });
    });

    it('V5: the same plan again changes the subscription that runs', async () => {
      const customerId = await customer();
      const first = await subscribe(api, customerId, 'free', { metadata: { a: '1' } });
      const second = await subscribe(api, customerId, 'free', {
        addons: [{ id: 'free-addon', quantity: 2 }],
        metadata: { b: '2' },
      });
      expect(second).toMatchObject({ id: first.id, subscription: { metadata: { a: '1', b: '2' } } });
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ usageLimit: 120 });
      const other = await provision({ customerId, planId: 'free', id: 'another-id' });
      expect(other).toRefuse('BadUserInput', /leave id out/);
    });

    it('V11: two provisions at once leave one live subscription', async () => {
      const customerId = await customer();
      const answers = await Promise.all(
        ['free', 'custom', 'free', 'custom'].map((planId) => provision({ customerId, planId })),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      const live = await api.rest('GET', `/subscriptions?customerId=${customerId}&status=active`);
      expect((live.body as { data: unknown[] }).data).toHaveLength(1);
    });
  });

  describe('addons', () => {
    const withAddons = async (planId: string, ...addons: Json[]) =>
      provision({ customerId: await customer(), planId, addons });

    it('catalog A1: IncompatibleSubscriptionAddon for one that the plan does not list', async () => {
      expect(await withAddons('free', { id: 'unlisted', quantity: 1 })).toRefuse(
        'IncompatibleSubscriptionAddon',
        /unlisted/,
      );
    });

    it('catalog A2: a CUSTOM addon needs a CUSTOM plan', async () => {
      expect(await withAddons('free', { id: 'custom-addon', quantity: 1 })).toRefuse(
        'IncompatibleSubscriptionAddon',
      );
      expect((await withAddons('custom', { id: 'custom-addon', quantity: 1 })).status).toBe(201);
    });

    it('catalog A3: AddonDependencyMissingError without the addon it needs', async () => {
      expect(await withAddons('free', { id: 'dependent', quantity: 1 })).toRefuse(
        'AddonDependencyMissingError',
        /free-addon/,
      );
      const both = [
        { id: 'dependent', quantity: 1 },
        { id: 'free-addon', quantity: 1 },
      ];
      expect((await withAddons('free', ...both)).status).toBe(201);
    });

    it('catalog A3: AddonDependencyMissingError when the needed addon is to leave and the other stays', async () => {
      const customerId = await customer();
      const [dependent, needed] = ['dependent', 'free-addon'].map((id) => ({ id, quantity: 1 }));
      await subscribe(api, customerId, 'free', { addons: [dependent, needed] });
      expect(await provision({ customerId, planId: 'free', addons: [dependent] })).toRefuse(
        'AddonDependencyMissingError',
        /free-addon/,
      );
      await expectOk(provision({ customerId, planId: 'free', addons: [needed] }));
    });

    it('catalog A4: AddonQuantityExceedsLimitError past maxQuantity', async () => {
      expect(await withAddons('free', { id: 'limited', quantity: 3 })).toRefuse(
        'AddonQuantityExceedsLimitError',
        /2/,
      );
    });

    it.each([0, -1, 1.5, 2 ** 40])('catalog A4: InvalidQuantity for %p', async (quantity) => {
      expect(await withAddons('free', { id: 'free-addon', quantity })).toRefuse(
        'InvalidQuantity',
        /quantity/,
      );
    });

    it('catalog A4: DuplicateAddonProvisionedError for one addon twice', async () => {
      const addon = { id: 'free-addon', quantity: 1 };
      expect(await withAddons('free', addon, addon)).toRefuse(
        'DuplicateAddonProvisionedError',
        /addons\[1\]/,
      );
    });

    it('catalog A5: addons end with the plan', async () => {
      const customerId = await customer();
      const { id } = await subscribe(api, customerId, 'free', {
        addons: [{ id: 'free-addon', quantity: 1 }],
      });
      await expectOk(cancel(id));
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({
        accessDeniedReason: 'NoActiveSubscription',
      });
    });
  });

  describe('O4: values of a CUSTOM plan', () => {
    it('S2: fills in what the plan left open', async () => {
      const customerId = await customer();
      const entitlements = [
        feature('seats', { usageLimit: 25 }),
        feature('calls', { hasUnlimitedUsage: true }),
      ];
      const { subscription } = await subscribe(api, customerId, 'custom', { entitlements });
      expect(subscription['subscriptionEntitlements']).toEqual([
        { id: 'seats', type: 'FEATURE' },
        { id: 'calls', type: 'FEATURE' },
      ]);
      expect(await check(api, customerId, 'featureId=seats')).toMatchObject({
        usageLimit: 25,
        isGranted: true,
      });
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ hasUnlimitedUsage: true });
    });

    it('entitlements-usage G6, catalog E9: contributes nothing until it is filled in', async () => {
      const customerId = await customer();
      await subscribe(api, customerId, 'custom');
      const answer = await check(api, customerId, 'featureId=seats');
      expect(answer).toMatchObject({ accessDeniedReason: 'NoFeatureEntitlementInSubscription' });
    });

    it.each([
      ['BadUserInput', 'free', feature('seats', { usageLimit: 1 })],
      ['FeatureNotFound', 'custom', feature('nothing', { usageLimit: 1 })],
      ['BadUserInput', 'custom', feature('seats', { usageLimit: 1, hasUnlimitedUsage: true })],
      ['BadUserInput', 'custom', feature('seats')],
      ['InvalidEntitlementResetPeriod', 'custom', feature('seats', { usageLimit: 1, resetPeriod: 'MONTH' })],
      ['EntitlementUsageOutOfRangeError', 'custom', feature('seats', { usageLimit: 2 ** 53 })],
    ] as const)('%s on plan %s for %j', async (code, planId, entitlement) => {
      const answer = await provision({ customerId: await customer(), planId, entitlements: [entitlement] });
      expect(answer).toRefuse(code, /entitlements|nothing/);
    });

    it('DuplicatedEntityNotAllowed for one feature twice', async () => {
      const entitlements = [feature('seats', { usageLimit: 1 }), feature('seats', { usageLimit: 2 })];
      expect(await provision({ customerId: await customer(), planId: 'custom', entitlements })).toRefuse(
        'DuplicatedEntityNotAllowed',
      );
    });
  });
});
