import { Client } from 'pg';

/**
 * Holds a row as another request would, until it is released.
 * @param strength of the lock; `no key update` is that of who changes the row
 */
export async function holdRow(
  databaseUrl: string,
  table: string,
  id: string,
  strength: 'update' | 'no key update' | 'key share' = 'update',
): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`select from ${table} where id = $1 for ${strength}`, [id]);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

/** Until some other connection of the database waits for a lock, or as many as are said. A busy machine takes its time. */
export async function somebodyWaits(databaseUrl: string, waiters = 1): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    for (let tries = 0; ((await client.query(waiting)).rowCount ?? 0) < waiters; tries++) {
      if (tries === 1500) throw new Error('Nobody waits for a lock');
      await client.query('select pg_sleep(0.02)');
    }
  } finally {
    await client.end();
  }
}

/** The answer to a request that waits for another transaction, once that is committed with these statements. */
export async function answerAfter<A>(
  databaseUrl: string,
  statements: readonly string[],
  request: () => Promise<A>,
): Promise<A> {
  const other = new Client({ connectionString: databaseUrl });
  await other.connect();
  await other.query('begin');
  for (const statement of statements) await other.query(statement);
  const answer = request();
  await somebodyWaits(databaseUrl);
  await other.query('commit');
  await other.end();
  return answer;
}
