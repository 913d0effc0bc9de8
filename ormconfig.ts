import 'reflect-metadata';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { mappings } from './src/areas';
import { migrations } from './src/migrations';

// A waiting lock or a runaway statement must end before the client's patience does. Domain: catalog C10, reliability §2.
const sessionLimits =
  '-c lock_timeout=5000 -c statement_timeout=10000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC ' +
  '-c default_transaction_isolation=read\\ committed';

// Measured: PostgreSQL prices the plan of a check too high to keep it, and planning it anew takes 0.3 ms of 0.4 ms. Every
// statement goes by an index that its tenant leads, so one plan serves all values; it must not be a scan that was the
// cheapest while the table was small.
const onePlan = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';

// A migration may take its time over rows; waiting for a lock would hold up everybody behind it.
const migrationLimits = '-c lock_timeout=5000 -c statement_timeout=0 -c timezone=UTC';

// By which processes know the writes of each other from those of tools and of the last release. ADR-0054
const membership = '-c engine.member=on';

type Options = DataSourceOptions & { url?: string };

/** What application and command line share. */
const shared = (url: string | undefined, poolSize: number, options: string): Options => ({
  type: 'postgres',
  url,
  entities: mappings,
  migrations,
  migrationsTransactionMode: 'each',
  migrationsTableName: 'migration',
  synchronize: false,
  poolSize,
  extra: { options, connectionTimeoutMillis: 2000, keepAlive: true },
});

/** For the application. */
export const ormOptions = (url: string | undefined, poolSize = 10): Options =>
  shared(url, poolSize, `${sessionLimits} ${onePlan} ${membership}`);

/** For tools beside the application: processes take what they write for that of a stranger, and look. */
export const toolOptions = (url: string): Options => shared(url, 2, `${sessionLimits} ${onePlan}`);

/** For migrations. */
export const migrationOptions = (url: string | undefined): Options => shared(url, 2, migrationLimits);

export default new DataSource(migrationOptions(process.env['DATABASE_URL']));
