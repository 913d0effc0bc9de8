import type { DataSourceOptions } from 'typeorm';
import { onSession } from './one-session';

type Options = DataSourceOptions & { url?: string };

/** The session is not ours: something between us and the database drops what we ask of it. */
export class ForeignSession extends Error {}

/**
 * A pooler that shares a server's session among clients by transactions loses our settings, prepared statements and LISTEN,
 * and none of them by an error. It shows by a limit that is not the one we asked for; or, where the role has our settings, by two sessions that
 * are one.
 * @throws ForeignSession; or what the driver says of a database that cannot be reached
 */
export async function requireSessions(options: Options): Promise<void> {
  const { options: settings, ...extra } = options.extra as { options: string };
  const asked = /statement_timeout=(\d+)/.exec(settings)?.[1];
  const config = { connectionString: options.url, options: settings, ...extra };
  await onSession(config, async (session) => {
    const { rows } = await session.query<Session>(own);
    const [{ setting, pid } = { setting: '', pid: 0 }] = rows;
    if (setting !== asked) throw new ForeignSession(`statement_timeout is ${setting} ms, not ${asked} ms`);
    await onSession(config, async (other) => {
      const { rows: others } = await other.query<Session>(own);
      if (others[0]?.pid === pid) throw new ForeignSession('two sessions at once are one and the same');
    });
  });
}

interface Session {
  setting: string;
  pid: number;
}

const own = `select setting, pg_backend_pid() as pid from pg_settings where name = 'statement_timeout'`;
