import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createDatabaseIfMissing, databaseUrl, startEmbeddedPostgres } from '#libs/persistence/embedded';
import { spanningRoleOf } from '#libs/persistence/spanning-role';
import { postmasterOf } from './cpu';

export interface BenchDatabase {
  /** Of the owner of the tables. */
  url: string;
  /** Of the role of the service, for which PostgreSQL keeps rows of environments apart; the owner's with BENCH_ONE_ROLE=true. */
  serviceUrl: string;
  version: string;
  /** Of the server, where it runs on this machine. */
  postmaster: number | undefined;
  /** Pays for what was written by now, so that the next case does not. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

/** A new database on the given server, else on an embedded one; durable either way, as in production. */
export async function openBenchDatabase(givenUrl: string | undefined): Promise<BenchDatabase> {
  const opened = givenUrl === undefined ? await embedded() : await beside(givenUrl);
  const checkpoint = (): Promise<void> =>
    withClient(opened.url, async (client) => {
      await client.query('checkpoint');
    });
  return {
    ...opened,
    ...(await serverOf(opened.url)),
    serviceUrl: await serviceUrlOf(opened.url),
    checkpoint,
  };
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // An interrupted bench stops the server while it is asked; whoever asks hears of that too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const role = `bench_${randomBytes(4).toString('hex')}`;

async function serviceUrlOf(url: string): Promise<string> {
  if (process.env['BENCH_ONE_ROLE'] === 'true') return url;
  await withClient(url, (client) => client.query(`create role ${role} login password '${role}'`));
  return Object.assign(new URL(url), { username: role, password: role }).href;
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
  const close = (): Promise<void> =>
    withClient(databaseUrl(givenUrl, 'postgres'), async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.query(`drop role if exists ${role}, ${spanningRoleOf(role)}`);
    });
  return { url, close };
}

const serverOf = (url: string): Promise<Pick<BenchDatabase, 'version' | 'postmaster'>> =>
  withClient(url, async (client) => {
    const text = `select current_setting('server_version') as version, pg_backend_pid() as pid`;
    const { rows } = await client.query<{ version: string; pid: number }>(text);
    const [row] = rows;
    // Looked up while the session lives: its process is gone a moment later.
    return { version: row?.version ?? 'unknown', postmaster: row && postmasterOf(row.pid) };
  });
