import { runMigrations } from '#libs/persistence/data-source';
import { migrationOptions } from '../ormconfig';

/** Brings a database to the schema of this code. */
export const migrate = (url: string): Promise<void> => runMigrations(migrationOptions(url));
