import { EventDays } from '../../src/modules/entitlements/meters/event-days.service';
import { createTestApp, type TestApp } from '../support/app';
import { creditCustomer, giveCredits, ledgerOf, useCredits } from '../support/credits';
import { execute, rowsOf } from '../support/database';

// Domain: credits

/** What PostgreSQL says to who lacks a right, or does not own what it would change. */
const refusal = /permission denied|must be owner/;

describe('the role of the service', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
    await creditCustomer(app.a.api);
    await giveCredits(app.a.api, { displayName: 'kept', amount: 100 });
    await useCredits(app.a.api, 30);
  });
  afterAll(() => app.close());

  const say = (statement: string): Promise<unknown> => app.serviceSource.query(statement);
  const days = async (): Promise<string[]> =>
    (await rowsOf<{ day: string }>(app.databaseUrl, 'select day::text from event_days() order by 1')).map(
      ({ day }) => day,
    );

  it('D1: adds to the ledger of credits and reads it', async () => {
    expect((await ledgerOf(app.a.api)).map(({ amount }) => amount)).toEqual([-30, 100]);
  });

  it.each([
    'update credit_ledger_entry set amount = 1',
    'delete from credit_ledger_entry',
    'truncate credit_ledger_entry',
    'truncate credit_wallet cascade',
    'alter table credit_ledger_entry disable trigger all',
    'alter table credit_ledger_entry disable trigger credit_ledger_kept',
    'drop trigger credit_ledger_kept on credit_ledger_entry',
    'drop function keep_credit_ledger() cascade',
    `create or replace function keep_credit_ledger() returns trigger language plpgsql as 'begin return null; end'`,
    'drop table credit_ledger_entry',
    'drop schema public cascade',
    'set session_replication_role = replica',
  ])('D1: may not change it, remove rows of it, or switch off what keeps it: %s', async (statement) => {
    const before = await ledgerOf(app.a.api);
    await expect(say(statement)).rejects.toThrow(refusal);
    expect(await ledgerOf(app.a.api)).toEqual(before);
  });

  it.each([
    'create table mine (n int)',
    'create function mine() returns int language sql return 1',
    'alter table customer add column mine int',
    'drop table customer',
    'create schema mine',
    'create role mine',
    'delete from migration',
    'insert into graphile_worker.migrations (id) values (1000)',
    'alter function drop_event_day(date) security invoker',
  ])('may not change the schema: %s', (statement) => expect(say(statement)).rejects.toThrow(refusal));

  it('of all tables owns none, and changes all but the ledger, the activity log with its heads, the lists of migrations, and moves of environments', async () => {
    const rights = await rowsOf<{ table: string }>(
      app.databaseUrl,
      `select c.relname as table from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and c.relkind in ('r', 'p')
          and (pg_get_userbyid(c.relowner) = '${roleOf(app)}' or not has_table_privilege('${roleOf(app)}', c.oid, 'update'))
        order by 1`,
    );
    expect(rights.map(({ table }) => table)).toEqual([
      ...['activity', 'activity_chain', 'credit_ledger_entry', 'environment_move', 'migration', 'migrations'],
    ]);
  });

  // A table that comes to be kept as the ledger is joins the list in src/service-rights.ts.
  it('D1: what is refused by triggers on truncating is the ledger and the activity log alone', async () => {
    const kept = `select distinct tgrelid::regclass::text as table from pg_trigger where not tgisinternal and tgtype & 32 <> 0`;
    expect(await rowsOf(app.databaseUrl, `${kept} order by 1`)).toEqual([
      { table: 'activity' },
      { table: 'credit_ledger_entry' },
    ]);
  });

  it('makes partitions of days and drops them, and owns none of them', async () => {
    const keeping = app.nest.get(EventDays);
    await keeping.keep();
    const [first] = await days();
    expect((await days()).length).toBeGreaterThan(7);
    app.clock.advance({ days: 500 });
    await keeping.keep();
    expect(await days()).not.toContain(first);
  });

  it.each(["'infinity'", "'-infinity'", "'0044-03-15 BC'", "'10000-01-01'", 'null'])(
    'a partition is named by a day that has one name alone: %s is refused',
    (day) =>
      expect(say(`select prepare_event_day(${day}::date)`)).rejects.toThrow('there is no table for the day'),
  );

  it.each(['2', '-1', 'null'])(
    'a table of keys is named by a generation that there is: %s is refused',
    (generation) =>
      expect(say(`select empty_event_once(${generation}::smallint)`)).rejects.toThrow(
        'there is no generation',
      ),
  );

  it('takes its tables from the schema of the owner, and none of the same name from who asks', async () => {
    await app.nest.get(EventDays).keep();
    const [day = ''] = await days();
    await execute(
      app.serviceUrl,
      `create temporary table raw_event_${day.replaceAll('-', '')} (n int)`,
      'create temporary table raw_event_other (n int)',
      'create temporary table raw_event (n int)',
      `select detach_event_day('${day}')`,
      `select drop_event_day('${day}')`,
      `select prepare_event_day('${day}')`,
      `select attach_event_days(array['${day}'::date])`,
    );
    const attached = await rowsOf(
      app.databaseUrl,
      `select is_attached from event_days() where day = '${day}'`,
    );
    expect(attached).toEqual([{ is_attached: true }]);
  });

  it('those steps are taken by nobody else', async () => {
    const others = await rowsOf<{ name: string }>(
      app.databaseUrl,
      `select p.proname as name from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
        where p.prosecdef and a.grantee not in (p.proowner, '${roleOf(app)}'::regrole)`,
    );
    expect(others).toEqual([]);
  });
});

const roleOf = (app: TestApp): string => new URL(app.serviceUrl).username;
