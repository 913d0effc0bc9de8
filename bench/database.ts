import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabaseIfMissing, databaseUrl, startEmbeddedPostgres } from '#libs/persistence/embedded';
import { postmasterOf } from './cpu';

export interface BenchDatabase {
  url: string;
  version: string;
  /** Of the server, where it runs on this machine. */
  postmaster: number | undefined;
  close(): Promise<void>;
}

/** A new database on the given server, else on an embedded one; durable either way, as in production. */
export async function openBenchDatabase(givenUrl: string | undefined): Promise<BenchDatabase> {
  const opened = givenUrl === undefined ? await embedded() : await beside(givenUrl);
  return { ...opened, ...(await serverOf(opened.url)) };
}

async function embedded(): Promise<Pick<BenchDatabase, 'url' | 'close'>> {
  const home = mkdtempSync(join(tmpdir(), 'bench-'));
  // As root the server runs under another account, which must get through.
  chmodSync(home, 0o711);
  const server = await startEmbeddedPostgres({ directory: join(home, 'postgres') });
  const close = async (): Promise<void> => {
    await server.stop();
    rmSync(home, { recursive: true });
  };
  return { url: server.url, close };
}

async function beside(givenUrl: string): Promise<Pick<BenchDatabase, 'url' | 'close'>> {
  const name = `bench_${randomBytes(4).toString('hex')}`;
  const url = await createDatabaseIfMissing(givenUrl, name);
  const close = async (): Promise<void> => {
    const client = new Client({ connectionString: databaseUrl(givenUrl, 'postgres') });
    await client.connect();
    try {
      await client.query(`drop database if exists ${name} with (force)`);
    } finally {
      await client.end();
    }
  };
  return { url, close };
}

async function serverOf(url: string): Promise<Pick<BenchDatabase, 'version' | 'postmaster'>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const text = `select current_setting('server_version') as version, pg_backend_pid() as pid`;
    const { rows } = await client.query<{ version: string; pid: number }>(text);
    const [row] = rows;
    // Looked up while the session lives: its process is gone a moment later.
    return { version: row?.version ?? 'unknown', postmaster: row && postmasterOf(row.pid) };
  } finally {
    await client.end();
  }
}
