import { missingMigrations, runMigrations, type DataSource } from '#libs/persistence/data-source';
import { giveRights, OwnersFault, roleBeside } from '#libs/persistence/service-role';
import { migrationOptions } from '../ormconfig';
import { fewerRights } from './service-rights';
import { Advice } from './start-faults';

/**
 * Brings a database to the schema of this code, and gives the role of the service what it needs there.
 * @param ownerUrl by which it is migrated
 * @throws OwnersFault where that is another connection; an advice where it leads to another database
 */
export async function migrate(url: string, ownerUrl = url): Promise<void> {
  const role = await roleBeside(url, ownerUrl);
  const work = runMigrations(migrationOptions(ownerUrl), async (owner) => {
    if (role !== undefined) await giveRights(owner, role, fewerRights);
  });
  await work.catch((error: unknown) => {
    throw ownerUrl === url ? error : new OwnersFault(error);
  });
}

export { roleBeside as requireOneDatabase };

/** @throws Advice where the database is older than this code */
export async function requireSchema(dataSource: DataSource): Promise<void> {
  const missing = await missingMigrations(dataSource);
  if (missing.length === 0) return;
  throw new Advice(
    `The database is older than this code (${missing.length} migrations are missing, the first is ${missing[0]}): ` +
      'run `npm run migration:run` and start again, or set MIGRATE_ON_START=true.',
  );
}
