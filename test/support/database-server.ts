import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, startEmbeddedPostgres } from '../../libs/persistence/embedded';
import { isAlive } from '../../libs/persistence/embedded-pid-file';

export interface DatabaseServer {
  /** Of a role that may create databases. */
  adminUrl: string;
  close(): Promise<void>;
}

const prefix = 'entitlements-test-';

/** The given server, or a fast one of our own that loses everything in a crash. */
export async function openServer(givenUrl: string | undefined): Promise<DatabaseServer> {
  if (givenUrl) return { adminUrl: givenUrl, close: () => Promise.resolve() };
  await sweepAbandoned();
  const home = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  chmodSync(home, 0o711);
  const server = await startEmbeddedPostgres({
    directory: join(home, 'postgres'),
    durable: false,
    flags: ['-c', 'max_connections=300'],
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
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    const home = join(tmpdir(), name);
    try {
      const left = await startEmbeddedPostgres({ directory: join(home, 'postgres'), durable: false });
      await left.stop();
      rmSync(home, { recursive: true });
    } catch {
      // Another user's, or another run is at it as well.
    }
  }
}
