import { spawnSync, type SpawnSyncReturns, type StdioOptions } from 'node:child_process';
import { statSync } from 'node:fs';

/** Whom a child process runs as; empty means as ourselves. */
export interface Account {
  uid?: number;
  gid?: number;
}

/** Nothing of ours (API_KEY_PEPPER, DATABASE_URL, …) belongs in the environment of a server. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * PostgreSQL refuses to run as root, and as a uid that the machine's user list does not name.
 * So root lends it an account: the one that owns the data already, else `postgres`, else `nobody`.
 */
export function serverAccount(directory: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(directory, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither a user `postgres` nor `nobody`: ' +
      'start the service as a normal user, or set DATABASE_URL to a server of yours',
  );
}

/** The working directory is `/` because the account may not enter ours. */
export const spawnAs = (
  account: Account,
  command: string,
  args: string[],
  stdio: StdioOptions = ['ignore', 'pipe', 'pipe'],
): SpawnSyncReturns<string> =>
  spawnSync(command, args, { ...account, cwd: '/', env: serverEnvironment, encoding: 'utf8', stdio });

export const canEnter = (account: Account, directory: string): boolean =>
  account.uid === undefined || spawnAs(account, 'test', ['-x', directory]).status === 0;
