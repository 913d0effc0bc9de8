// First: what follows imports by #libs and #modules.
import './resolve-sources';
import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { spanningRoleOf } from '../../libs/persistence/spanning-role';
import { createDatabaseIfMissing } from '../../libs/persistence/embedded';
import { migrate } from '../../src/migrate';
import { execute } from './database';
import { openServer } from './database-server';

/**
 * One server, one migrated template and one role of the service for the whole run; test files clone the template (database.ts).
 * TEST_DATABASE_ADMIN_URL names a server to use instead, by a role that may create databases and roles.
 */
export default async function setup(): Promise<void> {
  const server = await openServer(process.env.TEST_DATABASE_ADMIN_URL);
  const run = randomBytes(6).toString('hex');
  const [template, role] = [`template_${run}`, `service_${run}`];
  globalThis.closeTestServer = async () => {
    await execute(server.adminUrl, `drop database if exists ${escapeIdentifier(template)} with (force)`);
    // A killed test may have left a database in which it has rights.
    const spanning = escapeIdentifier(spanningRoleOf(role));
    await execute(server.adminUrl, `drop role if exists ${escapeIdentifier(role)}, ${spanning}`).catch(
      () => undefined,
    );
    await server.close();
  };
  try {
    await execute(server.adminUrl, `create role ${escapeIdentifier(role)} login password '${run}'`);
    const ownerUrl = await createDatabaseIfMissing(server.adminUrl, template);
    const serviceUrl = Object.assign(new URL(ownerUrl), { username: role, password: run }).href;
    await migrate(serviceUrl, ownerUrl);
    process.env.TEST_SERVICE_URL = serviceUrl;
    // A single connection to the template would refuse every clone.
    await execute(
      server.adminUrl,
      `alter database ${escapeIdentifier(template)} with allow_connections false`,
    );
  } catch (error) {
    await globalThis.closeTestServer();
    throw error;
  }
  forgetShapes();
  process.env.TEST_ADMIN_URL = server.adminUrl;
  process.env.TEST_TEMPLATE = template;
}

/** Nest keeps the shapes of GraphQL on `globalThis`, where files that run in this very process (`jest --runInBand`) would find these beside their own. */
function forgetShapes(): void {
  delete globalThis.GqlTypeMetadataStorage;
  delete globalThis.GqlLazyMetadataStorageHost;
}

declare global {
  var GqlTypeMetadataStorage: unknown;
  var GqlLazyMetadataStorageHost: unknown;
  var closeTestServer: (() => Promise<void>) | undefined;
}
