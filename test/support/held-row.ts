import { Client } from 'pg';

/** Holds a row as another request would, until it is released. */
export async function holdRow(databaseUrl: string, table: string, id: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(`select from ${table} where id = $1 for update`, [id]);
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

/** Until some other connection of the database waits for a lock. */
export async function somebodyWaits(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  try {
    for (let tries = 0; (await client.query(waiting)).rowCount === 0; tries++) {
      if (tries === 250) throw new Error('Nobody waits for a lock');
      await client.query('select pg_sleep(0.02)');
    }
  } finally {
    await client.end();
  }
}
