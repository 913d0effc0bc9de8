import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#libs/persistence/embedded';
import { divideRoles, type DatabaseUrls } from '#libs/persistence/embedded-roles';
import { fewerRights } from './service-rights';

export type OwnDatabase = DatabaseUrls & { server: EmbeddedPostgres };

/** Is there from the first start on. */
export const embeddedDirectory = (dataDir: string): string => path.join(dataDir, 'postgres');

/** The embedded database of a data directory, with a role for the service and one that owns what lies there. */
export async function startOwnDatabase(dataDir: string): Promise<OwnDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const server = await startEmbeddedPostgres({ directory: embeddedDirectory(dataDir) });
  try {
    return { server, ...(await divideRoles(server.url, fewerRights)) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
