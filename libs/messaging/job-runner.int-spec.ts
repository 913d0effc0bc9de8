import { Client } from 'pg';
import { createTestApp, type TestApp } from '../../test/support/app';
import { execute, rowsOf } from '../../test/support/database';
import { eventually } from '../../test/support/eventually';

describe('the runner of jobs', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ variables: {} });
  });
  afterAll(() => app.close());

  const jobs = ['forget-tasks', 'forget-deleted-places'];
  const left = (): Promise<object[]> =>
    rowsOf(
      app.databaseUrl,
      `select from graphile_worker.jobs where task_identifier in ('${jobs.join(`', '`)}')`,
    );

  it('takes its work up again where two jobs that were done could not be noted at once', async () => {
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query('select pg_advisory_lock(1)');
    await execute(
      app.databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$
       begin perform pg_advisory_xact_lock_shared(1); raise exception 'not now'; end $$`,
      `create trigger refused before delete on graphile_worker._private_jobs for each row execute function refuse()`,
    );
    const waiting = `select from pg_locks l where l.locktype = 'advisory' and not l.granted
      and l.database = (select oid from pg_database where datname = current_database())`;
    // One after the other: two that are done in one turn would be noted in one statement.
    for (const [before, name] of jobs.entries()) {
      await execute(app.databaseUrl, `select graphile_worker.add_job('${name}')`);
      await eventually(async () => expect((await holder.query(waiting)).rowCount).toBe(before + 1));
    }
    await holder.end();
    await execute(app.databaseUrl, 'drop trigger refused on graphile_worker._private_jobs');
    await eventually(async () => expect(await left()).toHaveLength(0), 30_000);
  });
});
