import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { canEnter, serverAccount, spawnAs, type Account } from './embedded-account';
import { findBinaries, type Binaries } from './embedded-binaries';
import { isAlive } from './embedded-pid-file';

export interface EmbeddedOptions {
  /** The data directory itself, created when missing; its log lies beside it as `<directory>.log`. */
  directory: string;
  /** Further arguments of `postgres`. */
  flags?: string[];
  /** Further arguments of `initdb`. */
  initFlags?: string[];
  /** false trades the survival of a crash for speed: for throw-away databases only. Default true. */
  durable?: boolean;
  /** A folder with `postgres` and `initdb` to use instead of looking for one. */
  binaries?: string;
}

/** A data directory made by initdb, with all that is needed to run a server on it. */
export interface Cluster {
  directory: string;
  account: Account;
  postgres: string;
  flags: string[];
}

const speedFlags = ['fsync', 'full_page_writes', 'synchronous_commit'].flatMap((name) => [
  '-c',
  `${name}=off`,
]);

/** Makes the data directory unless it is there. Several processes may call it at once. */
export function prepareCluster(options: EmbeddedOptions): Cluster {
  const directory = resolve(options.directory);
  const account = serverAccount(directory);
  const binaries = findBinaries(account, majorOf(directory), options.binaries);
  const isDurable = options.durable !== false;
  if (!majorOf(directory)) {
    createCluster(directory, account, binaries, [
      ...(isDurable ? [] : ['--no-sync']),
      ...(options.initFlags ?? []),
    ]);
  }
  const flags = [...(isDurable ? [] : speedFlags), ...(options.flags ?? [])];
  return { directory, account, postgres: binaries.postgres, flags };
}

function majorOf(directory: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(directory, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return undefined;
    throw new Error(
      `${directory} belongs to another user: start the service as that user, or set DATA_DIR to a directory of yours`,
    );
  }
}

/**
 * initdb works on a draft beside the directory, which gets its name in one step when it is complete:
 * a half-made data directory can never be taken for a whole one, and of two processes one wins.
 */
function createCluster(directory: string, account: Account, binaries: Binaries, initFlags: string[]): void {
  mkdirSync(dirname(directory), { recursive: true });
  removeAbandonedDrafts(directory);
  const draft = `${directory}.initdb-${process.pid}`;
  mkdirSync(draft, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(draft, account.uid, account.gid ?? account.uid);
  runInitdb(draft, account, binaries, initFlags);
  try {
    renameSync(draft, directory);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (majorOf(directory)) return;
    throw new Error(
      `${directory} is there already and holds no PostgreSQL database: empty it, or set DATA_DIR to another directory`,
      { cause: error },
    );
  }
  // The new name must survive a power cut as surely as the rows written under it.
  const parent = openSync(dirname(directory), 'r');
  fsyncSync(parent);
  closeSync(parent);
}

function removeAbandonedDrafts(directory: string): void {
  const prefix = `${basename(directory)}.initdb-`;
  for (const name of readdirSync(dirname(directory)).filter((entry) => entry.startsWith(prefix))) {
    const maker = Number(name.slice(prefix.length));
    // Our own pid in a draft is that of a process of an earlier boot.
    if (maker === process.pid || !isAlive(maker)) rmSync(join(dirname(directory), name), { recursive: true });
  }
}

function runInitdb(directory: string, account: Account, { initdb }: Binaries, initFlags: string[]): void {
  const place = openPlace(directory, account);
  const args = ['-D', place.path, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-k', '--no-instructions'];
  // The server listens on 127.0.0.1 alone and makes no socket file.
  const access = ['--auth-host=trust', '--auth-local=reject'];
  const made = spawnAs(
    account,
    initdb,
    [...args, ...access, ...initFlags],
    ['ignore', 'pipe', 'pipe', ...place.inherited],
  );
  place.close();
  if (made.status === 0) return;
  rmSync(directory, { recursive: true });
  throw new Error(
    `initdb could not make the embedded database in ${directory}: ${made.error?.message ?? made.stderr.trim()}`,
  );
}

/** How another account names a directory: `inherited` goes to `stdio[3]` of the child, `close` comes after spawn. */
export interface Place {
  path: string;
  inherited: number[];
  close(): void;
}

/** Root's data may lie where the account cannot go; an open descriptor needs no right to the folders above. */
export function openPlace(directory: string, account: Account): Place {
  if (canEnter(account, directory)) return { path: directory, inherited: [], close: () => undefined };
  if (!existsSync('/proc/self/fd')) {
    throw new Error(
      `The user that runs PostgreSQL (uid ${account.uid}) may not enter the folders above ${directory}: ` +
        'start the service as a normal user, or set DATA_DIR to a directory that everybody may enter',
    );
  }
  const descriptor = openSync(directory, 'r');
  return { path: '/proc/self/fd/3', inherited: [descriptor], close: () => closeSync(descriptor) };
}
