import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { countedStatements } from '../support/counted-statements';
import { callOf, meteredCatalog, meterOf, sendEvents } from '../support/metered-features';

// Domain: entitlements-usage

interface Told {
  markers: { timestamp: string; type: string }[];
  series: {
    tags: { key: string; value: string }[];
    points: { timestamp: string; value: number; isResetPoint: boolean }[];
  }[];
}

describe('the history of a feature with a meter', () => {
  let app: TestApp;
  let api: ApiClient;
  let id: string;

  const startDate = '2026-03-04T15:30:00.000Z';
  const history = (featureId: string, query = ''): Promise<Told> =>
    expectOk<Told>(api.rest('GET', `/usage/${id}/history/${featureId}?startDate=${startDate}${query}`));
  const values = ({ series }: Told): number[][] =>
    series.map(({ points }) => points.map(({ value }) => value));
  const at = (timestamp: string, dimensions: Json) => callOf(id, { timestamp, dimensions });

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await meteredCatalog(api);
    id = await newSubscriber(api, 'plan');
    app.clock.travelTo('2026-03-08T12:00:00.000Z');
    // Late ones, in no order.
    await sendEvents(
      api,
      at('2026-03-07T01:00:00.000Z', { tokens: 4, user: 'ann', model: 'large' }),
      at('2026-03-04T16:00:00.000Z', { tokens: 1.5, user: 'ann', model: 'small' }),
      at('2026-03-08T11:59:59.999Z', { tokens: -1, user: 'cat' }),
      at('2026-03-05T00:00:00.000Z', { tokens: 2, user: 'ben', model: 'large' }),
      at('2026-03-07T23:59:59.999Z', { tokens: 8, user: 'ann', model: 'large' }),
    );
  });
  afterAll(() => app.close());

  it.each([
    ['calls', [1, 2, 2, 4, 5]],
    ['tokens', [1.5, 3.5, 3.5, 15.5, 14.5]],
    ['peak', [1.5, 2, 2, 8, 8]],
    ['least', [1.5, 1.5, 1.5, 1.5, -1]],
    ['mean', [1.5, 1.75, 1.75, 3.875, 2.9]],
    ['users', [1, 2, 2, 2, 3]],
  ])('A19: %s, day by day, each event where it happened', async (featureId, expected) => {
    const told = await history(featureId, '&endDate=2026-03-20T00:00:00.000Z');
    expect(values(told)).toEqual([expected]);
    expect(told.series[0]?.points.map(({ timestamp }) => timestamp)).toEqual([
      '2026-03-05T00:00:00.000Z',
      '2026-03-06T00:00:00.000Z',
      '2026-03-07T00:00:00.000Z',
      '2026-03-08T00:00:00.000Z',
      '2026-03-08T12:00:00.000Z',
    ]);
  });

  it('A19: hour by hour of two days, and as much at the end as a check tells', async () => {
    const query = `/usage/${id}/history/tokens?startDate=2026-03-07T00:00:00.000Z`;
    const [hours = []] = values(await expectOk<Told>(api.rest('GET', query)));
    expect(hours).toHaveLength(36);
    expect([hours[0], hours[1], hours[22], hours[23], hours[35]]).toEqual([3.5, 7.5, 7.5, 15.5, 14.5]);
  });

  it.each([
    ['tokens', { none: [0, 0, 0, 0, -1], large: [0, 2, 2, 14, 14], small: [1.5, 1.5, 1.5, 1.5, 1.5] }],
    ['users', { none: [0, 0, 0, 0, 1], large: [0, 1, 1, 2, 2], small: [1, 1, 1, 1, 1] }],
  ])('A19: %s by a dimension', async (featureId, expected) => {
    const { series } = await history(featureId, '&groupBy=model&endDate=2026-03-20T00:00:00.000Z');
    const told = series.map(({ tags, points }) => [
      tags[0]?.value ?? 'none',
      points.map(({ value }) => value),
    ]);
    expect(Object.fromEntries(told)).toEqual(expected);
  });

  it('A19, H2: begins again with each window, which is marked', async () => {
    await createProduct(api, 'daily');
    await createFeature(api, 'hits', 'metered', { meter: meterOf('COUNT') });
    const hits = feature('hits', { usageLimit: 9, resetPeriod: 'DAY' });
    await publishPlan(api, { id: 'daily-plan', productId: 'daily', entitlements: [hits] });
    app.clock.travelTo(startDate);
    const own = await newSubscriber(api, 'daily-plan');
    app.clock.travelTo('2026-03-06T12:00:00.000Z');
    const call = (timestamp: string) => callOf(own, { timestamp });
    await sendEvents(
      api,
      call('2026-03-04T20:00:00.000Z'),
      call('2026-03-05T20:00:00.000Z'),
      call('2026-03-05T21:00:00.000Z'),
      call('2026-03-06T00:00:00.000Z'),
    );
    const query = `/usage/${own}/history/hits?startDate=${startDate}&endDate=2026-03-20T00:00:00.000Z`;
    const told = await expectOk<Told>(api.rest('GET', query));
    expect(values(told)).toEqual([[1, 2, 1]]);
    expect(told.series[0]?.points.map(({ isResetPoint }) => isResetPoint)).toEqual([true, true, true]);
    expect(told.markers.map(({ timestamp }) => timestamp)).toEqual([
      startDate,
      '2026-03-05T00:00:00.000Z',
      '2026-03-06T00:00:00.000Z',
    ]);
  });

  describe('with a plan change within the range that changes the reset period', () => {
    const query = `startDate=${startDate}&endDate=2026-03-20T00:00:00.000Z`;
    /** Through both doors, which say the same. */
    const told = async (customer: string, featureId: string): Promise<Told> => {
      const rest = await expectOk<Told>(api.rest('GET', `/usage/${customer}/history/${featureId}?${query}`));
      const args = query.replace(/(\w+)=([^&]+)&?/g, '$1: "$2" ');
      const graphql = `{ usageHistory(customerId: "${customer}", featureId: "${featureId}", ${args}) {
        markers { timestamp type } series { tags { key value } points { timestamp value isResetPoint } } } }`;
      expect(await expectOk(api.graphql(graphql))).toEqual(rest);
      return rest;
    };
    const seen = ({ series, markers }: Told) => ({
      points: series[0]?.points.map(({ value, isResetPoint }) => [value, isResetPoint]),
      markers: markers.map(({ timestamp, type }) => [timestamp.slice(0, 16), type]),
    });

    /** Another plan from noon of the 6th on; an event at noon and an hour later each day, and one that comes late. */
    async function changed(product: string, first: string, then: string): Promise<string> {
      app.clock.travelTo(startDate);
      const own = await newSubscriber(api, `${product}-${first}`);
      for (const day of [5, 6, 7, 8]) {
        app.clock.travelTo(`2026-03-0${day}T12:00:00.000Z`);
        await sendEvents(
          api,
          callOf(own, { timestamp: `2026-03-0${day}T11:00:00.000Z`, dimensions: { user: day } }),
        );
        if (day === 6) await subscribe(api, own, `${product}-${then}`);
        app.clock.advance({ hours: 1 });
        await sendEvents(api, callOf(own, { dimensions: { user: 'ann' } }));
      }
      await sendEvents(
        api,
        callOf(own, { timestamp: '2026-03-05T20:00:00.000Z', dimensions: { user: 'late' } }),
      );
      return own;
    }

    beforeAll(async () => {
      for (const product of ['going-on', 'beginning-again']) {
        await createProduct(api, product);
        for (const resetPeriod of ['MONTH', 'DAY'])
          await publishPlan(api, {
            id: `${product}-${resetPeriod}`,
            productId: product,
            entitlements: ['calls', 'users'].map((id) => feature(id, { usageLimit: 99, resetPeriod })),
          });
      }
      const always = { usageResetCutoffRule: { behavior: 'ALWAYS_RESET' } };
      await expectOk(api.rest('PATCH', '/products/beginning-again', always));
    });

    it('A19, H1, H2: a month until the change, then days, of which the first knows what was used before on that day', async () => {
      const own = await changed('going-on', 'MONTH', 'DAY');
      const first = ['2026-03-04T15:30', 'PERIODIC_RESET'];
      const markers = [
        first,
        ['2026-03-06T12:00', 'SUBSCRIPTION_CHANGE_RESET'],
        ['2026-03-07T00:00', 'PERIODIC_RESET'],
        ['2026-03-08T00:00', 'PERIODIC_RESET'],
      ];
      expect(seen(await told(own, 'calls'))).toEqual({
        points: [
          [0, true],
          [3, false],
          [2, true],
          [2, true],
          [2, true],
        ],
        markers,
      });
      expect(seen(await told(own, 'users'))).toEqual({
        points: [
          [0, true],
          [3, false],
          [2, true],
          [2, true],
          [2, true],
        ],
        markers,
      });
      expect(await check(api, own, 'featureId=calls')).toMatchObject({ currentUsage: 2, resetPeriod: 'DAY' });
    });

    it('A19, H1, H2: days until the change, then the month with all that was used in it, which is no reset', async () => {
      const own = await changed('going-on', 'DAY', 'MONTH');
      expect(seen(await told(own, 'calls'))).toEqual({
        points: [
          [0, true],
          [3, true],
          [5, true],
          [7, false],
          [9, false],
        ],
        markers: [
          ['2026-03-04T15:30', 'PERIODIC_RESET'],
          ['2026-03-05T00:00', 'PERIODIC_RESET'],
          ['2026-03-06T00:00', 'PERIODIC_RESET'],
        ],
      });
      expect(await check(api, own, 'featureId=calls')).toMatchObject({ currentUsage: 9 });
    });

    it('A19, H1, H2: a change that resets begins again at its instant', async () => {
      const own = await changed('beginning-again', 'DAY', 'MONTH');
      expect(seen(await told(own, 'calls'))).toEqual({
        points: [
          [0, true],
          [3, true],
          [1, true],
          [3, false],
          [5, false],
        ],
        markers: [
          ['2026-03-04T15:30', 'PERIODIC_RESET'],
          ['2026-03-05T00:00', 'PERIODIC_RESET'],
          ['2026-03-06T00:00', 'PERIODIC_RESET'],
          ['2026-03-06T12:00', 'SUBSCRIPTION_CHANGE_RESET'],
        ],
      });
      expect(await check(api, own, 'featureId=calls')).toMatchObject({ currentUsage: 5 });
    });

    it('A19, H2, Q16: each point is what a check as of the instant before it tells', async () => {
      const own = await changed('going-on', 'MONTH', 'DAY');
      const { series } = await told(own, 'calls');
      for (const { timestamp, value } of series[0]?.points.slice(0, -1) ?? []) {
        const at = new Date(Date.parse(timestamp) - 1).toISOString();
        expect(await check(api, own, `featureId=calls&at=${at}`)).toMatchObject({ currentUsage: value });
      }
    });

    it('A19, G1, H2: the windows of a resource are those of its own source', async () => {
      app.clock.travelTo(startDate);
      const own = await newSubscriber(api, 'plan');
      await subscribe(api, own, 'site', { resourceId: 'berlin' });
      app.clock.travelTo('2026-03-12T12:00:00.000Z');
      const markersOf = async (more: string) => {
        const { markers } = await expectOk<Told>(
          api.rest('GET', `/usage/${own}/history/calls?startDate=${startDate}${more}`),
        );
        return markers.map(({ timestamp }) => timestamp);
      };
      expect(await markersOf('')).toEqual([startDate]);
      expect(await markersOf('&resourceId=berlin')).toEqual([startDate, '2026-03-11T15:30:00.000Z']);
    });

    it('A19, H2: what ended is cut by what was in force before', async () => {
      const own = await changed('going-on', 'DAY', 'DAY');
      const [{ id: subscription } = { id: '' }] = (
        await expectPage<{ id: string }>(api.rest('GET', `/subscriptions?customerId=${own}&status=ACTIVE`))
      ).data;
      await expectOk(api.rest('POST', `/subscriptions/${subscription}/cancel`, {}));
      app.clock.travelTo('2026-03-09T06:00:00.000Z');
      const { markers } = await told(own, 'calls');
      expect(markers.map(({ timestamp }) => timestamp.slice(8, 10))).toEqual([
        '04',
        '05',
        '06',
        '07',
        '08',
        '09',
      ]);
    });
  });

  it('A19: no more than 100 series', async () => {
    app.clock.travelTo('2026-03-08T12:00:00.000Z');
    await sendEvents(api, ...Array.from({ length: 120 }, (_, n) => callOf(id, { dimensions: { shard: n } })));
    const answer = await api.rest('GET', `/usage/${id}/history/calls?startDate=${startDate}&groupBy=shard`);
    expect(answer).toRefuse('BadUserInput', /groupBy/);
  });

  it('A19: what is told by the events is read page by page, and no further once there are too many series', async () => {
    app.clock.travelTo('2026-03-08T12:00:00.000Z');
    const own = await newSubscriber(api, 'plan');
    await sendEvents(api, callOf(own, { dimensions: { user: 'first' } }));
    await app.dataSource.query(
      `insert into raw_event (environment_id, at, key, received_at, customer_id, name, idempotency_key, dimensions, flags, fed)
       select environment_id, at + make_interval(secs => n), gen_random_uuid(), received_at, customer_id, name, n::text,
              jsonb_build_object('user', n % 7, 'shard', n), flags, fed
         from raw_event, generate_series(1, 12000) n where customer_id = $1`,
      [own],
    );
    app.clock.advance({ hours: 4 });
    const pages = async (query: string) => {
      const path = `/usage/${own}/history/users?startDate=2026-03-08T12:00:00.000Z&endDate=2026-03-20T00:00:00.000Z`;
      const { answer, statements } = await countedStatements(app, () => api.rest('GET', path + query));
      return { answer, read: statements.filter((text) => text.includes('from raw_event e')).length };
    };
    const whole = await pages('');
    expect(values(await expectOk<Told>(Promise.resolve(whole.answer)))).toEqual([[8]]);
    expect(whole.read).toBe(3);
    const cut = await pages('&groupBy=shard');
    expect(cut.answer).toRefuse('BadUserInput', /groupBy/);
    expect(cut.read).toBe(1);
  });
});
