import { createTestApp, type TestApp } from '../support/app';
import {
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
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

  it('A19: no more than 100 series', async () => {
    app.clock.travelTo('2026-03-08T12:00:00.000Z');
    await sendEvents(api, ...Array.from({ length: 120 }, (_, n) => callOf(id, { dimensions: { shard: n } })));
    const answer = await api.rest('GET', `/usage/${id}/history/calls?startDate=${startDate}&groupBy=shard`);
    expect(answer).toRefuse('BadUserInput', /groupBy/);
  });
});
