import { Pool } from 'pg';
import { createEmptyDatabase, type TestDatabase } from '../../test/support/database';
import { forgivingPool } from './forgiving-pool';

describe('a forgiving pool', () => {
  let database: TestDatabase;
  let pool: Pool;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    pool = new Pool({ connectionString: database.url, max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('takes a connection back that is given back twice, and gives it to one only', async () => {
    const forgiving = forgivingPool(pool);
    const giveBack = await new Promise<() => void>((resolve, reject) => {
      forgiving.connect((error, _client, done) => (error ? reject(error) : resolve(done)));
    });
    giveBack();
    const client = await forgiving.connect();
    giveBack();
    expect(pool).toMatchObject({ totalCount: 1, idleCount: 0 });
    client.release();
    expect((await forgiving.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  });
});
