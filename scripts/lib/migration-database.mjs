import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** @typedef {{ url: string, ownerUrl: string, close: () => Promise<void> }} Opened The service's way into a database, and that of who migrates */

/** The same where there must be one by now: who mistypes a folder would be given an empty database in it. */
export const openPresent = () => openMeant({ isPresent: true });

/**
 * The database that the administrator means: the given one, or the embedded default's, which runs only meanwhile.
 * @returns {Promise<Opened>}
 */
export async function openMeant({ isPresent = false } = {}) {
  const given = process.env.DATABASE_URL?.trim();
  const ownerUrl = process.env.DATABASE_MIGRATION_URL?.trim() || given;
  if (ownerUrl && !given) {
    throw new Error(
      'DATABASE_MIGRATION_URL needs DATABASE_URL: its role is given the rights of the service.',
    );
  }
  if (given) return { url: given, ownerUrl, close: async () => undefined };
  const { embeddedDirectory, startOwnDatabase } = await import('../../dist/src/own-database.js');
  const dataDir = resolve(process.env.DATA_DIR?.trim() || '.data');
  if (isPresent && !existsSync(embeddedDirectory(dataDir))) {
    throw new Error(
      `There is no database in ${dataDir} (DATA_DIR): run npm start once, or set DATA_DIR or DATABASE_URL to those of the service`,
    );
  }
  const { server, ...urls } = await startOwnDatabase(dataDir);
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
