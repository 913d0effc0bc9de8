import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

async function sell(api: ApiClient): Promise<void> {
  await createProduct(api, 'single');
  await createProduct(api, 'multiple', { multipleSubscriptions: true });
  await createFeature(api, 'calls', 'metered');
  await createFeature(api, 'seats', 'gauge');
  const calls = (usageLimit: number) => [feature('calls', { usageLimit, resetPeriod: 'MONTH' })];
  await publishAddon(api, { id: 'free-addon', productId: 'single', entitlements: calls(10) });
  await publishAddon(api, { id: 'limited', productId: 'single', maxQuantity: 2, entitlements: calls(5) });
  await publishAddon(api, {
    id: 'dependent',
    productId: 'single',
    patch: { dependencies: ['free-addon'] },
    entitlements: calls(1),
  });
  await publishAddon(api, {
    id: 'custom-addon',
    productId: 'single',
    pricingType: 'CUSTOM',
    entitlements: calls(7),
  });
  await publishAddon(api, { id: 'unlisted', productId: 'single', entitlements: calls(1) });
  const compatibleAddonIds = ['free-addon', 'limited', 'dependent', 'custom-addon'];
  await publishPlan(api, {
    id: 'free',
    productId: 'single',
    patch: { compatibleAddonIds },
    entitlements: calls(100),
  });
  await publishPlan(api, {
    id: 'custom',
    productId: 'single',
    pricingType: 'CUSTOM',
    patch: { compatibleAddonIds },
    entitlements: [...calls(500), feature('seats', { isCustom: true })],
  });
  await publishPlan(api, { id: 'per-workspace', productId: 'multiple', entitlements: calls(50) });
}

describe('subscriptions (customers-subscriptions §2, §3, §7)', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await sell(api);
    await sell(app.b.api);
  });
  afterAll(() => app.close());

  const customer = async (to: ApiClient = api): Promise<string> => {
    const id = `buyer-${made++}`;
    await createCustomer(to, id);
    return id;
  };
  const provision = (body: Json) => api.rest('POST', '/subscriptions', body);
  const get = (id: string) => expectOk<Json>(api.rest('GET', `/subscriptions/${id}`));
  const cancel = (id: string, body: Json = {}) => api.rest('POST', `/subscriptions/${id}/cancel`, body);
  const create = async (to: ApiClient, id: string) => subscribe(to, await customer(to), 'free', { id });

  behavesAsList({
    app: () => app,
    path: '/subscriptions',
    field: 'subscriptions',
    create: async (to, index) => {
      const id = `list-${index}`;
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

  it('V2: answers the subscription and all that the customer may do now', async () => {
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
        startDate: '2026-03-04T15:30:00.000Z',
        addons: [{ id: 'free-addon', quantity: 3 }],
        paymentCollection: 'NOT_REQUIRED',
        metadata: { deal: '7' },
        subscriptionEntitlements: [],
      },
      entitlements: [{ feature: { id: 'calls' }, usageLimit: 130 }],
    });
    expect(await get(answer['id'] as string)).toEqual(answer['subscription']);
    expect(await eventsAbout(app, answer['id'] as string)).toContain('subscription.created');
  });

  it('V2: the same over GraphQL', async () => {
    const input = { customerId: await customer(), planId: 'free', addons: [{ id: 'limited', quantity: 2 }] };
    const fields = '{ status subscription { status addons { id quantity } } entitlements { usageLimit } }';
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
    it('Q4: another plan of the product takes the place at the same instant', async () => {
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

  describe('addons (catalog §4.2)', () => {
    const withAddons = async (planId: string, ...addons: Json[]) =>
      provision({ customerId: await customer(), planId, addons });

    it('A1: IncompatibleSubscriptionAddon for one that the plan does not list', async () => {
      expect(await withAddons('free', { id: 'unlisted', quantity: 1 })).toRefuse(
        'IncompatibleSubscriptionAddon',
        /unlisted/,
      );
    });

    it('A2: a CUSTOM addon needs a CUSTOM plan', async () => {
      expect(await withAddons('free', { id: 'custom-addon', quantity: 1 })).toRefuse(
        'IncompatibleSubscriptionAddon',
      );
      expect((await withAddons('custom', { id: 'custom-addon', quantity: 1 })).status).toBe(201);
    });

    it('A3: AddonDependencyMissingError without the addon it needs', async () => {
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

    it('A4: AddonQuantityExceedsLimitError past maxQuantity', async () => {
      expect(await withAddons('free', { id: 'limited', quantity: 3 })).toRefuse(
        'AddonQuantityExceedsLimitError',
        /2/,
      );
    });

    it.each([0, -1, 1.5, 2 ** 40])('A4: InvalidQuantity for %p', async (quantity) => {
      expect(await withAddons('free', { id: 'free-addon', quantity })).toRefuse(
        'InvalidQuantity',
        /quantity/,
      );
    });

    it('A4: DuplicateAddonProvisionedError for one addon twice', async () => {
      const addon = { id: 'free-addon', quantity: 1 };
      expect(await withAddons('free', addon, addon)).toRefuse(
        'DuplicateAddonProvisionedError',
        /addons\[1\]/,
      );
    });

    it('A5: addons end with the plan', async () => {
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
    it('fills in what the plan left open', async () => {
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

    it('G6: contributes nothing until it is filled in', async () => {
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
      ['UnsupportedParameter', 'custom', { type: 'CREDIT', id: 'credits', amount: 5, cadence: 'MONTH' }],
    ] as const)('%s on plan %s for %j', async (code, planId, entitlement) => {
      const answer = await provision({ customerId: await customer(), planId, entitlements: [entitlement] });
      expect(answer).toRefuse(code, /entitlements/);
    });

    it('DuplicatedEntityNotAllowed for one feature twice', async () => {
      const entitlements = [feature('seats', { usageLimit: 1 }), feature('seats', { usageLimit: 2 })];
      expect(await provision({ customerId: await customer(), planId: 'custom', entitlements })).toRefuse(
        'DuplicatedEntityNotAllowed',
      );
    });
  });

  describe('what is not built says so', () => {
    it.each([
      ['appliedCoupon', { couponId: 'c' }],
      ['billingCountryCode', 'DE'],
      ['billingInformation', { taxPercentage: 5 }],
      ['budget', { limit: 5, hasSoftLimit: true }],
      ['cancellationDate', '2027-01-01T00:00:00.000Z'],
      ['charges', [{ id: 'calls', type: 'FEATURE', quantity: 1 }]],
      ['minimumSpend', { amount: 5, currency: 'usd' }],
      ['payingCustomerId', 'someone'],
      ['priceOverrides', [{ amount: 5 }]],
      ['salesforceId', 'x'],
      ['startDate', '2027-01-01T00:00:00.000Z'],
      ['unitQuantity', 5],
      ['billingCycleAnchor', 'NOW'],
      ['scheduleStrategy', 'END_OF_BILLING_PERIOD'],
      ['trialOverrideConfiguration', { isTrial: true }],
    ])('UnsupportedParameter for %s', async (field, value) => {
      const answer = await provision({ customerId: await customer(), planId: 'free', [field]: value });
      expect(answer).toRefuse('UnsupportedParameter', new RegExp(field));
    });

    it('takes null, empty and default as nothing asked', async () => {
      const nothing = {
        budget: null,
        charges: [],
        minimumSpend: null,
        priceOverrides: [],
        payingCustomerId: null,
      };
      const defaults = {
        billingCycleAnchor: 'UNCHANGED',
        scheduleStrategy: 'IMMEDIATE',
        billingPeriod: 'MONTHLY',
      };
      const method = { paymentCollectionMethod: 'NONE', trialOverrideConfiguration: { isTrial: false } };
      const body = { customerId: await customer(), planId: 'free', ...nothing, ...defaults, ...method };
      expect((await provision(body)).status).toBe(201);
    });

    it('V9: BillingIntegrationMissing for an explicit collection method', async () => {
      const body = { customerId: await customer(), planId: 'free', paymentCollectionMethod: 'CHARGE' };
      expect(await provision(body)).toRefuse('BillingIntegrationMissing', /NONE/);
    });

    it('CheckoutIsNotSupported for checkoutOptions', async () => {
      const checkoutOptions = { successUrl: 'https://a.example', cancelUrl: 'https://b.example' };
      expect(await provision({ customerId: await customer(), planId: 'free', checkoutOptions })).toRefuse(
        'CheckoutIsNotSupported',
      );
    });
  });

  describe('X1: cancel', () => {
    it('ends at once, and the next check denies', async () => {
      const customerId = await customer();
      const { id } = await subscribe(api, customerId, 'free');
      expect(await expectOk(cancel(id, { cancellationTime: 'IMMEDIATE' }))).toMatchObject({
        status: 'CANCELED',
        cancelReason: 'Immediate',
        effectiveEndDate: app.clock.now().toISOString(),
      });
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ isGranted: false });
      expect(await eventsAbout(app, id)).toContain('subscription.canceled');
    });

    it('takes a body left out, which means at once without a billing period', async () => {
      const { id } = await subscribe(api, await customer(), 'free');
      expect((await api.rest('POST', `/subscriptions/${id}/cancel`)).status).toBe(201);
    });

    it('SubscriptionAlreadyCanceledOrExpired the second time', async () => {
      const { id } = await subscribe(api, await customer(), 'free');
      await expectOk(cancel(id));
      expect(await cancel(id)).toRefuse('SubscriptionAlreadyCanceledOrExpired');
    });

    it.each([
      ['SubscriptionDoesNotHaveBillingPeriod', { cancellationTime: 'END_OF_BILLING_PERIOD' }],
      ['SubscriptionDoesNotHaveBillingPeriod', { cancellationTime: 'IMMEDIATE', prorate: true }],
      ['InvalidCancellationDate', { cancellationTime: 'SPECIFIC_DATE' }],
      ['InvalidCancellationDate', { cancellationTime: 'SPECIFIC_DATE', endDate: '2020-01-01T00:00:00.000Z' }],
      ['UnsupportedParameter', { cancellationTime: 'SPECIFIC_DATE', endDate: '2030-01-01T00:00:00.000Z' }],
      ['BadUserInput', { endDate: '2030-01-01T00:00:00.000Z' }],
    ] as const)('%s for %j', async (code, body) => {
      const { id } = await subscribe(api, await customer(), 'free');
      expect(await cancel(id, body)).toRefuse(code);
      expect((await get(id))['status']).toBe('ACTIVE');
    });
  });

  describe('U7: an archived customer', () => {
    it('loses all subscriptions, which do not come back', async () => {
      const customerId = await customer();
      const { id } = await subscribe(api, customerId, 'free');
      await expectOk(api.rest('POST', `/customers/${customerId}/archive`));
      expect(await get(id)).toMatchObject({ status: 'CANCELED', cancelReason: 'CustomerArchived' });
      await expectOk(api.rest('POST', `/customers/${customerId}/unarchive`));
      expect(await check(api, customerId, 'featureId=calls')).toMatchObject({
        accessDeniedReason: 'NoActiveSubscription',
      });
    });
  });

  describe('what subscriptions forbid to change below them', () => {
    it('P5: IntegrityViolation when a product that was sold toggles multipleSubscriptions', async () => {
      await subscribe(api, await customer(), 'free');
      const answer = await api.rest('PATCH', '/products/single', { multipleSubscriptions: true });
      expect(answer).toRefuse('IntegrityViolation', /multipleSubscriptions/);
    });

    it('F6: CannotUpdateUnitTransformationError while live subscriptions use the feature', async () => {
      await subscribe(api, await customer(), 'free');
      const answer = await api.rest('PATCH', '/features/calls', { unitTransformation: { divide: 10 } });
      expect(answer).toRefuse('CannotUpdateUnitTransformationError', /calls/);
    });

    it('L7: UnsupportedParameter when ALL_CUSTOMERS would have to be moved', async () => {
      await subscribe(api, await customer(), 'free');
      await expectOk(api.rest('POST', '/plans/free/draft'));
      const answer = await api.rest('POST', '/plans/free/publish', { migrationType: 'ALL_CUSTOMERS' });
      expect(answer).toRefuse('UnsupportedParameter', /migrationType/);
      await expectOk(api.rest('DELETE', '/plans/free/draft'));
    });
  });

  it('lists by status in any letter case, without the overrides', async () => {
    const customerId = await customer();
    const { id } = await subscribe(api, customerId, 'free');
    const answer = await api.rest('GET', `/subscriptions?status=active&customerId=${customerId}`);
    const { data } = answer.body as { data: Json[] };
    expect(data.map((each) => each['id'])).toEqual([id]);
    expect(data[0]).not.toHaveProperty('subscriptionEntitlements');
    const none = await api.rest('GET', `/subscriptions?status=expired,canceled&customerId=${customerId}`);
    expect(none.body).toMatchObject({ data: [] });
  });
});
