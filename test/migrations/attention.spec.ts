import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { newUid } from '#libs/kernel/ids';
import { migrationOptions } from '../../ormconfig';
import { migrations } from '../../src/migrations';
import { ExpandAttention1795713000000 } from '../../src/migrations/1795713000000-expand-attention';
import { createEmptyDatabase, execute, rowsOf, type TestDatabase } from '../support/database';

// Domain: access-and-events

const environmentId = newUid();

/** What no line asks for is left out: rows need not be whole here, nor what they refer to be there. */
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

/** Open invoices of which the last of two payments failed, as the last release writes them: the invoice first. */
const failures = (count: number): string =>
  `with made as (
     insert into invoice (environment_id, uid, state, collection, total, credited, currency, issue_date)
     select '${environmentId}', gen_random_uuid(), 'OPEN', 'FAILED', 1, 0, 'usd', now() from generate_series(1, ${count}) returning uid)
   insert into payment (environment_id, uid, invoice_uid, state, settled_at, is_given_up)
   select '${environmentId}', overlay(gen_random_uuid()::text placing lpad(to_hex(n), 8, '0') from 1)::uuid, m.uid, 'FAILED',
          date_trunc('milliseconds', now()) - interval '1 day' * (2 - n), false
     from made m, generate_series(1, 2) n`;
const owe = (wallets: string): string =>
  `insert into credit_grant (environment_id, uid, wallet_uid, grant_type, effective_at)
   select '${environmentId}', gen_random_uuid(), w.uid, 'OVERDRAFT', date_trunc('milliseconds', clock_timestamp()) from ${wallets} w`;
const overdrafts = (count: number): string =>
  `with made as (insert into credit_wallet (environment_id, uid)
     select '${environmentId}', gen_random_uuid() from generate_series(1, ${count}) returning uid) ${owe('made')}`;
const anyOf = (table: string, condition: string, count: number): string =>
  `(select uid from ${table} where ${condition} order by random() limit ${count} for no key update skip locked)`;
const pay = (count: number): string =>
  `update invoice set state = 'PAID', paid_at = now() where uid in ${anyOf('invoice', `state = 'OPEN'`, count)}`;
const tryAgain = (count: number): string =>
  `update invoice set collection = 'PROCESSING' where uid in ${anyOf('invoice', `state = 'OPEN'`, count)}`;
const voided =
  'update credit_grant set voided_at = now() where voided_at is null and wallet_uid in (select uid from held)';
/** Under the locks of the wallets, as the service does it. */
const held = (count: number): string =>
  `held as (select uid from credit_wallet order by random() limit ${count} for no key update)`;
const settle = (count: number): string => `with ${held(count)} ${voided}`;
const settleAndOwe = (count: number): string => `with ${held(count)}, owed as (${owe('held')}) ${voided}`;

describe('what needed attention before', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    await migrate(migrations.slice(0, migrations.indexOf(ExpandAttention1795713000000)));
    const tables = ['invoice', 'payment', 'credit_wallet', 'credit_grant'];
    const paid = `insert into invoice (environment_id, uid, state, collection) select '${environmentId}', gen_random_uuid(), 'PAID', 'FAILED'`;
    const granted = `insert into credit_grant (environment_id, uid, wallet_uid, grant_type) select '${environmentId}', gen_random_uuid(), gen_random_uuid(), 'PAID'`;
    await execute(database.url, ...tables.map(unbound), failures(800), overdrafts(800), paid, granted);
  });
  afterEach(() => database.drop());

  async function migrate(chosen: typeof migrations): Promise<void> {
    const source = new DataSource({ ...migrationOptions(database.url), migrations: [...chosen] });
    await source.initialize();
    await source.runMigrations();
    await source.destroy();
  }

  const truth = `
    select 'FAILED_PAYMENT' as kind, i.uid, p.uid as cause_uid, p.settled_at as since
      from invoice i cross join lateral (select f.uid, f.settled_at from payment f where f.invoice_uid = i.uid order by f.uid desc limit 1) p
     where i.state = 'OPEN' and i.collection = 'FAILED'
    union all select 'OVERDRAFT', g.wallet_uid, g.uid, g.effective_at from credit_grant g where g.grant_type = 'OVERDRAFT' and g.voided_at is null`;
  const kept = 'select a.kind, a.uid, a.cause_uid, a.since from attention a';

  async function expectAll(): Promise<void> {
    const differing = `((${truth}) except ${kept}) union all (${kept} except (${truth}))`;
    expect(await rowsOf(database.url, `select count(*)::int as n from (${differing}) d`)).toEqual([{ n: 0 }]);
    const [row] = await rowsOf<{ n: number }>(database.url, 'select count(*)::int as n from attention');
    expect(row?.n).toBeGreaterThan(100);
  }

  it('P5: each is a line once, though the last release goes on writing, and the migration is tried again', async () => {
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        const writes = [failures(3), overdrafts(3), pay(3), tryAgain(2), settle(4), settleAndOwe(2)];
        await execute(database.url, 'begin', ...writes, 'select pg_sleep(0.02)', 'commit');
        await pause(1);
      }
    })();
    await migrate(migrations);
    await pause(200);
    const source = await new DataSource(migrationOptions(database.url)).initialize();
    const runner = source.createQueryRunner();
    await new ExpandAttention1795713000000().up(runner);
    isOver = true;
    await writing;
    await expectAll();
    await new ExpandAttention1795713000000().down(runner);
    await runner.release();
    await source.destroy();
    await execute(database.url, failures(1), pay(1), settle(1));
  });
});
