// First: what follows imports by #libs and #modules.
import './resolve-sources';
import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { createDatabaseIfMissing } from '../../libs/persistence/embedded';
import { migrate } from '../../src/migrate';
import { openServer } from './database-server';

/**
 * One server and one migrated template for the whole run; test files clone the template (database.ts).
 * TEST_DATABASE_ADMIN_URL names a server to use instead, by a role that may create databases.
 */
export default async function setup(): Promise<void> {
  const server = await openServer(process.env.TEST_DATABASE_ADMIN_URL);
  const template = `template_${randomBytes(6).toString('hex')}`;
  globalThis.closeTestServer = async () => {
    await run(server.adminUrl, `drop database if exists ${escapeIdentifier(template)} with (force)`);
    await server.close();
  };
  try {
    await migrate(await createDatabaseIfMissing(server.adminUrl, template));
    // A single connection to the template would refuse every clone.
    await run(server.adminUrl, `alter database ${escapeIdentifier(template)} with allow_connections false`);
  } catch (error) {
    await globalThis.closeTestServer();
    throw error;
  }
  process.env.TEST_ADMIN_URL = server.adminUrl;
  process.env.TEST_TEMPLATE = template;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

declare global {
  var closeTestServer: (() => Promise<void>) | undefined;
}
