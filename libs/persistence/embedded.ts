import { Client, escapeIdentifier } from 'pg';
import { prepareCluster, type EmbeddedOptions } from './embedded-cluster';
import { databaseName, SharedServer, type EmbeddedPostgres } from './embedded-server';

export type { EmbeddedOptions, EmbeddedPostgres };

/**
 * A PostgreSQL server of our own on a data directory of our own, listening on 127.0.0.1 alone.
 * Several processes may share the directory; a server left by a killed process is adopted, a crashed one recovers.
 * @throws Error that says what to do when no PostgreSQL is to be found, or with the end of its log when it dies
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const server = new SharedServer(prepareCluster(options));
  await server.restart();
  try {
    await createDatabaseIfMissing(databaseUrl(server.url, 'postgres'), databaseName);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/**
 * Creates a database on the server of `url`; one that is there already, or that another process makes now, is fine.
 * @returns the URL of that database
 */
export async function createDatabaseIfMissing(url: string, name: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${escapeIdentifier(name)}`);
  } catch (error) {
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
  return databaseUrl(url, name);
}

/** The same server and credentials, another database. */
export function databaseUrl(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(name)}`;
  return other.href;
}
