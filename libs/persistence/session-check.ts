import { Client } from 'pg';
import type { DataSourceOptions } from 'typeorm';

type Options = DataSourceOptions & { url?: string };

/** The session is not ours: something between us and the database drops what we ask of it. */
export class ForeignSession extends Error {}

/**
 * A pooler that shares a server's session among clients by transactions loses our settings, prepared statements and LISTEN,
 * and none of them by an error. It shows by a limit that is not the one we asked for.
 * @throws ForeignSession; or what the driver says of a database that cannot be reached
 */
export async function requireSessions(options: Options): Promise<void> {
  const { options: settings, ...extra } = options.extra as { options: string };
  const asked = /statement_timeout=(\d+)/.exec(settings)?.[1];
  const client = new Client({ connectionString: options.url, options: settings, ...extra });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ setting: string }>(
      `select setting from pg_settings where name = 'statement_timeout'`,
    );
    if (rows[0]?.setting !== asked) {
      throw new ForeignSession(`statement_timeout is ${rows[0]?.setting} ms, not ${asked} ms`);
    }
  } finally {
    // Not waited for: a connection that could not be made may never tell its end.
    client.end().catch(() => undefined);
  }
}
