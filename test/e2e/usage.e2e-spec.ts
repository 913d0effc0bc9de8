import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  counted,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  report,
  subscribe,
  usedOf,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: entitlements-usage

describe('POST /usage', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
    await createFeature(api, 'sso', 'switch');
    await createFeature(api, 'size', 'choice');
    await createFeature(api, 'file-size', 'config');
    await createFeature(api, 'unsold', 'metered');
    await publishPlan(api, {
      id: 'plan',
      productId: 'product',
      entitlements: [
        feature('calls', { usageLimit: 100, resetPeriod: 'MONTH' }),
        feature('seats', { usageLimit: 5 }),
        feature('sso'),
        feature('size', { enumValues: ['small'] }),
        feature('file-size', { usageLimit: 1 }),
      ],
    });
  });
  afterAll(() => app.close());

  needsPermission({
    app: () => app,
    resource: 'usage',
    reads: [],
    writes: [
      {
        rest: ['POST', '/usage', { usages: [{ customerId: 'nobody', featureId: 'calls', value: 1 }] }],
        graphql:
          'mutation { reportUsage(input: { usages: [{ customerId: "nobody", featureId: "calls", value: 1 }] }) { id } }',
      },
    ],
  });

  const subscriber = () => newSubscriber(api, 'plan');
  const used = (id: string, featureId = 'calls') => usedOf(api, id, featureId);
  const rows = async (): Promise<number> => {
    const [row] = await app.dataSource.query<{ count: number }[]>(
      'select count(*)::int as count from usage_measurement',
    );
    return row?.count ?? 0;
  };

  it('A6: answers the counted report with the usage after it, and the next check sees it', async () => {
    const id = await subscriber();
    expect(
      await counted(report(api, id, 'calls', 7, { dimensions: { region: 'eu', hits: 2, cached: false } })),
    ).toEqual({
      id: expect.any(String),
      createdAt: '2026-03-04T15:30:00.000Z',
      timestamp: '2026-03-04T15:30:00.000Z',
      customerId: id,
      featureId: 'calls',
      resourceId: null,
      value: 7,
      credit: null,
      currentUsage: 7,
      nextResetDate: '2026-04-04T15:30:00.000Z',
      usagePeriodStart: '2026-03-04T15:30:00.000Z',
      usagePeriodEnd: '2026-04-04T15:30:00.000Z',
    });
    expect(await used(id)).toBe(7);
  });

  it('A6: the same over GraphQL', async () => {
    const id = await subscriber();
    const document =
      'mutation($input: ReportUsageInput!) { reportUsage(input: $input) { value currentUsage customerId } }';
    const usages = [{ customerId: id, featureId: 'calls', value: 3 }];
    expect(await expectOk(api.graphql(document, { input: { usages } }))).toEqual([
      { value: 3, currentUsage: 3, customerId: id },
    ]);
  });

  it('A1: takes 1 to 100 elements', async () => {
    const id = await subscriber();
    const usages = (length: number) =>
      Array.from({ length }, () => ({ customerId: id, featureId: 'calls', value: 1 }));
    expect(await api.rest('POST', '/usage', { usages: usages(101) })).toRefuse('BadUserInput', /usages/);
    expect(await api.rest('POST', '/usage', { usages: [] })).toRefuse('BadUserInput', /usages/);
    const answers = await expectOk<Json[]>(api.rest('POST', '/usage', { usages: usages(100) }));
    expect(answers.map(({ currentUsage }) => currentUsage)).toEqual(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    expect(await used(id)).toBe(100);
  });

  it.each([1.5, '5', 2 ** 53, null, true])('A1: refuses the value %p', async (value) => {
    const id = await subscriber();
    const answer = await api.rest('POST', '/usage', {
      usages: [{ customerId: id, featureId: 'calls', value }],
    });
    expect(answer).toRefuse('BadUserInput', /usages\[0\]\.value/);
  });

  it('A2: counts a batch whole or not at all, and names the wrong element', async () => {
    const id = await subscriber();
    const before = await rows();
    const usages = [
      { customerId: id, featureId: 'calls', value: 5 },
      { customerId: id, featureId: 'nothing', value: 5 },
    ];
    expect(await api.rest('POST', '/usage', { usages })).toRefuse('FeatureNotFound', /usages\[1\]/);
    expect(await rows()).toBe(before);
    expect(await used(id)).toBe(0);
  });

  describe('A3: DELTA and SET', () => {
    it('gives back with a negative DELTA, never below 0', async () => {
      const id = await subscriber();
      await expectOk(report(api, id, 'seats', 3));
      expect(await counted(report(api, id, 'seats', -2))).toMatchObject({ currentUsage: 1, value: -2 });
      expect(await report(api, id, 'seats', -2)).toRefuse('EntitlementUsageOutOfRangeError', /below 0/);
      expect(await used(id, 'seats')).toBe(1);
    });

    it('sets, and refuses to set below 0', async () => {
      const id = await subscriber();
      await expectOk(report(api, id, 'calls', 30));
      expect(await counted(report(api, id, 'calls', 12, { updateBehavior: 'SET' }))).toMatchObject({
        currentUsage: 12,
        value: 12,
      });
      const answer = await report(api, id, 'calls', -1, { updateBehavior: 'SET' });
      expect(answer).toRefuse('EntitlementUsageOutOfRangeError');
    });

    it('refuses usage past 2^53-1', async () => {
      const id = await subscriber();
      await expectOk(report(api, id, 'calls', Number.MAX_SAFE_INTEGER));
      expect(await report(api, id, 'calls', 1)).toRefuse('EntitlementUsageOutOfRangeError', /pass/);
    });

    it('refuses a step past 2^53-1', async () => {
      const id = await subscriber();
      await expectOk(report(api, id, 'seats', Number.MAX_SAFE_INTEGER));
      expect(await report(api, id, 'seats', 5, { updateBehavior: 'SET' })).toMatchObject({ status: 201 });
    });
  });

  describe('A4: createdAt says when it happened', () => {
    it.each([
      ['5 minutes ahead', '2026-03-04T15:35:00.000Z', true],
      ['more than 5 minutes ahead', '2026-03-04T15:35:00.001Z', false],
      ['90 days ago', '2025-12-04T15:30:00.000Z', true],
      ['more than 90 days ago', '2025-12-04T15:29:59.999Z', false],
    ])('%s', async (_, createdAt, isTaken) => {
      const id = await subscriber();
      const answer = await report(api, id, 'calls', 1, { createdAt });
      if (isTaken) expect(answer.status).toBe(201);
      else expect(answer).toRefuse('BadUserInput', /usages\[0\]\.createdAt/);
    });

    it('never lets an old SET overwrite a newer one', async () => {
      const id = await subscriber();
      await expectOk(report(api, id, 'seats', 4, { updateBehavior: 'SET' }));
      const createdAt = '2026-03-04T15:29:00.000Z';
      const old = await counted(report(api, id, 'seats', 1, { updateBehavior: 'SET', createdAt }));
      expect(old).toMatchObject({ currentUsage: 4, value: 1 });
      expect(await used(id, 'seats')).toBe(4);
    });
  });

  describe('A5: an idempotencyKey counts once', () => {
    it('answers a repeated report as the first time', async () => {
      const id = await subscriber();
      const first = await counted(report(api, id, 'calls', 5, { idempotencyKey: 'k' }));
      await expectOk(report(api, id, 'calls', 2));
      app.clock.advance({ minutes: 1 });
      expect(await counted(report(api, id, 'calls', 5, { idempotencyKey: 'k' }))).toEqual(first);
      expect(await used(id)).toBe(7);
    });

    it('counts a key that stands twice in a batch once', async () => {
      const id = await subscriber();
      const usage = { customerId: id, featureId: 'calls', value: 5, idempotencyKey: 'twice' };
      const [a, b] = await expectOk<Json[]>(api.rest('POST', '/usage', { usages: [usage, usage] }));
      expect(b).toEqual(a);
      expect(await used(id)).toBe(5);
    });

    it('is another report of each resource that is named, and of none', async () => {
      const id = await subscriber();
      const of = [undefined, 'north', 'south', 'east'].map((resourceId, n) => ({
        ...{ customerId: id, featureId: 'calls', value: n + 1, idempotencyKey: 'k' },
        ...(resourceId !== undefined && { resourceId }),
      }));
      const told: Json[] = [];
      for (const usage of of)
        told.push(...(await expectOk<Json[]>(api.rest('POST', '/usage', { usages: [usage] }))));
      expect(new Set(told.map((each) => each['id'])).size).toBe(4);
      expect(await used(id)).toBe(10);
      // Again, in one request and in another order, and over the other door.
      expect(await expectOk(api.rest('POST', '/usage', { usages: of.toReversed() }))).toEqual(
        told.toReversed(),
      );
      const overGraphql = api.graphql(
        'mutation($usages: [UsageReportInput!]!) { reportUsage(input: { usages: $usages }) { id } }',
        { usages: of },
      );
      expect(await expectOk(overGraphql)).toEqual(told.map((each) => ({ id: each['id'] })));
      const other = await api.rest('POST', '/usage', { usages: [{ ...of[2], value: 7 }] });
      expect(other).toRefuse('BadUserInput', /^usages\[0\]: value: idempotencyKey k .* with 3,/);
      expect(await used(id)).toBe(10);
    });

    it('answers as the first time where it counts for the resource by then, and for the customer again', async () => {
      const id = await subscriber();
      await createProduct(api, 'sites', { multipleSubscriptions: true });
      await publishPlan(api, {
        id: 'site',
        productId: 'sites',
        entitlements: [feature('calls', { hasUnlimitedUsage: true })],
      });
      const onSite = (value: number, idempotencyKey: string) =>
        counted(report(api, id, 'calls', value, { resourceId: 'north', idempotencyKey }));
      const [first, own] = [
        await onSite(5, 'k'),
        await counted(report(api, id, 'calls', 2, { idempotencyKey: 'own' })),
      ];
      const { id: subscription } = await subscribe(api, id, 'site', { resourceId: 'north' });
      expect((await onSite(5, 'k'))['id']).toBe(first['id']);
      expect(await report(api, id, 'calls', 6, { resourceId: 'north', idempotencyKey: 'k' })).toRefuse(
        'BadUserInput',
        /value/,
      );
      // Of no resource it was another report.
      expect((await onSite(2, 'own'))['id']).not.toBe(own['id']);
      const later = await onSite(3, 'later');
      // Many at once, some of which were counted.
      const all = await Promise.all([onSite(5, 'k'), onSite(3, 'later'), onSite(4, 'fresh'), onSite(5, 'k')]);
      expect(all.map((each) => each['id'])).toEqual([
        first['id'],
        later['id'],
        expect.any(String),
        first['id'],
      ]);
      await expectOk(
        api.rest('POST', `/subscriptions/${subscription}/cancel`, { cancellationTime: 'IMMEDIATE' }),
      );
      expect((await onSite(3, 'later'))['id']).toBe(later['id']);
      expect(await used(id)).toBe(7);
    });

    it.each([
      ['another instant', { createdAt: true }],
      ['other dimensions', { dimensions: { region: 'us' } }],
      ['both', { createdAt: true, dimensions: { region: 'us' } }],
    ])('answers a repeat that was stamped anew as the first time: %s', async (_what, anew) => {
      const id = await subscriber();
      const first = await counted(
        report(api, id, 'calls', 5, { idempotencyKey: 'k', dimensions: { region: 'eu' } }),
      );
      app.clock.advance({ minutes: 1 });
      const createdAt = app.clock.now().toISOString();
      const more = { ...anew, idempotencyKey: 'k', ...('createdAt' in anew ? { createdAt } : {}) };
      expect(await counted(report(api, id, 'calls', 5, more))).toEqual(first);
      const usages = [{ customerId: id, featureId: 'calls', value: 5, ...more }];
      const document =
        'mutation ($input: ReportUsageInput!) { reportUsage(input: $input) { id timestamp value currentUsage } }';
      const { id: uid, timestamp, value, currentUsage } = first;
      expect(await expectOk(api.graphql(document, { input: { usages } }))).toEqual([
        { id: uid, timestamp, value, currentUsage },
      ]);
      expect(await used(id)).toBe(5);
    });

    it.each([
      ['value', { value: 6 }, 5],
      ['updateBehavior', { updateBehavior: 'SET' }, 'DELTA'],
    ])('refuses the key with another %s, naming the field and the element', async (field, other, before) => {
      const id = await subscriber();
      await expectOk(report(api, id, 'calls', 5, { idempotencyKey: 'k' }));
      const usage = { customerId: id, featureId: 'calls', value: 5 };
      const usages = [usage, { ...usage, idempotencyKey: 'k', ...other }];
      expect(await api.rest('POST', '/usage', { usages })).toRefuse(
        'BadUserInput',
        new RegExp(`^usages\\[1\\]: ${field}: idempotencyKey k has counted a report with ${before},`),
      );
      expect(await used(id)).toBe(5);
    });

    it('keeps keys of different customers and features apart', async () => {
      const [one, two] = [await subscriber(), await subscriber()];
      await expectOk(report(api, one, 'calls', 1, { idempotencyKey: 'shared' }));
      await expectOk(report(api, two, 'calls', 1, { idempotencyKey: 'shared' }));
      await expectOk(report(api, one, 'seats', 1, { idempotencyKey: 'shared' }));
      expect([await used(one), await used(two), await used(one, 'seats')]).toEqual([1, 1, 1]);
    });
  });

  it('A3: a refused sum names the element that it is refused for, through both doors', async () => {
    const id = await subscriber();
    const usage = { customerId: id, featureId: 'calls' };
    const usages = [
      { ...usage, value: 1 },
      { ...usage, value: -2 },
    ];
    const refusal = /^usages\[1\]: value: usage would fall below 0/;
    expect(await api.rest('POST', '/usage', { usages })).toRefuse('EntitlementUsageOutOfRangeError', refusal);
    const document = 'mutation ($input: ReportUsageInput!) { reportUsage(input: $input) { id } }';
    expect(await api.graphql(document, { input: { usages } })).toRefuse(
      'EntitlementUsageOutOfRangeError',
      refusal,
    );
  });

  describe('A7: who and what can be reported', () => {
    it('unknown customer', async () => {
      expect(await report(api, 'nobody', 'calls', 1)).toRefuse('CustomerNotFound', /usages\[0\]/);
    });

    it('archived customer', async () => {
      const id = await subscriber();
      await expectOk(api.rest('POST', `/customers/${id}/archive`));
      expect(await report(api, id, 'calls', 1)).toRefuse('EntityIsArchivedError', /archived/);
    });

    it.each(['nothing', '__proto__'])('unknown feature %s', async (featureId) => {
      expect(await report(api, await subscriber(), featureId, 1)).toRefuse('FeatureNotFound', /usages\[0\]/);
    });

    it.each(['sso', 'size', 'file-size'])('feature %s, which is not metered', async (featureId) => {
      expect(await report(api, await subscriber(), featureId, 1)).toRefuse(
        'UnsupportedFeatureType',
        new RegExp(featureId),
      );
    });

    it('a feature that the customer does not have', async () => {
      expect(await report(api, await subscriber(), 'unsold', 1)).toRefuse(
        'NoFeatureEntitlementInSubscription',
      );
    });

    it('another environment’s customer and feature', async () => {
      await createCustomer(app.b.api, 'foreign');
      expect(await report(api, 'foreign', 'calls', 1)).toRefuse('CustomerNotFound');
      const id = await subscriber();
      expect(await report(app.b.api, id, 'calls', 1)).toRefuse('CustomerNotFound');
    });
  });

  it('Q12: without enforceLimit a report is a fact, also above a hard limit', async () => {
    const id = await subscriber();
    expect(await counted(report(api, id, 'calls', 250))).toMatchObject({ currentUsage: 250 });
    expect(await check(api, id, 'featureId=calls')).toMatchObject({ isGranted: false });
  });

  it('answers the same under /api/v2/usage', async () => {
    const id = await subscriber();
    const usages = [{ customerId: id, featureId: 'calls', value: 2 }];
    const answer = await api.send('POST', '/api/v2/usage', { usages });
    expect(answer).toMatchObject({ status: 201, body: { data: [{ currentUsage: 2 }] } });
  });

  it('makes the resource that a report names', async () => {
    const id = await subscriber();
    await expectOk(report(api, id, 'calls', 1, { resourceId: 'new-workspace' }));
    const answer = await check(api, id, 'featureId=calls&resourceId=new-workspace');
    expect(answer).toMatchObject({ isGranted: true, currentUsage: 1 });
  });
});
