import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  checkOverGraphql,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  report,
  subscribe,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';

// Domain: entitlements-usage

const monthly = { resetPeriod: 'MONTH' };

describe('GET /customers/{id}/entitlements/check', () => {
  let app: TestApp;
  let api: ApiClient;

  /** Both doors answer the same; the REST answer is told. */
  const ask = async (customerId: string, query: Record<string, string | number>) => {
    const text = new URLSearchParams(
      Object.entries(query).map(([k, v]): [string, string] => [k, String(v)]),
    ).toString();
    const rest = await check(api, customerId, text);
    const args = Object.entries(query).map(([name, value]) => {
      const isList = name === 'requestedValues';
      return `${name}: ${isList ? JSON.stringify(String(value).split(',')) : JSON.stringify(value)}`;
    });
    const graphql = await checkOverGraphql(api, customerId, args.join(', '));
    expect([graphql['isGranted'], graphql['accessDeniedReason']]).toEqual([
      rest['isGranted'],
      rest['accessDeniedReason'],
    ]);
    return rest;
  };
  const granted = { isGranted: true, accessDeniedReason: null };
  const denied = (accessDeniedReason: string) => ({ isGranted: false, accessDeniedReason });

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createFeature(api, 'sso', 'switch');
    await createFeature(api, 'file-size', 'config');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'soft-calls', 'metered');
    await createFeature(api, 'free-calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
    await createFeature(api, 'size', 'choice');
    await createFeature(api, 'unsold', 'switch');
    await createFeature(api, 'taken-away', 'switch');
    await publishPlan(api, {
      id: 'plan',
      productId: 'product',
      entitlements: [
        feature('sso'),
        feature('file-size', { usageLimit: 10 }),
        feature('calls', { usageLimit: 100, ...monthly }),
        feature('soft-calls', { usageLimit: 1, hasSoftLimit: true, ...monthly }),
        feature('free-calls', { hasUnlimitedUsage: true }),
        feature('seats', { usageLimit: 3 }),
        feature('size', { enumValues: ['small', 'medium'] }),
        feature('taken-away', { isGranted: false }),
      ],
    });
    await createCustomer(api, 'acme');
    await createCustomer(api, 'idle');
    await subscribe(api, 'acme', 'plan');
  });
  afterAll(() => app.close());

  describe('Q1: always an answer', () => {
    it('answers 200 for an unknown customer, without a feature it does not know', async () => {
      const answer = await api.rest('GET', '/customers/nobody/entitlements/check?featureId=nothing');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ data: { type: 'FEATURE', ...denied('CustomerNotFound') } });
    });

    it.each(['', 'featureId=sso&currencyId=credits'])(
      'refuses anything but one of featureId and currencyId: %p',
      async (query) => {
        expect(await api.rest('GET', `/customers/acme/entitlements/check?${query}`)).toRefuse(
          'BadUserInput',
          /featureId/,
        );
      },
    );

    it('1 CustomerNotFound', async () => {
      expect(await ask('nobody', { featureId: 'sso' })).toMatchObject(denied('CustomerNotFound'));
    });

    it('2 CustomerIsArchived', async () => {
      await createCustomer(api, 'gone');
      await subscribe(api, 'gone', 'plan');
      await expectOk(api.rest('POST', '/customers/gone/archive'));
      expect(await ask('gone', { featureId: 'sso' })).toMatchObject(denied('CustomerIsArchived'));
    });

    it('3 CustomerResourceNotFound', async () => {
      const answer = await ask('acme', { featureId: 'sso', resourceId: 'workspace' });
      expect(answer).toMatchObject(denied('CustomerResourceNotFound'));
    });

    it.each(['nothing', '__proto__', 'constructor'])('4 FeatureNotFound for %s', async (featureId) => {
      expect(await ask('acme', { featureId })).toEqual({
        type: 'FEATURE',
        ...denied('FeatureNotFound'),
        entitlementUpdatedAt: expect.any(String),
      });
    });

    it('5 NoActiveSubscription', async () => {
      expect(await ask('idle', { featureId: 'sso' })).toMatchObject(denied('NoActiveSubscription'));
    });

    it('6 NoFeatureEntitlementInSubscription', async () => {
      const answer = await ask('acme', { featureId: 'unsold' });
      expect(answer).toMatchObject(denied('NoFeatureEntitlementInSubscription'));
    });

    it('7 Revoked', async () => {
      expect(await ask('acme', { featureId: 'taken-away' })).toMatchObject(denied('Revoked'));
    });

    it('8 FeatureTypeMismatch before any limit', async () => {
      const answer = await ask('acme', { featureId: 'sso', requestedUsage: 1000 });
      expect(answer).toMatchObject(denied('FeatureTypeMismatch'));
    });

    it('11 RequestedUsageExceedingLimit', async () => {
      const answer = await ask('acme', { featureId: 'file-size', requestedUsage: 11 });
      expect(answer).toMatchObject(denied('RequestedUsageExceedingLimit'));
    });

    it('12 RequestedValuesMismatch', async () => {
      const answer = await ask('acme', { featureId: 'size', requestedValues: 'small,large' });
      expect(answer).toMatchObject(denied('RequestedValuesMismatch'));
    });
  });

  describe('Q3: type mismatch', () => {
    it.each([
      ['requestedUsage on BOOLEAN', { featureId: 'sso', requestedUsage: 1 }],
      ['requestedUsage on ENUM', { featureId: 'size', requestedUsage: 1 }],
      ['requestedValues on BOOLEAN', { featureId: 'sso', requestedValues: 'small' }],
      ['requestedValues on NUMBER', { featureId: 'calls', requestedValues: 'small' }],
    ])('%s', async (_, query) => {
      expect(await ask('acme', query)).toMatchObject(denied('FeatureTypeMismatch'));
    });

    it.each(['-1', '1.5', 'many', ''])('refuses requestedUsage=%p', async (value) => {
      const answer = await api.rest(
        'GET',
        `/customers/acme/entitlements/check?featureId=calls&requestedUsage=${value}`,
      );
      expect(answer).toRefuse('BadUserInput', /requestedUsage/);
    });

    it('takes requestedValues comma-joined and repeated', async () => {
      for (const values of ['requestedValues=small,medium', 'requestedValues=small&requestedValues=medium']) {
        expect(await check(api, 'acme', `featureId=size&${values}`)).toMatchObject(granted);
      }
    });
  });

  it.each([
    ['without n', {}, granted],
    ['n = limit', { requestedUsage: 10 }, granted],
    ['n above the limit', { requestedUsage: 11 }, denied('RequestedUsageExceedingLimit')],
  ])('Q4: a configuration number %s', async (_, query, expected) => {
    const answer = await ask('acme', { featureId: 'file-size', ...query });
    expect(answer).toMatchObject({ ...expected, usageLimit: 10 });
  });

  describe('Q5: limit 100, hard', () => {
    const rows: [number, Record<string, number>, boolean][] = [
      [99, {}, true],
      [99, { requestedUsage: 1 }, true],
      [99, { requestedUsage: 2 }, false],
      [100, {}, false],
      [100, { requestedUsage: 0 }, true],
      [100, { requestedUsage: 1 }, false],
      [120, {}, false],
      [120, { requestedUsage: 0 }, false],
    ];
    it.each(rows)('u=%p with %j is granted: %p', async (usage, query, isGranted) => {
      await expectOk(report(api, 'acme', 'calls', usage, { updateBehavior: 'SET' }));
      const answer = await ask('acme', { featureId: 'calls', ...query });
      expect(answer).toMatchObject({
        currentUsage: usage,
        usageLimit: 100,
        ...(isGranted ? granted : denied('RequestedUsageExceedingLimit')),
      });
    });
  });

  it('Q6: a soft limit never denies, and usage may pass it', async () => {
    await expectOk(report(api, 'acme', 'soft-calls', 5));
    const answer = await ask('acme', { featureId: 'soft-calls', requestedUsage: 1000 });
    expect(answer).toMatchObject({ ...granted, currentUsage: 5, usageLimit: 1 });
  });

  it('Q5: unlimited is granted whatever was used', async () => {
    await expectOk(report(api, 'acme', 'free-calls', 1_000_000));
    const answer = await ask('acme', { featureId: 'free-calls', requestedUsage: Number.MAX_SAFE_INTEGER });
    expect(answer).toMatchObject({
      ...granted,
      hasUnlimitedUsage: true,
      usageLimit: null,
      currentUsage: 1_000_000,
    });
  });

  it.each([
    ['omitted', {}, granted],
    ['a subset', { requestedValues: 'small' }, granted],
    ['outside', { requestedValues: 'large' }, denied('RequestedValuesMismatch')],
  ])('Q7: ENUM values %s', async (_, query, expected) => {
    expect(await ask('acme', { featureId: 'size', ...query })).toMatchObject(expected);
  });

  it('Q11: a check changes nothing', async () => {
    const before = await check(api, 'acme', 'featureId=calls&requestedUsage=1');
    expect(await check(api, 'acme', 'featureId=calls&requestedUsage=1')).toEqual(before);
  });

  describe('Q13: the list of all effective entitlements', () => {
    const listed = (customerId: string) =>
      expectOk<{ accessDeniedReason: string | null; entitlements: { feature: { id: string } }[] }>(
        api.rest('GET', `/customers/${customerId}/entitlements`),
      );

    it('tells every granted feature with its usage', async () => {
      const { accessDeniedReason, entitlements } = await listed('acme');
      expect(accessDeniedReason).toBeNull();
      const ids = ['calls', 'file-size', 'free-calls', 'seats', 'size', 'soft-calls', 'sso'];
      expect(entitlements.map(({ feature }) => feature.id).sort()).toEqual(ids);
    });

    it.each([
      ['nobody', 'CustomerNotFound'],
      ['idle', 'NoActiveSubscription'],
      ['gone', 'CustomerIsArchived'],
    ])('tells of %s why there is nothing: %s', async (customerId, reason) => {
      expect(await listed(customerId)).toEqual({ accessDeniedReason: reason, entitlements: [] });
    });
  });

  describe('Q14: the fields of an answer', () => {
    it('leaves out numbers that do not apply', async () => {
      const answer = await check(api, 'acme', 'featureId=sso');
      expect(Object.keys(answer).sort()).toEqual([
        'accessDeniedReason',
        'entitlementUpdatedAt',
        'feature',
        'isGranted',
        'type',
      ]);
    });

    it('tells a window only where usage is reset', async () => {
      expect(await check(api, 'acme', 'featureId=seats')).not.toHaveProperty('usagePeriodStart');
      expect(await check(api, 'acme', 'featureId=calls')).toMatchObject({
        resetPeriod: 'MONTH',
        usagePeriodAnchor: '2026-03-04T15:30:00.000Z',
        usagePeriodStart: '2026-03-04T15:30:00.000Z',
        usagePeriodEnd: '2026-04-04T15:30:00.000Z',
        validUntil: '2026-04-04T15:30:00.000Z',
      });
    });
  });

  it('catalog F6: limits hold sold units, reports hold reported ones', async () => {
    const unitTransformation = { divide: 1_000_000_000, round: 'UP' };
    await createFeature(api, 'storage', 'metered', { unitTransformation });
    await publishPlan(api, {
      id: 'storage-plan',
      productId: 'product',
      entitlements: [feature('storage', { usageLimit: 2 })],
    });
    await createCustomer(api, 'stores');
    await subscribe(api, 'stores', 'storage-plan');
    for (let i = 0; i < 3; i++) await expectOk(report(api, 'stores', 'storage', 400_000_000));
    expect(await ask('stores', { featureId: 'storage', requestedUsage: 800_000_000 })).toMatchObject({
      ...granted,
      currentUsage: 2,
    });
    expect(await ask('stores', { featureId: 'storage', requestedUsage: 800_000_001 })).toMatchObject(
      denied('RequestedUsageExceedingLimit'),
    );
  });

  it('catalog I6: inheritance, own records, and a feature taken away', async () => {
    await createFeature(api, 'projects', 'config');
    await publishPlan(api, {
      id: 'free',
      productId: 'product',
      entitlements: [
        feature('projects', { usageLimit: 3 }),
        feature('calls', { usageLimit: 100, ...monthly }),
      ],
    });
    await publishPlan(api, {
      id: 'pro',
      productId: 'product',
      pricingType: 'CUSTOM',
      parentPlanId: 'free',
      entitlements: [feature('calls', { usageLimit: 10_000, ...monthly }), feature('sso')],
    });
    await publishPlan(api, {
      id: 'enterprise',
      productId: 'product',
      pricingType: 'CUSTOM',
      parentPlanId: 'pro',
      entitlements: [
        feature('calls', { hasUnlimitedUsage: true }),
        feature('projects', { isGranted: false }),
      ],
    });
    await createCustomer(api, 'on-pro');
    await createCustomer(api, 'on-enterprise');
    await subscribe(api, 'on-pro', 'pro');
    await subscribe(api, 'on-enterprise', 'enterprise');
    expect(await check(api, 'on-pro', 'featureId=projects')).toMatchObject({ ...granted, usageLimit: 3 });
    expect(await check(api, 'on-pro', 'featureId=calls')).toMatchObject({ ...granted, usageLimit: 10_000 });
    expect(await check(api, 'on-enterprise', 'featureId=calls')).toMatchObject({
      ...granted,
      hasUnlimitedUsage: true,
    });
    expect(await check(api, 'on-enterprise', 'featureId=sso')).toMatchObject(granted);
    expect(await check(api, 'on-enterprise', 'featureId=projects')).toMatchObject(denied('Revoked'));

    // Republished with NEW_CUSTOMERS: running subscriptions keep what they pinned, new ones see the base's new value (catalog I3).
    await expectOk(api.rest('POST', '/plans/free/draft'));
    const patch = { type: 'FEATURE', usageLimit: 5 };
    await expectOk(api.rest('PATCH', '/plans/free/entitlements/projects', patch));
    await expectOk(api.rest('POST', '/plans/free/publish', { migrationType: 'NEW_CUSTOMERS' }));
    await createCustomer(api, 'late-on-pro');
    await subscribe(api, 'late-on-pro', 'pro');
    expect(await check(api, 'on-pro', 'featureId=projects')).toMatchObject({ usageLimit: 3 });
    expect(await check(api, 'late-on-pro', 'featureId=projects')).toMatchObject({ usageLimit: 5 });
  });

  it('G2: plan 10,000 and addon 1,000 × 2 make 12,000', async () => {
    await publishAddon(api, {
      id: 'more-calls',
      productId: 'product',
      entitlements: [feature('calls', { usageLimit: 1000, ...monthly })],
    });
    await publishPlan(api, {
      id: 'with-addon',
      productId: 'product',
      patch: { compatibleAddonIds: ['more-calls'] },
      entitlements: [feature('calls', { usageLimit: 10_000, ...monthly })],
    });
    await createCustomer(api, 'adds');
    await subscribe(api, 'adds', 'with-addon', { addons: [{ id: 'more-calls', quantity: 2 }] });
    expect(await check(api, 'adds', 'featureId=calls')).toMatchObject({ usageLimit: 12_000 });
  });

  it('G1, G4: a check with a resource sees both scopes and takes the more generous, a check without sees its own', async () => {
    await createProduct(api, 'workspaces', { multipleSubscriptions: true });
    const calls = (id: string, productId: string, usageLimit: number) =>
      publishPlan(api, { id, productId, entitlements: [feature('calls', { usageLimit, ...monthly })] });
    await calls('per-workspace', 'workspaces', 1000);
    await calls('per-customer', 'product', 50);
    await createCustomer(api, 'both');
    await subscribe(api, 'both', 'per-workspace', { resourceId: 'w1' });
    await subscribe(api, 'both', 'per-customer');
    expect(await check(api, 'both', 'featureId=calls')).toMatchObject({ usageLimit: 50 });
    expect(await check(api, 'both', 'featureId=calls&resourceId=w1')).toMatchObject({ usageLimit: 1000 });
    await expectOk(report(api, 'both', 'calls', 40, { resourceId: 'w1' }));
    expect(await check(api, 'both', 'featureId=calls')).toMatchObject({ currentUsage: 0 });
    expect(await check(api, 'both', 'featureId=calls&resourceId=w1')).toMatchObject({ currentUsage: 40 });
  });

  it('keeps environments apart: the same ids elsewhere are unknown', async () => {
    expect(await check(app.b.api, 'acme', 'featureId=sso')).toMatchObject(denied('CustomerNotFound'));
  });
});
