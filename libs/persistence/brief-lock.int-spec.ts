import { Client } from 'pg';
import { createEmptyDatabase, execute, rowsOf, type TestDatabase } from '../../test/support/database';
import { eventually } from '../../test/support/eventually';
import { withBriefLocks } from './brief-lock';

const waiting = `select count(*)::int as n from pg_locks where not granted and mode = 'AccessExclusiveLock'`;

describe('a change of a table at which others are at work', () => {
  let database: TestDatabase;
  const sessions: Client[] = [];

  beforeAll(async () => {
    database = await createEmptyDatabase();
    await execute(database.url, 'create table shelf (n int)');
  });
  afterAll(async () => {
    await Promise.all(sessions.map((session) => session.end()));
    await database.drop();
  });

  async function session(): Promise<Client> {
    const client = new Client({ connectionString: database.url });
    sessions.push(client);
    await client.connect();
    return client;
  }

  it('gives way to who comes behind it while somebody is at work for longer, and is made once the table is free', async () => {
    const [worker, migration, reader] = [await session(), await session(), await session()];
    await worker.query('begin');
    await worker.query('select from shelf');
    const changed = migration.query(
      withBriefLocks([['shelf', 'ACCESS EXCLUSIVE']], ['ALTER TABLE shelf ADD COLUMN IF NOT EXISTS m int']),
    );
    await eventually(async () => expect(await rowsOf(database.url, waiting)).toEqual([{ n: 1 }]));
    // Behind it, while the worker works on: it would stand here for ever.
    await reader.query('select from shelf');
    expect((await worker.query('select * from shelf')).fields.map(({ name }) => name)).toEqual(['n']);
    await worker.query('commit');
    await changed;
    expect((await reader.query('select * from shelf')).fields.map(({ name }) => name)).toEqual(['n', 'm']);
    expect((await migration.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '0' }]);
  });
});
