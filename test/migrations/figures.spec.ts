import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { newUid } from '#libs/kernel/ids';
import { migrationOptions } from '../../ormconfig';
import { migrations } from '../../src/migrations';
import { ExpandFigures1795712000000 } from '../../src/migrations/1795712000000-expand-figures';
import { createEmptyDatabase, execute, rowsOf, type TestDatabase } from '../support/database';

// Domain: access-and-events

const environmentId = newUid();

/** What no figure asks for is left out: rows need not be whole here, nor what they refer to be there. */
const unbound = (table: string): string => `do $unbound$ declare c record;
  begin
    for c in select conname from pg_constraint where conrelid = '${table}'::regclass and contype = 'f' loop
      execute format('alter table ${table} drop constraint %I', c.conname);
    end loop;
    for c in select attname from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and attnotnull
                and attname not in ('environment_id', 'uid') loop
      execute format('alter table ${table} alter column %I drop not null', c.attname);
    end loop;
  end $unbound$`;

const subscriptions = (count: number): string =>
  `insert into subscription (environment_id, uid, id, start_date)
   select '${environmentId}', gen_random_uuid(), gen_random_uuid()::text, now() - n * interval '1 hour' from generate_series(1, ${count}) n`;
const invoices = (count: number): string =>
  `insert into invoice (environment_id, uid, state, currency, issue_date, total, credited)
   select '${environmentId}', gen_random_uuid(), 'OPEN', 'usd', now(), 1.25, 0.25 from generate_series(1, ${count}) n`;
const end = `update subscription set canceled_at = now() where uid in (
  select uid from subscription where canceled_at is null order by uid limit 2)`;

describe('figures of what was there before', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    await migrate(migrations.slice(0, migrations.indexOf(ExpandFigures1795712000000)));
    await execute(
      database.url,
      ...['subscription', 'invoice'].map(unbound),
      subscriptions(3000),
      invoices(500),
    );
  });
  afterEach(() => database.drop());

  async function migrate(chosen: typeof migrations): Promise<void> {
    const source = new DataSource({ ...migrationOptions(database.url), migrations: [...chosen] });
    await source.initialize();
    await source.runMigrations();
    await source.destroy();
  }

  const booked = async (figure: string): Promise<number> => {
    const [row] = await rowsOf<{ sum: number }>(
      database.url,
      `select coalesce(sum(b.amount), 0)::float8 as sum
         from (select figure, amount from figure_day union all select figure, amount from figure_change) b where b.figure = '${figure}'`,
    );
    return row?.sum ?? 0;
  };
  const counted = async (text: string): Promise<number> =>
    (await rowsOf<{ n: number }>(database.url, `select ${text}::float8 as n`))[0]?.n ?? 0;

  async function expectAll(): Promise<void> {
    expect(await booked('ACTIVE_SUBSCRIPTIONS')).toBe(
      await counted('(select count(*) from subscription where canceled_at is null)'),
    );
    expect(await booked('SCHEDULED_REVENUE')).toBe(await counted('(select count(*) from invoice)'));
  }

  it('P4: each row is counted once, though the last release goes on writing, and the migration is tried again', async () => {
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await execute(
          database.url,
          'begin',
          subscriptions(3),
          invoices(2),
          'select pg_sleep(0.02)',
          end,
          'commit',
        );
        await pause(1);
      }
    })();
    await migrate(migrations);
    // Some of what was written meanwhile is told by triggers alone.
    await pause(200);
    expect(await counted('(select count(*) from figure_change)')).toBeGreaterThan(0);
    const source = await new DataSource(migrationOptions(database.url)).initialize();
    const runner = source.createQueryRunner();
    await new ExpandFigures1795712000000().up(runner);
    isOver = true;
    await writing;
    await expectAll();
    await new ExpandFigures1795712000000().down(runner);
    await runner.release();
    await source.destroy();
    await execute(database.url, subscriptions(1));
  });
});
