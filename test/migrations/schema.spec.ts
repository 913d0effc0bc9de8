import { DataSource } from 'typeorm';
import { ormOptions } from '../../ormconfig';
import { migrate } from '../../src/migrate';
import { migrations } from '../../src/migrations';
import { dividedRows } from '../../src/service-rights';
import { aboveTenants } from '../support/above-tenants';
import { createEmptyDatabase, createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { ServiceProcess } from '../support/service-process';

/** Keys that do not begin with the tenant, each with its reason. */
const otherKeys: Record<string, string> = {
  uq_api_key_digest: 'finds the tenant of a credential',
  uq_api_key_previous_digest: 'finds the tenant of a credential',
  uq_environment_clock_version: 'settings of all tenants have one order',
};

/** Further indexes that do not begin with the tenant, each with its reason. */
const otherIndexes: Record<string, string> = {
  ix_idempotent_answer_created_at: 'the cleaning job forgets those of all tenants at once',
  ix_deleted_place_deleted_at: 'the cleaning job forgets those of all tenants at once',
  ix_outbox_event_occurred_at: 'the cleaning job forgets those of all tenants at once',
  ix_activity_watch_due: 'a process looks for logs of all tenants that are to be proven',
  ix_stream_change_numbered_at: 'the cleaning job forgets those of all tenants at once',
  ix_task_finished_at: 'the cleaning job forgets those of all tenants at once',
  ix_assignment_usage_window_end: 'the cleaning job forgets windows of all tenants at once',
  ix_awaited_delivery_due: 'a process looks for late deliveries of all tenants',
  ix_credit_grant_unpaid: 'a process looks for unpaid credits of all tenants',
  ix_invoice_closed: 'a process looks for due invoices of all tenants',
  ix_invoice_due: 'a process looks for due invoices of all tenants',
  ix_subscription_due_in_order: 'a process looks for due subscriptions of all tenants',
  ix_promotional_entitlement_due: 'a process looks for due ends of all tenants',
  ix_promotional_entitlement_soon: 'a process looks for ends of all tenants that are to be told',
  ix_late_usage_watch_due: 'a process looks for late usage of all tenants',
  ix_credit_wallet_due: 'a process keeps the books of credits of all tenants',
  ix_credit_wallet_recharge: 'wallets of all tenants that are to be recharged, as the job looks for them',
  ix_ledger_watch_due: 'a process looks for ledgers of all tenants that are to be proven',
  ix_ledger_watch_fault: 'a process tells how many ledgers of all tenants do not hold',
  ix_payment_due: 'a process looks after payments of all tenants',
  ix_webhook_delivery_created_at: 'the cleaning job forgets those of all tenants at once',
  ix_export_sync_due: 'a process looks for syncs of all tenants that are due',
  ix_task_open: 'a process looks for work of all tenants',
};

interface Fact {
  table: string;
  name: string;
  text: string;
}

const columns = `
  select table_name as table, column_name as name,
         concat_ws(' ', data_type, numeric_precision, numeric_scale, datetime_precision, is_nullable, column_default) as text
    from information_schema.columns where table_schema = 'public' order by 1, 2`;
const constraints = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2`;
const indexes = `
  select tablename as table, indexname as name, indexdef as text
    from pg_indexes where schemaname = 'public' order by 1, 2`;

const triggers = `
  select tgrelid::regclass::text as table, tgname as name, pg_get_triggerdef(oid) as text
    from pg_trigger where not tgisinternal and tgrelid::regclass::text !~ 'graphile_worker' order by 1, 2`;

const functions = `
  select '' as table, proname as name, pg_get_functiondef(oid) as text
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by 2, 3`;

let database: TestDatabase;
let dataSource: DataSource;

const facts = (query: string): Promise<Fact[]> => dataSource.query<Fact[]>(query);
const references = async (): Promise<Fact[]> =>
  (await facts(constraints)).filter(isTenants).filter(({ text }) => text.startsWith('FOREIGN'));
const startsWithTenant = ({ text }: Fact): boolean =>
  /(KEY|UNIQUE|USING \w+) \(environment_id[,)]/.test(text);
const schema = async (): Promise<Fact[]> => [
  ...(await facts(columns)),
  ...(await facts(constraints)),
  ...(await facts(indexes)),
  ...(await facts(triggers)),
  ...(await facts(functions)),
];
const isTenants = ({ table }: Fact): boolean => !(table.replaceAll('"', '') in aboveTenants);

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await new DataSource(ormOptions(database.url, 2)).initialize();
});
afterAll(async () => {
  await dataSource?.destroy();
  await database?.drop();
});

describe('migrations', () => {
  it('bring an empty database to the schema that the mappings describe, with nothing left to change', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('run on an empty database once, and a second time change nothing', async () => {
    const empty = await createEmptyDatabase();
    const source = new DataSource(ormOptions(empty.url, 1));
    try {
      await migrate(empty.url);
      await migrate(empty.url);
      await source.initialize();
      const run = await source.query<{ name: string }[]>('select name from migration order by id');
      expect(run.map(({ name }) => name)).toEqual(migrations.map((Migration) => new Migration().name));
    } finally {
      if (source.isInitialized) await source.destroy();
      await empty.drop();
    }
  });

  it('run once where two processes begin them at once', async () => {
    const empty = await createEmptyDatabase();
    try {
      await Promise.all([migrate(empty.url), migrate(empty.url)]);
      const run = await rowsOf<{ name: string }>(empty.url, 'select name from migration order by id');
      expect(run.map(({ name }) => name)).toEqual(migrations.map((Migration) => new Migration().name));
    } finally {
      await empty.drop();
    }
  });

  it('the last one that changed the schema, and those after it, can be taken back and run again, and the schema is the same as before', async () => {
    const before = await schema();
    const backfills = [...migrations].reverse().findIndex(({ name }) => !name.startsWith('Backfill'));
    for (let undone = 0; undone <= backfills; undone++) await dataSource.undoLastMigration();
    expect(await schema()).not.toEqual(before);
    await migrate(database.serviceUrl, database.url);
    expect(await schema()).toEqual(before);
  });

  it('a database that lacks one is refused at the start with the command to run, and left as it is', async () => {
    const empty = await createEmptyDatabase();
    try {
      const service = ServiceProcess.launch({ DATABASE_URL: empty.url });
      expect(await service.exited).toMatchObject({ code: 1 });
      expect(service.output).toMatch(/database is older than this code/);
      expect(service.output).toMatch(/npm run migration:run/);
      expect(service.output).not.toMatch(/\n\s+at /);
      const source = await new DataSource(ormOptions(empty.url, 1)).initialize();
      const tables = await source.query<object[]>(`select from pg_tables where schemaname = 'public'`);
      await source.destroy();
      expect(tables).toEqual([]);
    } finally {
      await empty.drop();
    }
  });
});

describe('tenancy of the schema', () => {
  it('every table of a tenant has environment_id, never null', async () => {
    const all = (await facts(columns)).filter(isTenants);
    const tables = [...new Set(all.map(({ table }) => table))];
    const owned = all.filter(({ name }) => name === 'environment_id');
    expect(owned.map(({ table }) => table)).toEqual(tables);
    expect(owned.filter(({ text }) => !/^uuid .*NO/.test(text))).toEqual([]);
  });

  it('every primary and unique key of a tenant’s table begins with environment_id', async () => {
    const keys = (await facts(indexes)).filter(isTenants).filter(({ text }) => / UNIQUE INDEX /.test(text));
    const unfit = keys.filter((key) => !startsWithTenant(key));
    expect(unfit.map(({ name }) => name)).toEqual(Object.keys(otherKeys));
    expect(keys.length).toBeGreaterThan(40);
  });

  it('nothing lies beside the tenants’ tables and those above them but the jobs of the cell', async () => {
    const schemas = await dataSource.query<{ name: string }[]>(
      `select distinct schemaname as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    expect(schemas.map(({ name }) => name)).toEqual(['graphile_worker', 'public']);
    const tables = (await facts(columns)).map(({ table }) => table);
    expect(Object.keys(aboveTenants).filter((table) => !tables.includes(table))).toEqual([]);
  });

  it('no reference leads from a tenant’s table to one above tenants', async () => {
    const upward = (await references()).filter(({ text }) => {
      const [, table = ''] = /REFERENCES "?(\w+)"?\(/.exec(text) ?? [];
      return table in aboveTenants;
    });
    expect(upward).toEqual([]);
  });

  it('references between tenants’ tables carry environment_id on both sides, so that no link can cross tenants', async () => {
    const all = await references();
    const bothSides = /KEY \(environment_id, .*REFERENCES \S+\(environment_id, /;
    expect(all.filter(({ text }) => !bothSides.test(text))).toEqual([]);
    expect(all.length).toBeGreaterThan(0);
  });

  it('the indexes of a tenant’s tables begin with environment_id', async () => {
    const unfit = (await facts(indexes)).filter(isTenants).filter((index) => !startsWithTenant(index));
    const told = { ...otherKeys, ...otherIndexes };
    expect(unfit.map(({ name }) => name).sort()).toEqual(Object.keys(told).sort());
  });

  it('no index has an expression or an operator that may leak: the service could not use it under row-level security (ADR-0122)', async () => {
    const leaky = await dataSource.query<{ name: string }[]>(
      `select distinct c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
         cross join unnest(i.indclass::oid[]) as of(class)
         join pg_opclass o on o.oid = of.class
         join pg_amop a on a.amopfamily = o.opcfamily and a.amoplefttype = o.opcintype and a.amoprighttype = o.opcintype
         join pg_operator op on op.oid = a.amopopr join pg_proc p on p.oid = op.oprcode
        where c.relnamespace = 'public'::regnamespace and (i.indexprs is not null or not p.proleakproof)`,
    );
    expect(leaky).toEqual([]);
  });

  it('row-level security holds the role of the service on every table of a tenant', async () => {
    const open = await dataSource.query<{ name: string }[]>(
      `select c.table_name as name from information_schema.columns c join pg_class t on t.oid = c.table_name::regclass
        where c.table_schema = 'public' and c.column_name = 'environment_id'
          and not (t.relrowsecurity and exists (select from pg_policy y where y.polrelid = t.oid and not y.polpermissive)) order by 1`,
    );
    expect(open.map(({ name }) => name)).toEqual([...dividedRows.above]);
    expect(dividedRows.above.filter((table) => !(table in aboveTenants))).toEqual([]);
  });
});
