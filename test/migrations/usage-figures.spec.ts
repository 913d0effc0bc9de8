import { newUid } from '#libs/kernel/ids';
import { ExpandUsageFigures1795714000000 } from '../../src/migrations/1795714000000-expand-usage-figures';
import { execute, rowsOf } from '../support/database';
import { FormerRows } from '../support/former-rows';

// Domain: access-and-events

const [environmentId, feature, meter, unique] = [newUid(), newUid(), newUid(), newUid()];

/** So many reports of 3, each of a customer of its own, with their counters in one statement, as the service writes them. */
const reports = (count: number, at: string): string =>
  `with made as (select gen_random_uuid() as uid from generate_series(1, ${count})),
        counter as (insert into usage_counter (environment_id, customer_uid, resource_key, feature_uid, level, last_event_at)
                    select '${environmentId}', uid, '', '${feature}', 3, ${at} from made)
   insert into usage_measurement (environment_id, uid, customer_uid, resource_key, feature_uid, delta, occurred_at)
   select '${environmentId}', gen_random_uuid(), uid, '', '${feature}', 3, ${at} from made`;

const events = (of: string, count: number, at: string): string =>
  `with made as (select gen_random_uuid() as uid from generate_series(1, ${count})),
        counter as (insert into meter_counter (environment_id, customer_uid, resource_key, feature_uid, meter_uid, window_start, window_end, n, total, last_event_at)
                    select '${environmentId}', uid, '', '${feature}', '${of}', 'epoch', 'infinity', 2, 2.5, ${at} from made),
        met as (insert into meter_value (environment_id, customer_uid, resource_key, meter_uid, window_start, window_end, value, first_at)
                select '${environmentId}', uid, '', '${of}', 'epoch', 'infinity', gen_random_uuid(), ${at} from made, generate_series(1, 2) where '${of}' = '${unique}')
   insert into meter_bucket (environment_id, customer_uid, resource_key, meter_uid, starts, ends, n, total)
   select '${environmentId}', uid, '', '${of}', ${at}, ${at}, 2, 2.5 from made`;

const meterOf = (uid: string, name: string): string =>
  `insert into meter (environment_id, uid, feature_uid, definition, until)
   values ('${environmentId}', '${uid}', '${feature}', '{"aggregation": {"function": "${name}"}}', now())`;

const today = 'now()';
const dayBefore = `now() - interval '1 day'`;

describe('usage of what was there before', () => {
  let former: FormerRows;

  beforeEach(async () => {
    const counted = ['meter', 'meter_counter', 'meter_bucket', 'meter_value'];
    former = await FormerRows.before(
      ExpandUsageFigures1795714000000,
      ['usage_counter', 'usage_measurement', ...counted],
      ...[meterOf(meter, 'SUM'), meterOf(unique, 'UNIQUE')],
      ...[reports(1000, dayBefore), reports(500, `now() - interval '3 days'`)],
      ...[events(meter, 100, dayBefore), events(unique, 50, dayBefore)],
    );
  });
  afterEach(() => former.drop());

  const one = async (text: string): Promise<number> =>
    (await rowsOf<{ n: number }>(former.url, `select (${text})::float8 as n`))[0]?.n ?? 0;
  /** What was in use before, with all that came after it. */
  const booked = (source: string): Promise<number> =>
    one(`select coalesce(sum(b.amount), 0) from (
           select source_uid, amount from usage_day union all select source_uid, amount from usage_change
           union all select source_uid, level from usage_opening) b where b.source_uid = '${source}'`);
  const openings = () =>
    rowsOf<{ source_uid: string; level: number; age: number }>(
      former.url,
      `select source_uid, level::float8 as level, (now() at time zone 'UTC')::date - day as age from usage_opening`,
    );

  it('P6: what counters have, and the last day in which any of it happened, open the books', async () => {
    await former.migrate();
    expect(await openings()).toEqual(
      expect.arrayContaining([
        { source_uid: feature, level: 4500, age: 1 },
        { source_uid: meter, level: 250, age: 1 },
        { source_uid: unique, level: 100, age: 1 },
      ]),
    );
    await execute(former.url, ...[reports(2, today), events(meter, 3, today), events(unique, 4, dayBefore)]);
    const changes = await rowsOf<{ source_uid: string; amount: number; age: number }>(
      former.url,
      `select source_uid, amount::float8 as amount, (now() at time zone 'UTC')::date - day as age from usage_change`,
    );
    const told = [
      { source_uid: feature, amount: 6, age: 0 },
      { source_uid: meter, amount: 7.5, age: 0 },
      { source_uid: unique, amount: 8, age: 1 },
    ];
    expect(changes).toHaveLength(told.length);
    expect(changes).toEqual(expect.arrayContaining(told));
  });

  it('P6: each report is counted once, though the last release goes on writing, and the migration is tried again', async () => {
    const counted = (of: string, what: string) =>
      one(`select sum(${what}) from meter_bucket where meter_uid = '${of}'`);
    const writes = () => [
      ...[reports(3, today), events(meter, 2, today), 'select pg_sleep(0.02)', events(unique, 1, today)],
    ];
    await former.migrateBeside(writes, {
      meanwhile: async () => expect(await one('select count(*) from usage_change')).toBeGreaterThan(0),
      after: async () => {
        expect(await booked(feature)).toBe(await one('select sum(delta) from usage_measurement'));
        expect(await booked(meter)).toBe(await counted(meter, 'total'));
        expect(await booked(unique)).toBe(await counted(unique, 'n'));
      },
    });
    await execute(former.url, reports(1, today), events(meter, 1, today));
  });
});
