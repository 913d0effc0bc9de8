import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, startEmbeddedPostgres } from '../../libs/persistence/embedded';
import { isAlive } from '../../libs/persistence/embedded-pid-file';
import { isFullSize } from './scenario-scale';

export interface DatabaseServer {
  /** Of a role that may create databases. */
  adminUrl: string;
  close(): Promise<void>;
}

const prefix = 'entitlements-test-';

/** Where Linux keeps files in memory. A clone of a database is three hundred files: there a fifth of the time on a disk. */
const memory = '/dev/shm';
const roomNeeded = 4 * 1024 ** 3;

/**
 * Many short-lived databases: what a server does for the days to come is a sixth of its work. Not so at full size: a row that is written a
 * thousand times is a thousand rows to a server that never cleans up, which no operator has.
 */
const settings = [
  'max_connections=300',
  ...(isFullSize ? ['autovacuum_naptime=5s'] : ['autovacuum=off']),
  'jit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'checkpoint_timeout=1h',
  'max_wal_size=8GB',
  'bgwriter_lru_maxpages=0',
];

/** Nothing of a test outlives its run, so memory will do where there is plenty. */
function homeOfServers(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomNeeded ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A folder for the data directories of servers, which the next run clears away should this one be killed. */
export function newHome(): string {
  const home = mkdtempSync(join(homeOfServers(), `${prefix}${process.pid}-`));
  chmodSync(home, 0o711);
  return home;
}

/** The given server, or a fast one of our own that loses everything in a crash. */
export async function openServer(givenUrl: string | undefined): Promise<DatabaseServer> {
  if (givenUrl) return { adminUrl: givenUrl, close: () => Promise.resolve() };
  await sweepAbandoned();
  const home = newHome();
  const server = await startEmbeddedPostgres({
    directory: join(home, 'postgres'),
    durable: false,
    flags: settings.flatMap((setting) => ['-c', setting]),
  });
  return {
    adminUrl: databaseUrl(server.url, 'postgres'),
    close: async () => {
      await server.stop();
      rmSync(home, { recursive: true });
    },
  };
}

/** A run that was killed leaves its server; the next one clears it away. */
async function sweepAbandoned(): Promise<void> {
  for (const folder of new Set([tmpdir(), homeOfServers()])) {
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith(prefix))) {
      if (isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
      await sweep(join(folder, name));
    }
  }
}

async function sweep(home: string): Promise<void> {
  try {
    const names = readdirSync(home).filter((name) => existsSync(join(home, name, 'PG_VERSION')));
    for (const name of names) {
      const left = await startEmbeddedPostgres({ directory: join(home, name), durable: false });
      await left.stop();
    }
    rmSync(home, { recursive: true });
  } catch {
    // Another user's, or another run is at it as well.
  }
}
