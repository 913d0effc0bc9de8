import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  report,
  subscribe,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: entitlements-usage

interface Point {
  timestamp: string;
  value: number;
  isResetPoint: boolean;
}
interface Told {
  markers: { timestamp: string; type: string }[];
  series: { tags: { key: string; value: string }[]; points: Point[] }[];
}

const start = '2026-03-04T15:30:00.000Z';
const month = {
  resetPeriod: 'MONTH',
  monthlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
};

describe('GET /usage/{customerId}/history/{featureId}', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    app.clock.travelTo(start);
    await createProduct(api, 'product');
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    await createProduct(api, 'always');
    const always = { usageResetCutoffRule: { behavior: 'ALWAYS_RESET' } };
    await expectOk(api.rest('PATCH', '/products/always', always));
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'packs', 'metered', { unitTransformation: { divide: 10, round: 'UP' } });
    await createFeature(api, 'seats', 'gauge');
    await createFeature(api, 'sso', 'switch');
    const calls = feature('calls', { usageLimit: 1000, ...month });
    const packs = feature('packs', { usageLimit: 1000, resetPeriod: 'DAY' });
    const entitlements = [calls, packs, feature('seats', { usageLimit: 5 }), feature('sso')];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
    await publishPlan(api, { id: 'per-site', productId: 'sites', entitlements: [calls] });
    for (const id of ['small', 'large'])
      await publishPlan(api, {
        id,
        productId: 'always',
        entitlements: [calls, feature('seats', { usageLimit: 9 })],
      });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    app.clock.travelTo(start);
  });

  const ask = (id: string, featureId: string, query: string, from = api) =>
    from.rest('GET', `/usage/${id}/history/${featureId}?${query}`);
  const told = (id: string, featureId: string, query: string) => expectOk<Told>(ask(id, featureId, query));
  const pointsOf = ({ series }: Told) => series.map(({ points }) => points);
  const valuesOf = (history: Told) => pointsOf(history).map((points) => points.map(({ value }) => value));
  const markersOf = ({ markers }: Told) => markers.map(({ timestamp, type }) => [timestamp, type]);
  const reportAt = (id: string, at: string, value: number, more: object = {}) => {
    app.clock.travelTo(at);
    return expectOk(report(api, id, 'calls', value, { ...more }));
  };

  needsPermission({
    app: () => app,
    resource: 'usage',
    reads: [
      {
        rest: ['GET', '/usage/nobody/history/calls?startDate=2026-01-01T00:00:00Z'],
        graphql:
          '{ usageHistory(customerId: "nobody", featureId: "calls", startDate: "2026-01-01T00:00:00Z") { markers { type } } }',
      },
    ],
    writes: [],
  });

  it('A19, H2: a month by days: usage of its window at the end of each day, marked where the window begins', async () => {
    const id = await newSubscriber(api, 'plan');
    await reportAt(id, '2026-04-02T12:00:00.000Z', 5);
    await reportAt(id, '2026-04-03T00:00:00.000Z', 2);
    await reportAt(id, '2026-04-04T15:29:59.999Z', 1);
    await reportAt(id, '2026-04-04T15:30:00.000Z', 3);
    await reportAt(id, '2026-04-06T08:00:00.000Z', 4);
    const history = await told(id, 'calls', 'startDate=2026-04-02T06:00:00Z');
    expect(history).toEqual({
      markers: [{ timestamp: '2026-04-04T15:30:00.000Z', type: 'PERIODIC_RESET' }],
      series: [
        {
          tags: [],
          points: [
            { timestamp: '2026-04-03T00:00:00.000Z', value: 5, isResetPoint: false },
            { timestamp: '2026-04-04T00:00:00.000Z', value: 7, isResetPoint: false },
            { timestamp: '2026-04-05T00:00:00.000Z', value: 3, isResetPoint: true },
            { timestamp: '2026-04-06T00:00:00.000Z', value: 3, isResetPoint: false },
            { timestamp: '2026-04-06T08:00:00.000Z', value: 7, isResetPoint: false },
          ],
        },
      ],
    });
    expect(await check(api, id, 'featureId=calls')).toMatchObject({ currentUsage: 7 });
  });

  it('A19: what lies before the range counts in its first window, and a late report where it happened', async () => {
    const id = await newSubscriber(api, 'plan');
    await reportAt(id, '2026-03-05T10:00:00.000Z', 20);
    app.clock.travelTo('2026-03-10T00:00:00.000Z');
    const range = 'startDate=2026-03-07T00:00:00Z&endDate=2026-03-10T00:00:00Z';
    expect(valuesOf(await told(id, 'calls', range))).toEqual([[20, 20, 20]]);
    await expectOk(report(api, id, 'calls', 1, { createdAt: '2026-03-08T05:00:00.000Z' }));
    expect(valuesOf(await told(id, 'calls', range))).toEqual([[20, 21, 21]]);
  });

  it('A19: the last point of a history that reaches now is what a check tells, also of reports that stand ahead', async () => {
    const id = await newSubscriber(api, 'plan');
    await expectOk(report(api, id, 'calls', 3));
    await expectOk(report(api, id, 'calls', 4, { createdAt: '2026-03-04T15:34:00.000Z' }));
    expect(await check(api, id, 'featureId=calls')).toMatchObject({ currentUsage: 7 });
    for (const end of ['', '&endDate=2026-03-31T00:00:00Z']) {
      const [points] = pointsOf(await told(id, 'calls', `startDate=2026-03-04T15:00:00Z${end}`));
      expect(points).toEqual([{ timestamp: start, value: 7, isResetPoint: true }]);
    }
    app.clock.travelTo('2026-04-04T15:30:00.000Z');
    const [points] = pointsOf(await told(id, 'calls', 'startDate=2026-04-04T15:00:00Z'));
    expect(points).toEqual([{ timestamp: '2026-04-04T15:30:00.000Z', value: 0, isResetPoint: true }]);
  });

  it.each([
    ['hours', '2026-02-01T00:30:00Z', '2026-02-03T00:30:00Z', 49, '2026-02-01T01:00:00.000Z'],
    ['days', '2026-02-01T00:30:00Z', '2026-02-03T00:30:01Z', 3, '2026-02-02T00:00:00.000Z'],
    ['days', '2025-11-01T00:00:00Z', '2026-02-01T00:00:00Z', 92, '2025-11-02T00:00:00.000Z'],
    ['weeks from Monday', '2025-11-01T00:00:00Z', '2026-02-01T00:00:01Z', 14, '2025-11-03T00:00:00.000Z'],
  ])('A19: is told by %s from %s to %s', async (_, from, until, count, first) => {
    const id = await newSubscriber(api, 'plan');
    const [points] = pointsOf(await told(id, 'calls', `startDate=${from}&endDate=${until}`));
    expect(points).toHaveLength(count);
    expect(points?.[0]?.timestamp).toBe(first);
    expect(points?.at(-1)?.timestamp).toBe(new Date(until).toISOString());
  });

  it('A19: what has not come yet is not told, and the step is that of the whole range', async () => {
    const id = await newSubscriber(api, 'plan');
    const [points] = pointsOf(
      await told(id, 'calls', 'startDate=2026-03-03T00:00:00Z&endDate=2026-04-03T00:00:00Z'),
    );
    expect(points?.map(({ timestamp }) => timestamp)).toEqual(['2026-03-04T00:00:00.000Z', start]);
  });

  it('A17, A19: values are sold units of what was reported together', async () => {
    const id = await newSubscriber(api, 'plan');
    for (const minute of [1, 2, 62]) {
      app.clock.travelTo(new Date(Date.parse(start) + minute * 60_000).toISOString());
      await expectOk(report(api, id, 'packs', 4));
    }
    const history = await told(id, 'packs', 'startDate=2026-03-04T15:00:00Z');
    expect(valuesOf(history)).toEqual([[1, 2]]);
  });

  it('A8, A19: a level runs through every window, and nothing is marked', async () => {
    const id = await newSubscriber(api, 'small');
    const set = (value: number) => expectOk(report(api, id, 'seats', value, { updateBehavior: 'SET' }));
    await set(4);
    app.clock.travelTo('2026-04-10T12:00:00.000Z');
    await set(6);
    app.clock.travelTo('2026-04-11T12:00:00.000Z');
    await subscribe(api, id, 'large');
    app.clock.travelTo('2026-04-12T12:00:00.000Z');
    const history = await told(id, 'seats', 'startDate=2026-04-09T00:00:00Z');
    expect(valuesOf(history)).toEqual([[4, 6, 6, 6]]);
    expect(history.markers).toEqual([]);
  });

  it('H2: a change that resets usage is marked, and what was used before stays', async () => {
    const id = await newSubscriber(api, 'small');
    await reportAt(id, '2026-03-10T10:00:00.000Z', 900);
    app.clock.travelTo('2026-03-12T10:00:00.000Z');
    await subscribe(api, id, 'large');
    await reportAt(id, '2026-03-13T10:00:00.000Z', 5);
    app.clock.travelTo('2026-04-13T00:00:00.000Z');
    const history = await told(id, 'calls', 'startDate=2026-03-09T00:00:00Z&endDate=2026-03-15T00:00:00Z');
    expect(valuesOf(history)).toEqual([[0, 900, 900, 0, 5, 5]]);
    expect(markersOf(history)).toEqual([['2026-03-12T10:00:00.000Z', 'SUBSCRIPTION_CHANGE_RESET']]);
    expect(pointsOf(history)[0]?.findIndex(({ isResetPoint }) => isResetPoint)).toBe(3);
    const later = await told(id, 'calls', 'startDate=2026-04-01T00:00:00Z');
    expect(markersOf(later)).toEqual([['2026-04-12T10:00:00.000Z', 'PERIODIC_RESET']]);
  });

  it('H2: who is entitled to nothing any more keeps the windows by which was counted last', async () => {
    const id = await newSubscriber(api, 'plan');
    await reportAt(id, '2026-04-05T10:00:00.000Z', 8);
    await expectOk(api.rest('POST', `/customers/${id}/archive`));
    app.clock.travelTo('2026-04-06T00:00:00.000Z');
    const history = await told(id, 'calls', 'startDate=2026-04-04T00:00:00Z&endDate=2026-04-06T00:00:00Z');
    expect(markersOf(history)).toEqual([['2026-04-04T15:30:00.000Z', 'PERIODIC_RESET']]);
    expect(valuesOf(history)[0]?.at(-1)).toBe(8);
  });

  it('A19: groupBy tells a series for each combination, and a report that lacks a key has no tag of it', async () => {
    const id = await newSubscriber(api, 'plan');
    const used = (value: number, dimensions?: object) =>
      expectOk(report(api, id, 'calls', value, { dimensions }));
    await used(1, { region: 'eu', model: 1 });
    await used(2, { region: 'eu', model: 2 });
    await used(4, { region: 'us', model: 1, cached: true });
    await used(8, { model: 1 });
    await used(16);
    const range = 'startDate=2026-03-04T15:00:00Z';
    const by = async (query: string) =>
      (await told(id, 'calls', `${range}&${query}`)).series.map(({ tags, points }) => [
        tags.map(({ key, value }) => `${key}=${value}`).join(),
        points[0]?.value,
      ]);
    expect(await by('groupBy=region')).toEqual([
      ['region=eu', 3],
      ['region=us', 4],
      ['', 24],
    ]);
    const both = await by('groupBy=region,model');
    expect(both).toHaveLength(5);
    expect(both).toEqual(
      expect.arrayContaining([
        ['region=eu,model=1', 1],
        ['region=eu,model=2', 2],
        ['region=us,model=1', 4],
        ['model=1', 8],
        ['', 16],
      ]),
    );
    expect(await by('groupBy=cached&groupBy=region&groupBy=model')).toHaveLength(5);
    expect(await by('groupBy=__proto__')).toEqual([['', 31]]);
    const nothing = await newSubscriber(api, 'plan');
    expect((await told(nothing, 'calls', `${range}&groupBy=region`)).series).toEqual([]);
    expect(valuesOf(await told(nothing, 'calls', range))).toEqual([[0]]);
  });

  it('A19: more than 100 series are BadUserInput', async () => {
    const id = await newSubscriber(api, 'plan');
    const one = (n: number) => ({
      customerId: id,
      featureId: 'calls',
      value: 1,
      dimensions: { user: `u${n}` },
    });
    await expectOk(api.rest('POST', '/usage', { usages: Array.from({ length: 100 }, (_, n) => one(n)) }));
    const query = 'startDate=2026-03-04T15:00:00Z&groupBy=user';
    expect((await told(id, 'calls', query)).series).toHaveLength(100);
    await expectOk(api.rest('POST', '/usage', { usages: [one(100)] }));
    expect(await ask(id, 'calls', query)).toRefuse('BadUserInput', /groupBy/);
  });

  it('G1, A19: resourceId tells the counter of the source that is in force for the resource', async () => {
    const id = await newSubscriber(api, 'plan');
    await createCustomer(api, 'owner');
    await subscribe(api, 'owner', 'per-site', { resourceId: 'site' });
    await expectOk(report(api, 'owner', 'calls', 6, { resourceId: 'site' }));
    await expectOk(report(api, id, 'calls', 3, { resourceId: 'desk' }));
    const range = 'startDate=2026-03-04T15:00:00Z';
    expect(valuesOf(await told('owner', 'calls', `${range}&resourceId=site`))).toEqual([[6]]);
    expect(valuesOf(await told('owner', 'calls', range))).toEqual([[0]]);
    expect(valuesOf(await told(id, 'calls', `${range}&resourceId=desk`))).toEqual([[3]]);
    expect(valuesOf(await told(id, 'calls', range))).toEqual([[3]]);
  });

  it.each<[string, string, ErrorCode, RegExp]>([
    ['', 'calls', 'BadUserInput', /startDate/],
    ['startDate=yesterday', 'calls', 'BadUserInput', /startDate/],
    ['startDate=2026-03-04T15:30:00Z', 'calls', 'BadUserInput', /startDate/],
    ['startDate=2026-03-03T00:00:00Z&endDate=2026-03-03T00:00:00Z', 'calls', 'BadUserInput', /endDate/],
    ['startDate=2026-03-03T00:00:00Z&endDate=2026-03-02T00:00:00Z', 'calls', 'BadUserInput', /endDate/],
    ['startDate=2006-03-03T00:00:00Z', 'calls', 'BadUserInput', /1000 points/],
    ['startDate=2026-03-01T00:00:00Z&groupBy=a,b,c,d', 'calls', 'BadUserInput', /groupBy/],
    ['startDate=2026-03-01T00:00:00Z&groupBy=a,a', 'calls', 'BadUserInput', /groupBy/],
    ['startDate=2026-03-01T00:00:00Z&interval=day', 'calls', 'BadUserInput', /interval/],
    ['startDate=2026-03-01T00:00:00Z&resourceId=nothing', 'calls', 'CustomerResourceNotFound', /nothing/],
    ['startDate=2026-03-01T00:00:00Z', 'nothing', 'FeatureNotFound', /nothing/],
    ['startDate=2026-03-01T00:00:00Z', 'sso', 'UnsupportedFeatureType', /sso/],
  ])('A19: %s of %s is %s', async (query, featureId, code, message) => {
    const id = await newSubscriber(api, 'plan');
    expect(await ask(id, featureId, query)).toRefuse(code, message);
  });

  it('A19: more than 10,000 resets are BadUserInput', async () => {
    const entitlements = [feature('calls', { usageLimit: 10, resetPeriod: 'HOUR' })];
    await publishPlan(api, { id: 'hourly', productId: 'product', entitlements });
    const id = await newSubscriber(api, 'hourly');
    expect(await ask(id, 'calls', 'startDate=2025-01-01T00:00:00Z')).toRefuse('BadUserInput', /startDate/);
    expect((await told(id, 'calls', 'startDate=2026-03-01T00:00:00Z')).markers).toHaveLength(89);
  });

  it('T-01: customers, features and resources of another environment are as unknown as any other', async () => {
    const id = await newSubscriber(api, 'plan');
    await createCustomer(app.b.api, 'only-b');
    await createFeature(app.b.api, 'only-b', 'metered');
    const query = 'startDate=2026-03-01T00:00:00Z';
    const foreign = await ask('only-b', 'calls', query);
    expect(foreign).toRefuse('CustomerNotFound');
    expect(foreign.text).toBe((await ask('nobody', 'calls', query)).text.replaceAll('nobody', 'only-b'));
    expect(await ask(id, 'only-b', query)).toRefuse('FeatureNotFound');
    expect(await ask(id, 'calls', query, app.b.api)).toRefuse('CustomerNotFound');
  });

  it('A19: is the same over GraphQL, refusals too', async () => {
    const id = await newSubscriber(api, 'plan');
    await reportAt(id, '2026-04-04T16:00:00.000Z', 3, { dimensions: { region: 'eu' } });
    const document = `query ($id: String!, $feature: String!, $groupBy: [String!]) {
      usageHistory(customerId: $id, featureId: $feature, startDate: "2026-04-03T00:00:00Z", groupBy: $groupBy) {
        markers { timestamp type } series { tags { key value } points { timestamp value isResetPoint } } } }`;
    const query = 'startDate=2026-04-03T00:00:00Z';
    const both = async (groupBy?: string[]) => [
      await expectOk(api.graphql(document, { id, feature: 'calls', groupBy })),
      await told(id, 'calls', groupBy ? `${query}&groupBy=${groupBy.join()}` : query),
    ];
    const [graphql, rest] = await both();
    expect(graphql).toEqual(rest);
    const [grouped, groupedRest] = await both(['region']);
    expect(grouped).toEqual(groupedRest);
    expect(await api.graphql(document, { id: 'nobody', feature: 'calls' })).toRefuse('CustomerNotFound');
    expect(await api.graphql(document, { id, feature: 'sso' })).toRefuse('UnsupportedFeatureType');
    const four = { id, feature: 'calls', groupBy: ['a', 'b', 'c', 'd'] };
    expect(await api.graphql(document, four)).toRefuse('BadUserInput', /groupBy/);
  });
});
