import { Client } from 'pg';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { somebodyWaits } from '../../../../test/support/held-row';
import {
  createFeature,
  createProduct,
  feature,
  newSubscriber,
  publishPlan,
} from '../../../../test/support/catalog';
import { expectOk, expectPage } from '../../../../test/support/client';
import { EventDays } from './event-days.service';

// Domain: entitlements-usage

const start = '2026-03-04T15:30:00.000Z';

describe('days of raw events', () => {
  let app: TestApp;
  let days: EventDays;
  let restore: () => Promise<void>;
  let id: string;
  let keys = 0;

  beforeAll(async () => {
    app = await createTestApp();
    days = app.nest.get(EventDays);
    const { api } = app.a;
    await createProduct(api, 'product');
    const filters = [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'call' }] }];
    await createFeature(api, 'calls', 'metered', { meter: { aggregation: { function: 'COUNT' }, filters } });
    await publishPlan(api, {
      id: 'plan',
      productId: 'product',
      entitlements: [feature('calls', { hasUnlimitedUsage: true })],
    });
    id = await newSubscriber(api, 'plan');
    restore = await app.keepState();
  });
  beforeEach(() => restore());
  afterAll(() => app.close());

  const event = (timestamp?: string) => ({
    customerId: id,
    eventName: 'call',
    idempotencyKey: `key-${++keys}`,
    timestamp,
  });
  const send = (...events: object[]) => expectOk(app.a.api.rest('POST', '/events', { events }));
  const rows = async <R>(text: string): Promise<R[]> => app.dataSource.query(text);
  /** In whatever window. */
  const used = async () =>
    (await rows<{ n: number }>('select coalesce(sum(n), 0)::int as n from meter_bucket'))[0]?.n;
  const partitions = async () =>
    (await rows<{ day: string }>('select day::text from event_days() where is_attached')).map(
      ({ day }) => day,
    );
  const stray = async () => (await rows<object>('select from raw_event_other')).length;
  const whereIs = async () =>
    rows<{ name: string; count: number }>(
      'select tableoid::regclass::text as name, count(*)::int as count from raw_event group by 1 order by 1',
    );

  it('A15: makes the days that events may fall into, once, whoever does it', async () => {
    await Promise.all([days.keep(), days.keep()]);
    await days.keep();
    const made = await partitions();
    expect([made[0], made.at(-1), made.length]).toEqual(['2026-02-01', '2026-03-11', 39]);
    app.clock.advance({ days: 3 });
    await days.keep();
    expect((await partitions()).at(-1)).toBe('2026-03-14');
  });

  it('A10: a day without a partition refuses no event, and its events lie in their day afterwards', async () => {
    const [early, late] = [event('2026-03-03T23:59:59.999Z'), event('2026-03-04T00:00:00.000Z')];
    await send(early, late, event());
    expect([await stray(), await used()]).toEqual([3, 3]);
    const before = await expectPage(app.a.api.rest('GET', '/events'));
    await days.keep();
    expect(await stray()).toBe(0);
    expect(await whereIs()).toEqual([
      { name: 'raw_event_20260303', count: 1 },
      { name: 'raw_event_20260304', count: 2 },
    ]);
    expect(await expectPage(app.a.api.rest('GET', '/events'))).toEqual(before);
  });

  it('A11: what has moved is told apart from what is new as before', async () => {
    const [told, untimed] = [event(start), event()];
    await send(told, untimed);
    await days.keep();
    await send(told, untimed, event(start));
    expect(await used()).toBe(3);
    expect(await whereIs()).toEqual([{ name: 'raw_event_20260304', count: 3 }]);
  });

  it('A15: a day that a killed process left half copied loses and doubles nothing', async () => {
    await send(event(start), event(start));
    const copy = `select from copy_event_day('2026-03-04', null, null, null, 1)`;
    await rows(`select prepare_event_day('2026-03-04')`);
    await rows(copy);
    await send(event(start));
    // What is another now than when it was copied.
    await rows(`update raw_event set flags = 8`);
    await days.keep();
    expect(await whereIs()).toEqual([{ name: 'raw_event_20260304', count: 3 }]);
    expect(await rows('select distinct flags from raw_event')).toEqual([{ flags: 8 }]);
    expect(await stray()).toBe(0);
  });

  it('A15: what is written, changed and deleted beside a copy is what arrives', async () => {
    await send(event('2026-03-04T01:00:00.000Z'), event('2026-03-04T02:00:00.000Z'));
    await rows(`select prepare_event_day('2026-03-04')`);
    // Before it is copied, and after.
    await rows(`update raw_event set flags = 2 where at = '2026-03-04T02:00:00Z'`);
    await rows(`select from copy_event_day('2026-03-04', null, null, null, 1)`);
    await rows(`update raw_event set flags = 1 where at = '2026-03-04T01:00:00Z'`);
    const [gone, kept] = [event('2026-03-04T03:00:00.000Z'), event('2026-03-04T04:00:00.000Z')];
    await send(gone, kept);
    await send(kept);
    await rows(`delete from raw_event where at = '2026-03-04T03:00:00Z'`);
    const before = await rows('select * from raw_event order by at');
    await days.keep();
    expect(await whereIs()).toEqual([{ name: 'raw_event_20260304', count: 3 }]);
    expect(await rows('select * from raw_event order by at')).toEqual(before);
    expect(before).toMatchObject([{ flags: 1 }, { flags: 2 }, { flags: 0 }]);
    await send(kept);
    expect(await used()).toBe(4);
  });

  it('A10, A15: while a day takes its place nobody misses an event and none is refused', async () => {
    await send(event(start), event(start));
    await rows(`select prepare_event_day('2026-03-04')`);
    await rows(`select from copy_event_day('2026-03-04', null, null, null, 10)`);
    const other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
    await other.query(`begin; select attach_event_days('{2026-03-04}')`);
    const told = event(start);
    const meanwhile = Promise.all([expectPage(app.a.api.rest('GET', '/events')), send(told)]);
    await somebodyWaits(app.databaseUrl, 2);
    await other.query('commit');
    await other.end();
    expect((await meanwhile)[0].data.length).toBeGreaterThanOrEqual(2);
    await send(told);
    expect(await used()).toBe(3);
    expect(await whereIs()).toEqual([{ name: 'raw_event_20260304', count: 3 }]);
  });

  it.each([1, 10_001])('A11, A15: %i rows of other days stay where they are', async (others) => {
    const ahead = event('2027-01-01T00:00:00.000Z');
    await send(event(start), ahead);
    await rows(`insert into raw_event (environment_id, at, key, received_at, customer_id, name, idempotency_key, flags)
      select environment_id, at + interval '1 second', gen_random_uuid(), received_at, 'later', '', n::text, flags
        from raw_event_other, generate_series(2, ${others}) n where at > '2026-12-31'`);
    await days.keep();
    expect([await stray(), (await partitions()).length]).toEqual([others, 39]);
    expect((await whereIs()).find(({ name }) => name === 'raw_event_20260304')).toMatchObject({ count: 2 });
    await send(ahead);
    expect(await used()).toBe(2);
    // A day that is made later takes no row of theirs.
    app.clock.advance({ days: 1 });
    await days.keep();
    expect(await stray()).toBe(others);
  });

  it('A15: more than one step of rows arrive whole', async () => {
    await send(event(start));
    await rows(`insert into raw_event (environment_id, at, key, received_at, customer_id, name, idempotency_key, flags)
      select environment_id, at, gen_random_uuid(), at, 'busy', 'hay', n::text, 0 from raw_event, generate_series(1, 12000) n`);
    await days.keep();
    expect(await whereIs()).toEqual([{ name: 'raw_event_20260304', count: 12_001 }]);
  });

  it('A15: who holds a day up holds up nothing else, and is tried again', async () => {
    await send(event(start));
    const other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
    await other.query('begin; lock table raw_event_other in row exclusive mode');
    const kept = days.keep();
    const outcome = kept.then(
      () => 'done',
      () => 'failed',
    );
    await somebodyWaits(app.databaseUrl);
    // Behind the lock that the step waits for.
    await send(event(start));
    expect(await outcome).toBe('failed');
    await other.query('commit');
    await other.end();
    await days.keep();
    expect([await used(), await stray(), (await partitions()).length]).toEqual([2, 0, 39]);
  });

  it('A15: days are gone after EVENTS_RETENTION_DAYS, with their events and not before; counts stay', async () => {
    await days.keep();
    await send(event('2026-03-03T12:00:00.000Z'), event('2026-03-04T00:00:00.000Z'));
    const { data } = await expectPage<{ id: string }>(app.a.api.rest('GET', '/events'));
    app.clock.travelTo('2027-04-08T00:00:00.000Z');
    await days.keep();
    expect((await partitions())[0]).toBe('2026-03-04');
    const rest = await expectPage<{ id: string }>(app.a.api.rest('GET', '/events'));
    expect(rest.data).toEqual([data[0]]);
    expect(await rows(`select from pg_class where relname = 'raw_event_20260303'`)).toEqual([]);
    // A caller who walked the list goes on after what is gone.
    const beyond = await expectPage(app.a.api.rest('GET', `/events?starting_after=${data[1]?.id}`));
    expect(beyond).toMatchObject({ data: [], has_more: false });
    expect(await used()).toBe(2);
  });

  it('A15: a day that was let go of by a killed process is dropped by the next', async () => {
    await days.keep();
    await rows(`select detach_event_day('2026-02-01')`);
    app.clock.travelTo('2027-04-08T00:00:00.000Z');
    await days.keep();
    expect(await rows(`select from pg_class where relname = 'raw_event_20260201'`)).toEqual([]);
  });

  it('A11: keys of events without an instant are kept for 30 days at least, and not for good', async () => {
    // 31 days from 1970 on make a generation: this one has begun on 2026-02-14.
    app.clock.travelTo('2026-02-20T00:00:00.000Z');
    const untimed = event();
    await send(untimed);
    for (let day = 0; day < 30; day++) {
      app.clock.advance({ days: 1 });
      await days.keep();
      await send(untimed);
    }
    expect(await rows('select from raw_event')).toHaveLength(1);
    for (let day = 0; day < 62; day++) {
      app.clock.advance({ days: 1 });
      await days.keep();
    }
    expect(await rows('select from event_once')).toEqual([]);
    await send(untimed);
    expect(await rows('select from raw_event')).toHaveLength(2);
  });
});
