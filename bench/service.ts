import { join } from 'node:path';
import { startChild, type Child } from './child';
import type { BenchDatabase } from './database';

export const pepper = 'bK7rW2mQx9LzT4vNd8Hs';
const sealingKey = 'wT4nZ8cR1yQ6mV3hJ7Lp';
const root = join(__dirname, '../..');

/** What makes a process differ from the others of a run. */
interface ServiceOptions {
  variables?: Record<string, string>;
  flags?: string[];
  isAsked?: boolean;
}

/** The packed service on that database. @param serverKey full access key of the first environment */
export function startService(
  { url, serviceUrl }: Pick<BenchDatabase, 'url' | 'serviceUrl'>,
  serverKey: string,
  { variables = {}, flags = [], isAsked }: ServiceOptions = {},
): Promise<Child> {
  const common = {
    DATABASE_URL: serviceUrl,
    DATABASE_MIGRATION_URL: url,
    MIGRATE_ON_START: 'true',
    PORT: '0',
    API_KEY_PEPPER: pepper,
    SEALING_KEYS: sealingKey,
    BOOTSTRAP_SERVER_KEY: serverKey,
    RATE_LIMIT_ENABLED: 'false',
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'json',
  };
  const given = process.env['BENCH_NODE_FLAGS']?.split(' ') ?? [];
  return startChild(
    join(root, 'dist/src/launch.js'),
    { ...common, ...variables },
    { flags: [...given, ...flags], isAsked },
  );
}

/** Counts every call, and never so many that one is refused. */
export const limited = { variables: { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_SCALE: '1000000' } };
