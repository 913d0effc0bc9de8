import { createTestApp, type TestApp } from '../support/app';
import { Client } from 'pg';
import {
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
  usedOf,
} from '../support/catalog';
import { expectOk } from '../support/client';
import { somebodyWaits } from '../support/held-row';

// Domain: entitlements-usage

describe('POST /events while many wait', () => {
  let app: TestApp;
  let id: string;
  let keys = 0;

  beforeAll(async () => {
    // Who waits for the test does so as long as it takes.
    app = await createTestApp({ patience: { lockMs: 60_000, statementMs: 60_000 } });
    const { api } = app.a;
    await createProduct(api, 'product');
    const filters = [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'call' }] }];
    await createFeature(api, 'calls', 'metered', { meter: { aggregation: { function: 'COUNT' }, filters } });
    const entitlements = [feature('calls', { hasUnlimitedUsage: true })];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
    id = await newSubscriber(api, 'plan');
    await send(1);
  });
  afterAll(() => app.close());

  const events = (count: number) =>
    Array.from({ length: count }, () => ({
      customerId: id,
      eventName: 'call',
      idempotencyKey: `key-${++keys}`,
      timestamp: '2026-03-04T15:30:00.000Z',
    }));
  const send = (count: number) => app.a.api.rest('POST', '/events', { events: events(count) });
  const used = async () => Number(await usedOf(app.a.api, id, 'calls'));
  const metric = async (name: string) => {
    const { text } = await app.anonymous.send('GET', '/metrics');
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1) ?? 0,
    );
  };

  /** What a test does while nobody can count, and what becomes of those who wait meanwhile. */
  async function whileHeld(wait: () => Promise<unknown>[], work: () => Promise<void>): Promise<unknown[]> {
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query('begin; select from meter_counter for update');
    const waiting = wait();
    try {
      await somebodyWaits(app.databaseUrl);
      await work();
    } finally {
      await holder.query('commit');
      await holder.end();
    }
    return Promise.all(waiting);
  }

  it('A22: past 20,000 events in flight others are told to come again, and nothing of theirs is kept', async () => {
    const before = await used();
    const refused = await metric('raw_events_total{outcome="refused"}');
    const answers = await whileHeld(
      () => Array.from({ length: 20 }, () => send(1000)),
      async () => {
        for (let looks = 0; (await metric('events_in_flight')) < 20_000; looks++)
          if (looks > 500) throw new Error('They do not come');
        expect(await metric('event_bytes_in_flight')).toBeGreaterThan(1_000_000);
        const answer = await send(1);
        expect(answer.status).toBe(503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        const input = { events: events(2) };
        const graphql = 'mutation ($input: IngestEventsInput!) { ingestEvents(input: $input) }';
        const { errors } = await app.a.api.graphql(graphql, { input });
        expect(errors[0]?.extensions.code).toBe('SERVICE_UNAVAILABLE');
      },
    );
    expect(answers).toEqual(Array.from({ length: 20 }, () => expect.objectContaining({ status: 201 })));
    expect(await used()).toBe(before + 20_000);
    expect(await metric('raw_events_total{outcome="refused"}')).toBe(refused + 3);
    expect([await metric('events_in_flight'), await metric('event_bytes_in_flight')]).toEqual([0, 0]);
    await expectOk(send(1));
  });
});
