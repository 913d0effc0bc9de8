import type { DataSourceOptions } from 'typeorm';
import { onSession } from './one-session';

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
  await onSession({ connectionString: options.url, options: settings, ...extra }, async (session) => {
    const { rows } = await session.query<{ setting: string }>(
      `select setting from pg_settings where name = 'statement_timeout'`,
    );
    if (rows[0]?.setting !== asked)
      throw new ForeignSession(`statement_timeout is ${rows[0]?.setting} ms, not ${asked} ms`);
  });
}
