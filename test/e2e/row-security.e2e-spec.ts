import { ModulesContainer } from '@nestjs/core';
import { Client } from 'pg';
import { runAsSystem } from '#libs/context/request-context';
import type { TenantEntity } from '#libs/kernel/tenant-entity';
import { spanningRoleIn } from '#libs/persistence/row-scopes';
import type { RowReader } from '#libs/persistence/row-reader';
import { TenantTable } from '#libs/persistence/tenant.repository';
import { EventDays } from '../../src/modules/entitlements/meters/event-days.service';
import { createTestApp, type TestApp } from '../support/app';
import { rowsOf } from '../support/database';
import { sandbox } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { EveryChange } from '../support/every-change';
import { readableAfterEveryChange } from '../support/every-read';
import { asService } from '../support/service-session';
import { withoutPredicate } from '../support/without-predicate';
import { dividedRows } from '../../src/service-rights';

/** What PostgreSQL keeps apart, whatever statements ask for: security.md T-21, T-22. ADR-0122 */
describe('rows of environments', () => {
  let app: TestApp;
  let here: TestEnvironment;
  let there: TestEnvironment;
  let tables: string[];
  /** All that can be read here of what was made. */
  let readable: string[];

  beforeAll(async () => {
    app = await createTestApp();
    [here, there] = [await sandbox(app), await sandbox(app)];
    for (const place of [there, here]) readable = await readableAfterEveryChange(app, place);
    // Tables that are made while the service runs.
    await app.nest.get(EventDays).keep();
    const bearing = await rowsOf<{ name: string }>(
      app.databaseUrl,
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.column_name = 'environment_id' and c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1`,
    );
    tables = bearing.map(({ name }) => name).filter((name) => !dividedRows.above.includes(name));
  });
  afterAll(() => app.close());

  const countIn = async (
    session: Client,
    table: string,
    condition: string,
    values: string[],
  ): Promise<number> =>
    Number((await session.query(`select count(*) as n from ${table} where ${condition}`, values)).rows[0].n);

  it('T-21: of each table that bears an environment the service sees the rows of the one that it asks for', async () => {
    const filled: string[] = [];
    await asService(app, here.environmentId, async (session) => {
      for (const table of tables) {
        const foreign = await rowsOf<{ n: string }>(
          app.databaseUrl,
          `select count(*) as n from ${table} where environment_id <> '${here.environmentId}'`,
        );
        if (Number(foreign[0]?.n) > 0) filled.push(table);
        expect([table, await countIn(session, table, 'environment_id <> $1', [here.environmentId])]).toEqual([
          table,
          0,
        ]);
      }
    });
    // Otherwise the zeros would say nothing.
    expect(filled.length).toBeGreaterThan(50);
    expect(tables.length).toBeGreaterThan(90);
  });

  it('T-21: rows of another environment are neither changed nor removed nor made', async () => {
    await asService(app, here.environmentId, async (session) => {
      for (const table of tables) {
        for (const text of [
          `update ${table} set environment_id = environment_id where environment_id = $1`,
          `delete from ${table} where environment_id = $1`,
        ]) {
          const done = await session.query(text, [there.environmentId]).catch((error: unknown) => error);
          // Some the service may not change at all.
          if (done instanceof Error) expect(done.message).toMatch(/permission denied/);
          else expect([text, (done as { rowCount: number }).rowCount]).toEqual([text, 0]);
        }
        const made = session.query(
          `insert into ${table} select (jsonb_populate_record(null::${table}, jsonb_build_object('environment_id', $1::text))).*`,
          [there.environmentId],
        );
        await expect(made).rejects.toThrow(/row-level security|permission denied|null value|no partition/);
      }
      const row = `insert into deleted_place (environment_id, list, cursor, uid, deleted_at) values ($1, 'x', 'x', $1, now())`;
      await expect(session.query(row, [there.environmentId])).rejects.toThrow(/row-level security/);
      await session.query(row, [here.environmentId]);
    });
  });

  it('T-21: a session that says of no environment sees no row, and cannot say so for good by mistake', async () => {
    await asService(app, '', async (session) => {
      for (const table of tables)
        expect([table, await countIn(session, table, 'true', [])]).toEqual([table, 0]);
    });
    await asService(app, '', async (session) => {
      await session.query('begin');
      await session.query(`select set_config('engine.environment', $1, true)`, [here.environmentId]);
      expect(await countIn(session, 'customer', 'true', [])).toBeGreaterThan(0);
      await session.query('commit');
      expect(await countIn(session, 'customer', 'true', [])).toBe(0);
    });
  });

  it('sessions of a process that was started before rows were divided go on, and no others', async () => {
    const { options } = app.serviceSource.options.extra as { options: string };
    const countBy = async (settings: string): Promise<number> => {
      const session = new Client({ connectionString: app.serviceUrl, options: settings });
      await session.connect();
      const count = await countIn(session, 'customer', 'true', []);
      await session.end();
      return count;
    };
    const before = options.replace(/-c engine\.environment=$/, '');
    expect(before).not.toBe(options);
    expect(await countBy(before)).toBeGreaterThan(0);
    expect(await countBy(options)).toBe(0);
    expect(await countBy('')).toBe(0);
  });

  it('the role for what spans environments may look into few tables, and may not make what tenants own', async () => {
    await asService(app, here.environmentId, async (session) => {
      await session.query(`set role ${spanningRoleIn(app.serviceSource)}`);
      expect(
        await countIn(session, 'subscription', 'environment_id = $1', [there.environmentId]),
      ).toBeGreaterThan(0);
      for (const text of [
        'select from contract',
        'select from usage_measurement',
        'update subscription set customer_id = customer_id',
        'delete from invoice',
        'insert into customer select * from customer',
      ])
        await expect(session.query(text)).rejects.toThrow(/permission denied/);
    });
  });

  const repositories = (): TenantTable<TenantEntity>[] => {
    const modules = [...app.nest.get(ModulesContainer).values()];
    const providers = modules.flatMap((module) =>
      [...module.providers.values()].map(({ instance }): unknown => instance),
    );
    const all = [...new Set(providers)].filter((each) => each instanceof TenantTable);
    // The clock of an environment is its one row, and has no key of its own.
    return all.filter((each) =>
      (Reflect.get(each, 'rows') as RowReader<TenantEntity>).columnNames.includes('uid'),
    );
  };

  const keysOf = (repository: TenantTable<TenantEntity>): Promise<string[]> =>
    runAsSystem('test', here.environmentId, async () =>
      (await repository.everything()).map(
        (row: { environmentId: string; uid: string }) => `${row.environmentId} ${row.uid}`,
      ),
    );

  it('T-22: each repository reads the same with the tenant predicate taken out of it', async () => {
    let read = 0;
    for (const repository of repositories()) {
      const asWritten = await keysOf(repository);
      let forgetful: string[] = [];
      const changed = await withoutPredicate(app, async () => void (forgetful = await keysOf(repository)));
      expect(changed.size).toBeGreaterThan(0);
      expect(forgetful).toEqual(asWritten);
      read += asWritten.length > 0 ? 1 : 0;
    }
    expect(read).toBeGreaterThan(30);
  });

  const answers = async (): Promise<Record<string, string>> => {
    const told: Record<string, string> = {};
    for (const path of readable) {
      const { status, text } = await here.api.shaped('GET', path);
      told[path] = `${status} ${text}`;
    }
    return told;
  };

  it('T-01 to T-13, T-22: whatever is read answers the same with the predicate taken out of every statement', async () => {
    expect(readable.length).toBeGreaterThan(80);
    const asWritten = await answers();
    let forgetful: Record<string, string> = {};
    const changed = await withoutPredicate(app, async () => void (forgetful = await answers()));
    expect(forgetful).toEqual(asWritten);
    expect(changed.size).toBeGreaterThan(70);
    // By connections that PostgreSQL keeps nothing from, the same statements tell of the neighbour.
    let open: Record<string, string> = {};
    await withoutPredicate(app, async () => void (open = await answers()), app.dataSource);
    const leaking = readable.filter((path) => open[path] !== asWritten[path]);
    expect(leaking.length).toBeGreaterThan(15);
  });

  it('T-02, T-03, T-22: whatever is done leaves the rows of the neighbour as they were, without any predicate', async () => {
    const digest = (table: string): string =>
      `select '${table}' as name, md5(string_agg(t::text, ',' order by t::text)) as digest from ${table} t where t.environment_id = '${there.environmentId}'`;
    const state = () => rowsOf<{ name: string }>(app.databaseUrl, tables.map(digest).join(' union all '));
    const before = await state();
    const third = await sandbox(app);
    const changed = await withoutPredicate(app, async () => {
      await (await EveryChange.in(app, third)).everything();
    });
    expect(changed.size).toBeGreaterThan(200);
    expect(await state()).toEqual(before);
  });
});
