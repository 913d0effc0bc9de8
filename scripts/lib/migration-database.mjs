import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** @typedef {{ url: string, ownerUrl: string, close: () => Promise<void> }} Opened The service's way into a database, and that of who migrates */

/**
 * The database that the administrator means: the given one, or the embedded default's, which runs only meanwhile.
 * @returns {Promise<Opened>}
 */
export async function openMeant() {
  const given = process.env.DATABASE_URL?.trim();
  const ownerUrl = process.env.DATABASE_MIGRATION_URL?.trim() || given;
  if (ownerUrl && !given) {
    console.error('DATABASE_MIGRATION_URL needs DATABASE_URL: its role is given the rights of the service.');
    process.exit(1);
  }
  if (given) return { url: given, ownerUrl, close: async () => undefined };
  const { startOwnDatabase } = await import('../../dist/src/own-database.js');
  const { server, ...urls } = await startOwnDatabase(resolve(process.env.DATA_DIR?.trim() || '.data'));
  return { ...urls, close: () => server.stop() };
}

/**
 * An empty database that nobody keeps.
 * @returns {Promise<Opened>}
 */
export async function openThrowaway() {
  const home = mkdtempSync(join(tmpdir(), 'migration-'));
  chmodSync(home, 0o711);
  const { startEmbeddedPostgres } = await import('../../dist/libs/persistence/embedded.js');
  const server = await startEmbeddedPostgres({ directory: join(home, 'postgres'), durable: false });
  const close = () => server.stop().finally(() => rmSync(home, { recursive: true }));
  return { url: server.url, ownerUrl: server.url, close };
}
