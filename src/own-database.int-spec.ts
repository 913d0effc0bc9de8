import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDatabaseIfMissing, startEmbeddedPostgres } from '#libs/persistence/embedded';
import { execute, rowsOf } from '../test/support/database';
import { migrate } from './migrate';
import { startOwnDatabase, type OwnDatabase } from './own-database';

/** Of all that is ours. */
const owners = `
  select distinct pg_get_userbyid(owner) as owner from (
    select relowner as owner, relnamespace as place from pg_class union all
    select proowner, pronamespace from pg_proc union all
    select typowner, typnamespace from pg_type union all
    select nspowner, oid from pg_namespace where nspname <> 'public') o
   where place in ('public'::regnamespace, 'graphile_worker'::regnamespace)`;

describe('the embedded database', () => {
  /** As releases before this one left it: all was made by the superuser. */
  let earlier: string;
  let home: string;
  let opened: OwnDatabase[];

  beforeAll(async () => {
    earlier = join(mkdtempSync(join(tmpdir(), 'own-database-')), 'postgres');
    const server = await startEmbeddedPostgres({ directory: earlier, initFlags: ['--no-sync'] });
    await migrate(await createDatabaseIfMissing(server.url, 'entitlements'));
    await execute(
      server.url,
      `insert into account (uid, name, tier, status, created_at) values (gen_random_uuid(), 'Kept', 'FULL', 'ACTIVE', now())`,
      `select graphile_worker.add_job('kept')`,
      `select prepare_event_day('2026-01-01'), attach_event_days(array['2026-01-01'::date])`,
    );
    await server.stop();
  });
  afterAll(() => rmSync(dirname(earlier), { recursive: true }));
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'own-database-'));
    opened = [];
  });
  afterEach(async () => {
    for (const { server } of opened) await server.stop();
    rmSync(home, { recursive: true });
  });

  const open = async (): Promise<OwnDatabase> => {
    const database = await startOwnDatabase(home);
    opened.push(database);
    return database;
  };

  // Unlike Node's copy this one keeps the owner of the files.
  const ofAnEarlierRelease = (): unknown => execFileSync('cp', ['-a', earlier, join(home, 'postgres')]);

  /** What the service could not do without its rights, and what it must not do. */
  async function expectService({ url }: OwnDatabase): Promise<void> {
    await execute(
      url,
      'select from credit_ledger_entry',
      `select detach_event_day('2026-01-01')`,
      `select drop_event_day('2026-01-01')`,
      `select graphile_worker.add_job('asked')`,
    );
    for (const statement of [
      'delete from credit_ledger_entry',
      'create table mine (n int)',
      'drop table customer',
    ])
      await expect(execute(url, statement)).rejects.toThrow(/permission denied|must be owner/);
  }

  it('has an owner and a role of the service from its first start on', async () => {
    const database = await open();
    await migrate(database.url, database.ownerUrl);
    await expectService(database);
    expect(await rowsOf(database.server.url, owners)).toEqual([{ owner: 'entitlements_owner' }]);
    const roles = `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as may
                     from pg_roles where rolname like 'entitlements%' order by 1`;
    expect(await rowsOf(database.url, roles)).toEqual([
      { name: 'entitlements_owner', may: false },
      { name: 'entitlements_service', may: false },
      { name: 'entitlements_service_across', may: false },
    ]);
    const held = `select count(*)::int as rows from pg_policy y where not y.polpermissive`;
    expect((await rowsOf<{ rows: number }>(database.url, held))[0]?.rows).toBeGreaterThan(80);
  });

  it('of an earlier release is handed over at its next start, with all that it holds', async () => {
    ofAnEarlierRelease();
    const database = await open();
    expect(await rowsOf(database.server.url, owners)).toEqual([{ owner: 'entitlements_owner' }]);
    expect(await rowsOf(database.url, 'select name from account')).toEqual([{ name: 'Kept' }]);
    expect(await rowsOf(database.url, 'select task_identifier as task from graphile_worker.jobs')).toEqual([
      { task: 'kept' },
    ]);
    await expectService(database);
    await migrate(database.url, database.ownerUrl);
    await expectService(database);
  });

  it('a start that was killed on the way is gone on with by the next one', async () => {
    ofAnEarlierRelease();
    const { server } = await open();
    // Handed over, but for the rights.
    await execute(server.url, 'drop owned by entitlements_service');
    await expectService(await open());
  });

  it('two that open it at once both have it', async () => {
    ofAnEarlierRelease();
    const [one, other] = await Promise.all([open(), open()]);
    expect(one.url).toBe(other.url);
    await expectService(one);
  });

  it('what tools have made in it stays theirs', async () => {
    ofAnEarlierRelease();
    const { server } = await open();
    await execute(server.url, 'create table of_a_tool (n int)');
    const { url } = await open();
    await expect(execute(url, 'select from of_a_tool')).rejects.toThrow('permission denied');
  });
});
