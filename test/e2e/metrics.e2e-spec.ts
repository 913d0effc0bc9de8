import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, feature, newSubscriber, publishPlan } from '../support/catalog';
import { expectOk } from '../support/client';
import { graphqlOperations, restOperations } from '../support/every-operation';

describe('metrics', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('§2.11: have at most 200 kB after every route and root field was asked with every sort of answer', async () => {
    const { api } = app.a;
    for (const { method, url } of await restOperations(app)) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      await api.send(method, url, body);
      await app.anonymous.send(method, url, body);
      await api.send(method, `${url}?noSuchParameter=1`, method === 'GET' ? undefined : '[');
      await api.send('HEAD', url);
    }
    for (const { document } of graphqlOperations(app)) await api.graphql(document);
    const { text } = await app.anonymous.send('GET', '/metrics');
    expect(text).toContain('http_requests_total{method="GET",route="/api/v1/customers/:id",status="4xx"}');
    expect(text).toContain('use_case_runs_total{use_case="createCustomer"');
    expect(text.length).toBeLessThanOrEqual(200_000);
  });

  it('count raw events by what became of them, and tell the days that are made', async () => {
    const { api } = await app.newEnvironment();
    const counted = async (outcome: string) => {
      const { text } = await app.anonymous.send('GET', '/metrics');
      return Number(new RegExp(`^raw_events_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    };
    const outcomes = ['counted', 'unattributed', 'late', 'repeated'];
    const all = async () => Promise.all(outcomes.map(counted));
    await createProduct(api, 'metered');
    const filters = [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'call' }] }];
    await createFeature(api, 'calls', 'metered', { meter: { aggregation: { function: 'COUNT' }, filters } });
    await publishPlan(api, {
      id: 'metered',
      productId: 'metered',
      entitlements: [feature('calls', { usageLimit: 9 })],
    });
    const customerId = await newSubscriber(api, 'metered');
    const event = {
      customerId,
      eventName: 'call',
      idempotencyKey: 'a',
      timestamp: app.clock.now().toISOString(),
    };
    const before = await all();
    const events = [event, event, { ...event, idempotencyKey: 'b' }, { ...event, eventName: 'other' }];
    const late = { ...event, timestamp: '2020-01-01T00:00:00.000Z' };
    await expectOk(api.rest('POST', '/events', { events: [...events, late] }));
    await expectOk(api.rest('POST', '/events', { events: [event] }));
    const told = await all();
    expect(told.map((count, place) => count - (before[place] ?? 0))).toEqual([2, 1, 1, 2]);
    const { text } = await app.anonymous.send('GET', '/metrics');
    expect(text).toMatch(/^raw_event_days_left 0$/m);
    expect(text).toMatch(/^raw_event_stray_rows \d+$/m);
    expect(text).toMatch(/^events_in_flight 0$/m);
    expect(text).toMatch(/^event_commit_waiting 0$/m);
  });
});
