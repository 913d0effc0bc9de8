import { missingMigrations, runMigrations, type DataSource } from '#libs/persistence/data-source';
import { migrationOptions } from '../ormconfig';
import { Advice } from './start-faults';

/** Brings a database to the schema of this code. */
export const migrate = (url: string): Promise<void> => runMigrations(migrationOptions(url));

/** @throws Advice where the database is older than this code */
export async function requireSchema(dataSource: DataSource): Promise<void> {
  const missing = await missingMigrations(dataSource);
  if (missing.length === 0) return;
  throw new Advice(
    `The database is older than this code (${missing.length} migrations are missing, the first is ${missing[0]}): ` +
      'run `npm run migration:run` and start again, or set MIGRATE_ON_START=true.',
  );
}
