import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { newUid } from '#libs/kernel/ids';
import { migrationOptions } from '../../ormconfig';
import { migrations } from '../../src/migrations';
import { ExpandUsageFigures1795714000000 } from '../../src/migrations/1795714000000-expand-usage-figures';
import { createEmptyDatabase, execute, rowsOf, type TestDatabase } from '../support/database';

// Domain: access-and-events

const [environmentId, feature, meter, unique] = [newUid(), newUid(), newUid(), newUid()];

/** What no figure asks for is left out: rows need not be whole here, nor what they refer to be there. */
const unbound = (table: string): string => `do $unbound$ declare c record;
  begin
    for c in select conname from pg_constraint where conrelid = '${table}'::regclass and contype = 'f' loop
      execute format('alter table ${table} drop constraint %I', c.conname);
    end loop;
    for c in select attname from pg_attribute a where attrelid = '${table}'::regclass and attnum > 0 and attnotnull
                and not exists (select from pg_constraint p where p.conrelid = a.attrelid and p.contype = 'p' and a.attnum = any (p.conkey)) loop
      execute format('alter table ${table} alter column %I drop not null', c.attname);
    end loop;
  end $unbound$`;

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
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    await migrate(migrations.slice(0, migrations.indexOf(ExpandUsageFigures1795714000000)));
    await execute(
      database.url,
      ...['usage_counter', 'usage_measurement', 'meter', 'meter_counter', 'meter_bucket', 'meter_value'].map(
        unbound,
      ),
      ...[meterOf(meter, 'SUM'), meterOf(unique, 'UNIQUE')],
      ...[reports(1000, dayBefore), reports(500, `now() - interval '3 days'`)],
      ...[events(meter, 100, dayBefore), events(unique, 50, dayBefore)],
    );
  });
  afterEach(() => database.drop());

  async function migrate(chosen: typeof migrations): Promise<void> {
    const source = new DataSource({ ...migrationOptions(database.url), migrations: [...chosen] });
    await source.initialize();
    await source.runMigrations();
    await source.destroy();
  }

  const one = async (text: string): Promise<number> =>
    (await rowsOf<{ n: number }>(database.url, `select (${text})::float8 as n`))[0]?.n ?? 0;
  /** What was in use before, with all that came after it. */
  const booked = (source: string): Promise<number> =>
    one(`select coalesce(sum(b.amount), 0) from (
           select source_uid, amount from usage_day union all select source_uid, amount from usage_change
           union all select source_uid, level from usage_opening) b where b.source_uid = '${source}'`);
  const openings = () =>
    rowsOf<{ source_uid: string; level: number; age: number }>(
      database.url,
      `select source_uid, level::float8 as level, (now() at time zone 'UTC')::date - day as age from usage_opening`,
    );

  it('P6: what counters have, and the last day in which any of it happened, open the books', async () => {
    await migrate(migrations);
    expect(await openings()).toEqual(
      expect.arrayContaining([
        { source_uid: feature, level: 4500, age: 1 },
        { source_uid: meter, level: 250, age: 1 },
        { source_uid: unique, level: 100, age: 1 },
      ]),
    );
    await execute(
      database.url,
      ...[reports(2, today), events(meter, 3, today), events(unique, 4, dayBefore)],
    );
    const changes = await rowsOf<{ source_uid: string; amount: number; age: number }>(
      database.url,
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
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await execute(
          database.url,
          'begin',
          reports(3, today),
          events(meter, 2, today),
          'select pg_sleep(0.02)',
          events(unique, 1, today),
          'commit',
        );
        await pause(1);
      }
    })();
    await migrate(migrations);
    // Some of what was written meanwhile is told by triggers alone.
    await pause(200);
    expect(await one('select count(*) from usage_change')).toBeGreaterThan(0);
    const source = await new DataSource(migrationOptions(database.url)).initialize();
    const runner = source.createQueryRunner();
    await new ExpandUsageFigures1795714000000().up(runner);
    isOver = true;
    await writing;
    expect(await booked(feature)).toBe(await one('select sum(delta) from usage_measurement'));
    const counted = (of: string, what: string) =>
      one(`select sum(${what}) from meter_bucket where meter_uid = '${of}'`);
    expect(await booked(meter)).toBe(await counted(meter, 'total'));
    expect(await booked(unique)).toBe(await counted(unique, 'n'));
    await new ExpandUsageFigures1795714000000().down(runner);
    await runner.release();
    await source.destroy();
    await execute(database.url, reports(1, today), events(meter, 1, today));
  });
});
