import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** @typedef {{ url: string, close: () => Promise<void> }} Opened */

/**
 * The database that the administrator means: the given one, or the embedded default's, which runs only meanwhile.
 * @returns {Promise<Opened>}
 */
export async function openMeant() {
  const given = process.env.DATABASE_URL?.trim();
  if (given) return { url: given, close: async () => undefined };
  const home = resolve(process.env.DATA_DIR?.trim() || '.data');
  mkdirSync(home, { recursive: true });
  return embedded({ directory: join(home, 'postgres') });
}

/**
 * An empty database that nobody keeps.
 * @returns {Promise<Opened>}
 */
export async function openThrowaway() {
  const home = mkdtempSync(join(tmpdir(), 'migration-'));
  chmodSync(home, 0o711);
  const { url, close } = await embedded({ directory: join(home, 'postgres'), durable: false });
  return { url, close: () => close().finally(() => rmSync(home, { recursive: true })) };
}

async function embedded(options) {
  const { startEmbeddedPostgres } = await import('../../dist/libs/persistence/embedded.js');
  const server = await startEmbeddedPostgres(options);
  return { url: server.url, close: () => server.stop() };
}
