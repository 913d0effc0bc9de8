import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  checkOverGraphql,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';

// Domain: entitlements-usage

const week = (accordingTo: string): Json => ({
  resetPeriod: 'WEEK',
  weeklyResetPeriodConfiguration: { accordingTo },
});
const month = (accordingTo: string): Json => ({
  resetPeriod: 'MONTH',
  monthlyResetPeriodConfiguration: { accordingTo },
});
const year: Json = {
  resetPeriod: 'YEAR',
  yearlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
};

describe('usage windows', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'product');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
  });
  afterAll(() => app.close());

  /** A customer whose subscription starts at the anchor, with one unit used right then. */
  const customerFrom = async (anchor: string, reset: Json): Promise<string> => {
    const id = `case-${made++}`;
    app.clock.travelTo(anchor);
    const entitlements = [feature('calls', { usageLimit: 1000, ...reset })];
    await publishPlan(api, { id, productId: 'product', entitlements });
    await createCustomer(api, id);
    await subscribe(api, id, id);
    return id;
  };
  const windowAt = async (customerId: string, at: string) => {
    app.clock.travelTo(at);
    const rest = await check(api, customerId, 'featureId=calls');
    const graphql = await checkOverGraphql(api, customerId, 'featureId: "calls"');
    expect([graphql['usagePeriodStart'], graphql['usagePeriodEnd']]).toEqual([
      rest['usagePeriodStart'],
      rest['usagePeriodEnd'],
    ]);
    return [rest['usagePeriodStart'], rest['usagePeriodEnd']];
  };

  const rows: [string, string, Json, string, string, string][] = [
    [
      'W9.1',
      '2026-01-31T10:15:00.000Z',
      month('SubscriptionStart'),
      '2026-02-28T10:14:59.000Z',
      '2026-01-31T10:15:00.000Z',
      '2026-02-28T10:15:00.000Z',
    ],
    [
      'W9.2',
      '2026-01-31T10:15:00.000Z',
      month('SubscriptionStart'),
      '2026-02-28T10:15:00.000Z',
      '2026-02-28T10:15:00.000Z',
      '2026-03-31T10:15:00.000Z',
    ],
    [
      'W9.3',
      '2026-01-31T10:15:00.000Z',
      month('SubscriptionStart'),
      '2026-04-30T12:00:00.000Z',
      '2026-04-30T10:15:00.000Z',
      '2026-05-31T10:15:00.000Z',
    ],
    [
      'W9.4',
      '2024-02-29T00:00:00.000Z',
      year,
      '2026-02-27T23:00:00.000Z',
      '2025-02-28T00:00:00.000Z',
      '2026-02-28T00:00:00.000Z',
    ],
    [
      'W9.5',
      '2024-02-29T00:00:00.000Z',
      year,
      '2028-02-29T00:00:00.000Z',
      '2028-02-29T00:00:00.000Z',
      '2029-02-28T00:00:00.000Z',
    ],
    [
      'W9.6',
      '2026-03-04T15:30:00.000Z',
      week('SubscriptionStart'),
      '2026-03-18T15:29:59.000Z',
      '2026-03-11T15:30:00.000Z',
      '2026-03-18T15:30:00.000Z',
    ],
    [
      'W9.7',
      '2026-01-01T00:00:00.000Z',
      week('EveryMonday'),
      '2026-03-15T23:00:00.000Z',
      '2026-03-09T00:00:00.000Z',
      '2026-03-16T00:00:00.000Z',
    ],
    [
      'W9.8',
      '2026-01-01T00:00:00.000Z',
      week('EverySunday'),
      '2026-03-15T23:00:00.000Z',
      '2026-03-15T00:00:00.000Z',
      '2026-03-22T00:00:00.000Z',
    ],
    [
      'W6 DAY',
      '2026-03-04T15:30:00.000Z',
      { resetPeriod: 'DAY' },
      '2026-03-06T01:00:00.000Z',
      '2026-03-06T00:00:00.000Z',
      '2026-03-07T00:00:00.000Z',
    ],
    [
      'W6 HOUR',
      '2026-03-04T15:30:00.000Z',
      { resetPeriod: 'HOUR' },
      '2026-03-06T01:10:00.000Z',
      '2026-03-06T01:00:00.000Z',
      '2026-03-06T02:00:00.000Z',
    ],
    [
      'W4, first window',
      '2026-03-04T15:30:00.000Z',
      month('StartOfTheMonth'),
      '2026-03-20T00:00:00.000Z',
      '2026-03-04T15:30:00.000Z',
      '2026-04-01T00:00:00.000Z',
    ],
    [
      'W4, later window',
      '2026-03-04T15:30:00.000Z',
      month('StartOfTheMonth'),
      '2026-04-20T00:00:00.000Z',
      '2026-04-01T00:00:00.000Z',
      '2026-05-01T00:00:00.000Z',
    ],
  ];
  it.each(rows)('%s: from %s by %j, at %s', async (_, anchor, reset, at, start, end) => {
    expect(await windowAt(await customerFrom(anchor, reset), at)).toEqual([start, end]);
  });

  it('W1: without a reset period usage counts for good and no window is told', async () => {
    const id = await customerFrom('2026-01-31T10:15:00.000Z', {});
    await expectOk(report(api, id, 'calls', 3));
    app.clock.travelTo('2031-01-01T00:00:00.000Z');
    const answer = await check(api, id, 'featureId=calls');
    expect(answer).toMatchObject({ currentUsage: 3, resetPeriod: null });
    expect(answer).not.toHaveProperty('usagePeriodEnd');
  });

  it('W8, W10: usage at the boundary belongs to the new window, and no job resets anything', async () => {
    const id = await customerFrom('2026-01-31T10:15:00.000Z', month('SubscriptionStart'));
    const usedAt = async (at: string) => {
      app.clock.travelTo(at);
      return (await check(api, id, 'featureId=calls'))['currentUsage'];
    };
    app.clock.travelTo('2026-02-28T10:14:59.999Z');
    await expectOk(report(api, id, 'calls', 7));
    expect(await usedAt('2026-02-28T10:14:59.999Z')).toBe(7);
    expect(await usedAt('2026-02-28T10:15:00.000Z')).toBe(0);
    await expectOk(report(api, id, 'calls', 2));
    expect(await usedAt('2026-02-28T10:15:00.000Z')).toBe(2);
    await expectOk(report(api, id, 'calls', 1, { createdAt: '2026-02-28T10:14:59.999Z' }));
    expect(await usedAt('2026-02-28T10:15:00.000Z')).toBe(2);
    expect(await usedAt('2026-02-28T10:14:59.999Z')).toBe(8);
  });

  it('H3: counts again from the measurements when another rule comes into force', async () => {
    const id = await customerFrom('2026-03-01T00:00:00.000Z', month('SubscriptionStart'));
    app.clock.travelTo('2026-03-10T08:00:00.000Z');
    await expectOk(report(api, id, 'calls', 5));
    app.clock.travelTo('2026-03-11T08:00:00.000Z');
    await expectOk(report(api, id, 'calls', 4));
    await publishPlan(api, {
      id: `${id}-daily`,
      productId: 'product',
      entitlements: [feature('calls', { usageLimit: 50, resetPeriod: 'DAY' })],
    });
    await subscribe(api, id, `${id}-daily`);
    expect(await check(api, id, 'featureId=calls')).toMatchObject({ currentUsage: 4, usageLimit: 50 });
    await expectOk(report(api, id, 'calls', 1));
    expect(await check(api, id, 'featureId=calls')).toMatchObject({ currentUsage: 5 });
    await subscribe(api, id, id);
    expect(await check(api, id, 'featureId=calls')).toMatchObject({ currentUsage: 10, usageLimit: 1000 });
  });

  describe('H4: usage when the plan changes', () => {
    const change = async (behavior: string, id: string) => {
      app.clock.travelTo('2026-03-01T00:00:00.000Z');
      await createProduct(api, id);
      await expectOk(api.rest('PATCH', `/products/${id}`, { usageResetCutoffRule: { behavior } }));
      const plan = (name: string, usageLimit: number) =>
        publishPlan(api, {
          id: name,
          productId: id,
          entitlements: [feature('calls', { usageLimit, ...month('SubscriptionStart') })],
        });
      await plan(`${id}-a`, 1000);
      await plan(`${id}-b`, 5000);
      await createCustomer(api, id);
      await subscribe(api, id, `${id}-a`);
      app.clock.travelTo('2026-03-10T00:00:00.000Z');
      await expectOk(report(api, id, 'calls', 900));
      app.clock.advance({ minutes: 1 });
      await subscribe(api, id, `${id}-b`);
      return check(api, id, 'featureId=calls');
    };

    it.each(['NEVER_RESET', 'BILLING_PERIOD_CHANGE'])(
      '%s: 900/5,000 in the window that runs',
      async (behavior) => {
        expect(await change(behavior, behavior.toLowerCase())).toMatchObject({
          currentUsage: 900,
          usageLimit: 5000,
          usagePeriodStart: '2026-03-01T00:00:00.000Z',
        });
      },
    );

    it('H2: ALWAYS_RESET: 0/5,000 in a window from now', async () => {
      expect(await change('ALWAYS_RESET', 'always')).toMatchObject({
        currentUsage: 0,
        usageLimit: 5000,
        usagePeriodStart: '2026-03-10T00:01:00.000Z',
      });
    });

    it('H1: ALWAYS_RESET: a plan that is asked for again with the same addons and units is no change', async () => {
      await change('ALWAYS_RESET', 'again');
      await expectOk(report(api, 'again', 'calls', 40));
      app.clock.advance({ minutes: 1 });
      await subscribe(api, 'again', 'again-b', { addons: [], entitlements: [] });
      expect(await check(api, 'again', 'featureId=calls')).toMatchObject({
        currentUsage: 40,
        usagePeriodStart: '2026-03-10T00:01:00.000Z',
      });
    });

    it('H2: ALWAYS_RESET leaves a FLUCTUATING level as it is', async () => {
      const always = { usageResetCutoffRule: { behavior: 'ALWAYS_RESET' } };
      await createProduct(api, 'levels');
      await expectOk(api.rest('PATCH', '/products/levels', always));
      for (const [id, usageLimit] of [
        ['few', 5],
        ['many', 50],
      ] as const) {
        const entitlements = [feature('seats', { usageLimit })];
        await publishPlan(api, { id, productId: 'levels', entitlements });
      }
      await createCustomer(api, 'grows');
      await subscribe(api, 'grows', 'few');
      await expectOk(report(api, 'grows', 'seats', 4));
      app.clock.advance({ minutes: 1 });
      await subscribe(api, 'grows', 'many');
      expect(await check(api, 'grows', 'featureId=seats')).toMatchObject({
        currentUsage: 4,
        usageLimit: 50,
      });
    });
  });
});
