import { Client, type ClientConfig } from 'pg';

/** A connection of its own, for statements that no pool shall run. */
export type Session = Client;

const connectionLimitMs = 2000;

/**
 * A piece of work on a connection of its own, beside any pool.
 * @throws what the work throws, or what the driver says of a database that cannot be reached within two seconds
 */
export async function onSession<T>(
  settings: ClientConfig,
  work: (session: Client) => Promise<T>,
): Promise<T> {
  const session = new Client({ connectionTimeoutMillis: connectionLimitMs, ...settings });
  // A connection that breaks fails what waits for it; without a listener it would end the process besides.
  session.on('error', () => undefined);
  try {
    await session.connect();
    return await work(session);
  } finally {
    // Not waited for: a connection that could not be made may never tell its end.
    session.end().catch(() => undefined);
  }
}
