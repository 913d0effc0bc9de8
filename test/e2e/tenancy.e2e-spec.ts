import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage } from '../support/client';

/** Across modules: security.md T-05 to T-07, T-23, K-05, K-06. Each module's own routes are in its own tests. */
describe('tenancy', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
    for (const { api } of [app.a, app.b]) {
      await createProduct(api, 'main');
      const addon = { id: 'extra', displayName: 'x', productId: 'main', pricingType: 'FREE' };
      await expectOk(api.rest('POST', '/addons', addon));
    }
    await createProduct(app.b.api, 'only-b');
    await createFeature(app.b.api, 'only-b', 'metered');
    await createFeature(app.a.api, 'calls', 'metered');
    await createCustomer(app.b.api, 'only-b');
    await createCustomer(app.a.api, 'here');
    await expectOk(app.b.api.rest('POST', '/addons', { id: 'only-b', displayName: 'x', productId: 'main' }));
    await expectOk(app.b.api.rest('POST', '/package-groups', { id: 'only-b', addonIds: ['only-b'] }));
    const featureGroup = { id: 'only-b', displayName: 'x', featureIds: ['only-b'] };
    await expectOk(app.b.api.rest('POST', '/feature-groups', featureGroup));
    await publishPlan(app.b.api, { id: 'only-b', productId: 'main' });
    await publishPlan(app.a.api, { id: 'plan', productId: 'main' });
    await subscribe(app.a.api, 'here', 'plan', { id: 'running' });
    const currency = { id: 'only-b', displayName: 'x' };
    await expectOk(app.b.api.rest('POST', '/credits/custom-currencies', currency));
    await expectOk(app.a.api.rest('POST', '/credits/custom-currencies', { ...currency, id: 'tokens' }));
    const coupon = { id: 'only-b', name: 'x', percentOff: 1 };
    await expectOk(app.b.api.rest('POST', '/coupons', coupon));
    await expectOk(app.a.api.rest('POST', '/coupons', { ...coupon, id: 'spring' }));
    await expectOk(app.a.api.rest('POST', '/promotion-codes', { id: 'welcome', couponId: 'spring' }));
  });
  afterAll(() => app.close());

  const credit = (id: string, more: Json = {}): Json => ({
    type: 'CREDIT',
    id,
    amount: 1,
    cadence: 'MONTH',
    ...more,
  });

  it.each<[string, string, (id: string) => [string, object]]>([
    [
      'T-05: a feature',
      'FeatureNotFound',
      (id) => ['/addons/extra/entitlements', { entitlements: [feature(id)] }],
    ],
    [
      'T-06: a currency',
      'CustomCurrencyNotFound',
      (id) => ['/addons/extra/entitlements', { entitlements: [credit(id)] }],
    ],
    [
      'T-07: a dependency',
      'FeatureNotFound',
      (id) => [
        '/addons/extra/entitlements',
        { entitlements: [credit('tokens', { dependencyFeatureId: id })] },
      ],
    ],
    [
      'a member',
      'FeatureNotFound',
      (id) => ['/feature-groups', { id: 'group', displayName: 'x', featureIds: ['calls', id] }],
    ],
    ['an addon', 'AddonNotFound', (id) => ['/package-groups', { id: 'g', addonIds: ['extra', id] }]],
    ['a product', 'ProductNotFoundError', (id) => ['/plans', { id: 'p', displayName: 'x', productId: id }]],
    [
      'a target product',
      'ProductNotFoundError',
      (id) => ['/products/main/auto-cancellation-rules', { targetProductId: id }],
    ],
    ['a customer', 'CustomerNotFound', (id) => ['/subscriptions', { customerId: id, planId: 'plan' }]],
    [
      'a paying customer',
      'CustomerNotFound',
      (id) => ['/subscriptions', { customerId: 'here', planId: 'plan', payingCustomerId: id }],
    ],
    [
      'a paying customer',
      'CustomerNotFound',
      (id) => ['/subscriptions/running/delegate', { targetCustomerId: id }],
    ],
    ['a plan', 'PlanNotFound', (id) => ['/subscriptions', { customerId: 'here', planId: id }]],
    ['a coupon', 'CouponNotFound', (id) => ['/promotion-codes', { id: 'code', couponId: id }]],
    [
      'a customer',
      'CustomerNotFound',
      (id) => ['/promotion-codes', { id: 'code', couponId: 'spring', customerId: id }],
    ],
    ['a customer', 'CustomerNotFound', (id) => ['/promotion-codes/welcome/validate', { customerId: id }]],
    [
      'a customer',
      'CustomerNotFound',
      (id) => ['/usage', { usages: [{ customerId: id, featureId: 'calls', value: 1 }] }],
    ],
    [
      'a feature',
      'FeatureNotFound',
      (id) => [
        '/customers/here/promotional-entitlements',
        { promotionalEntitlements: [{ featureId: id, period: 'lifetime' }] },
      ],
    ],
    [
      'a feature',
      'FeatureNotFound',
      (id) => ['/usage', { usages: [{ customerId: 'here', featureId: id, value: 1 }] }],
    ],
  ])(
    '%s of another environment in a body is %s, byte for byte as an unknown one',
    async (_what, code, call) => {
      const unknown = newUid();
      const [path, foreign] = call('only-b');
      const answer = await app.a.api.rest('POST', path, foreign);
      expect((answer.body as { code: string }).code).toBe(code);
      expect(answer.status).toBe(404);
      const nowhere = await app.a.api.rest('POST', path, call(unknown)[1]);
      expect(answer.text).toBe(nowhere.text.replaceAll(unknown, 'only-b'));
    },
  );

  it.each([
    ['/plans/planned/package-groups/', 'PackageGroupNotFound'],
    ['/plans/planned/feature-groups/', 'FeatureGroupNotFoundError'],
    ['/addons/extra/feature-groups/', 'FeatureGroupNotFoundError'],
  ] as const)('a group of another environment below %s is %s, as an unknown one', async (path, code) => {
    const planned = { id: 'planned', displayName: 'x', productId: 'main', pricingType: 'CUSTOM' };
    await app.a.api.rest('POST', '/plans', planned);
    const unknown = newUid();
    const answer = await app.a.api.rest('PUT', `${path}only-b`, {});
    expect(answer).toRefuse(code);
    const nowhere = await app.a.api.rest('PUT', path + unknown, {});
    expect(answer.text).toBe(nowhere.text.replaceAll(unknown, 'only-b'));
  });

  it('an entitlement check tells nothing of a customer or a feature of another environment', async () => {
    const check = async (customer: string, featureId: string) =>
      (await app.a.api.rest('GET', `/customers/${customer}/entitlements/check?featureId=${featureId}`)).text;
    const unknown = newUid();
    expect(await check('only-b', 'calls')).toBe(
      (await check(unknown, 'calls')).replaceAll(unknown, 'only-b'),
    );
    expect(await check('here', 'only-b')).toBe((await check('here', unknown)).replaceAll(unknown, 'only-b'));
  });

  it('a filter by the id of another environment finds nothing', async () => {
    for (const path of [
      '/products?id=only-b',
      '/features?id=only-b',
      '/plans?productId=only-b',
      '/subscriptions?customerId=only-b',
      '/promotion-codes?couponId=only-b',
      '/promotion-codes?customerId=only-b',
    ]) {
      expect((await expectPage(app.a.api.rest('GET', path))).data).toEqual([]);
    }
  });

  it('K-05, K-06: scope before existence, so that a 403 tells nothing of what exists', async () => {
    const writer = app.anonymous.as({ key: await app.a.scopedKey('addons:write') });
    const reader = app.anonymous.as({ key: await app.a.scopedKey('products:write') });
    const body = { entitlements: [feature('calls')] };
    expect(await writer.rest('POST', '/addons/nowhere/entitlements', body)).toRefuse('AddonNotFound');
    const refused = await reader.rest('POST', '/addons/nowhere/entitlements', body);
    expect(refused).toRefuse('IdentityForbidden');
    expect((await reader.rest('POST', '/addons/extra/entitlements', body)).text).toBe(refused.text);
    expect((await reader.rest('POST', '/addons/extra/entitlements', {})).text).toBe(refused.text);
  });

  it('T-23: many callers of two environments on few connections, and nobody sees the other', async () => {
    const places = [app.a, app.b];
    for (const { api, environmentId } of places) {
      await createCustomer(api, 'shared', { name: environmentId });
      await createProduct(api, 'shared', { description: environmentId });
    }
    const foreign: string[] = [];
    const caller = async (index: number): Promise<void> => {
      const own = places[index % 2] as (typeof places)[0];
      const other = places[(index + 1) % 2] as (typeof places)[0];
      for (let turn = 0; turn < 20; turn++) {
        const answers = [
          await own.api.rest('GET', '/customers/shared'),
          await own.api.rest('PATCH', '/customers/shared', { language: `${turn}` }),
          await own.api.graphql(
            '{ products(id: ["shared"]) { edges { node { description } } } customer(id: "shared") { name } }',
          ),
        ];
        foreign.push(...answers.map(({ text }) => text).filter((text) => text.includes(other.environmentId)));
        expect(answers.filter(({ text }) => !text.includes(own.environmentId))).toEqual([]);
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, index) => caller(index)));
    expect(foreign).toEqual([]);
  });
});
