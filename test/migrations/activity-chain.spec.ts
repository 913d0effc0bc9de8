import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { newUid } from '#libs/kernel/ids';
import { migrationOptions } from '../../ormconfig';
import { runAdmin } from '../support/admin-command';
import { migrations } from '../../src/migrations';
import { BackfillActivityChain1795703100000 } from '../../src/migrations/1795703100000-backfill-activity-chain';
import { ExpandActivityChain1795703000000 } from '../../src/migrations/1795703000000-expand-activity-chain';
import { ExpandActivityKept1795703200000 } from '../../src/migrations/1795703200000-expand-activity-kept';
import { createEmptyDatabase, execute, rowsOf, type TestDatabase } from '../support/database';
import { testPepper } from '../support/secrets';

// Domain: access-and-events

/** As the last release writes them: it knows of no chain. */
const inserting = (environment: string, count: number): string => `
  insert into activity (environment_id, uid, type, entity_type, entity_id, actor_type, actor, before, after, request_id, created_at, updated_at)
  select '${environment}', gen_random_uuid(), 'plan.updated', 'PLAN', 'p' || n, 'USER', 'somebody',
         jsonb_build_object('n', n, 'price', 1.50), null, 'request', now(), now() from generate_series(1, ${count}) n`;

describe('the activity log of before', () => {
  let database: TestDatabase;
  const environments = [newUid(), newUid()];
  const [many = '', few = ''] = environments;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    await migrateUpTo(ExpandActivityChain1795703000000);
    const account = newUid();
    await execute(
      database.url,
      `insert into account (uid, name, tier, status, created_at) values ('${account}', 'a', 'ENTERPRISE', 'ACTIVE', now())`,
      ...environments.map(
        (uid) =>
          `insert into environment (uid, account_uid, name, created_at) values ('${uid}', '${account}', '${uid}', now())`,
      ),
      inserting(many, 5000),
      inserting(few, 3),
    );
  });
  afterEach(() => database.drop());

  /** @param first the first that is left out */
  async function migrateUpTo(first?: (typeof migrations)[number]): Promise<void> {
    const chosen = first ? migrations.slice(0, migrations.indexOf(first)) : migrations;
    const source = new DataSource({ ...migrationOptions(database.url), migrations: chosen });
    await source.initialize();
    await source.runMigrations();
    await source.destroy();
  }
  async function undo(count: number): Promise<void> {
    const source = new DataSource(migrationOptions(database.url));
    await source.initialize();
    for (let n = 0; n < count; n++) await source.undoLastMigration();
    await source.destroy();
  }
  const verified = async (): Promise<string> => {
    const variables = { DATABASE_URL: database.url, API_KEY_PEPPER: testPepper };
    const { out, told } = await runAdmin(['audit', 'verify'], variables);
    return out + told;
  };
  const counted = async (): Promise<number> =>
    (await rowsOf<{ rows: number }>(database.url, 'select count(*)::int as rows from activity'))[0]?.rows ??
    0;

  it('W8: is chained in its order while the last release goes on writing, and nothing is left out', async () => {
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await execute(database.url, 'begin', inserting(many, 2), 'select pg_sleep(0.02)', 'commit');
        await execute(database.url, inserting(few, 1));
        await pause(1);
      }
    })();
    await migrateUpTo();
    isOver = true;
    await writing;
    const rows = await counted();
    expect(rows).toBeGreaterThan(5003);
    expect(await verified()).toMatch(
      new RegExp(`The activity log holds: ${rows.toLocaleString('en')} entries of 2 environments`),
    );
    const disorder = await rowsOf(
      database.url,
      `select from activity a join activity b on a.environment_id = b.environment_id and b.seq = a.seq + 1
        where a.environment_id = '${many}' and a.seq < 5000 and a.uid > b.uid`,
    );
    expect(disorder).toEqual([]);
  });

  it('W8: a backfill that broke off is gone on with', async () => {
    await migrateUpTo(BackfillActivityChain1795703100000);
    await execute(
      database.url,
      `select chain_former_activity('${many}', '00000000-0000-0000-0000-000000000000', 1234)`,
      inserting(many, 7),
    );
    await migrateUpTo();
    expect(await verified()).toContain('5,010 entries');
  });

  it('W8: it can be taken back, the last release goes on, and it is chained anew', async () => {
    await migrateUpTo();
    const own = migrations.indexOf(ExpandActivityChain1795703000000);
    await undo(migrations.length - own);
    await execute(database.url, inserting(many, 7), `delete from activity where entity_id = 'p1'`);
    await migrateUpTo(ExpandActivityKept1795703200000);
    await migrateUpTo();
    expect(await verified()).toContain(`${(await counted()).toLocaleString('en')} entries`);
  });
});
