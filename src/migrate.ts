import { faultOfDatabaseUrl } from '#libs/config/env-variables';
import {
  missingMigrations,
  revertLastMigration,
  runMigrations,
  withDataSource,
  type DataSource,
} from '#libs/persistence/data-source';
import type { DatabaseUrls } from '#libs/persistence/embedded-roles';
import { divideRows } from '#libs/persistence/row-security';
import { giveRights, OwnersFault, roleBeside } from '#libs/persistence/service-role';
import { migrationOptions } from '../ormconfig';
import { dividedRows, fewerRights } from './service-rights';
import { Advice } from './start-faults';

/** Each migration as it is done, and a statement that failed; of the others there are thousands. */
const told = { logging: ['schema', 'error'] } satisfies Partial<ReturnType<typeof migrationOptions>>;

/**
 * Brings a database to the schema of this code, and gives the role of the service what it needs there.
 * @param ownerUrl by which it is migrated
 * @param isTold on the terminal, to whoever waits there
 * @returns whether rows of environments are kept apart for that role; undefined where it is the owner's
 * @throws OwnersFault where that is another connection; an advice where it leads to another database
 */
export async function migrate(url: string, ownerUrl = url, isTold = false): Promise<boolean | undefined> {
  const role = await roleBeside(url, ownerUrl);
  let isDivided: boolean | undefined;
  const options = { ...migrationOptions(ownerUrl), ...(isTold && told) };
  await byOwner({ url, ownerUrl }, () =>
    runMigrations(options, async (owner) => {
      if (role === undefined) return;
      await giveRights(owner, role, fewerRights);
      isDivided = await divideRows(owner, role, dividedRows);
    }),
  );
  return isDivided;
}

const byOwner = <T>({ url, ownerUrl }: DatabaseUrls, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw ownerUrl === url ? error : new OwnersFault(error);
  });

/** A line each, the oldest first, and how many are missing. Spec: operations.md, npm run migration:show */
export async function toldMigrations(urls: DatabaseUrls): Promise<string> {
  const options = migrationOptions(urls.ownerUrl);
  const [names, missing] = await byOwner(urls, () =>
    withDataSource(options, async (opened) => [
      opened.migrations.map(({ name = '' }) => name),
      new Set(await missingMigrations(opened)),
    ]),
  );
  const lines = names.map((name) => `[${missing.has(name) ? ' ' : 'X'}] ${name}`);
  return [...lines, `${names.length - missing.size} of ${names.length} migrations are done.`].join('\n');
}

/** Takes back the last one. Spec: operations.md, npm run migration:revert */
export async function revertLast(urls: DatabaseUrls): Promise<string> {
  const options = { ...migrationOptions(urls.ownerUrl), logging: ['error' as const] };
  const name = await byOwner(urls, () => revertLastMigration(options));
  return name === undefined ? 'No migration was done: nothing is taken back.' : `${name} was taken back.`;
}

/** @throws Advice for what is no address of a database, before anybody looks for one there */
export function requireAddresses(addresses: Readonly<Record<string, string | undefined>>): void {
  for (const [variable, url] of Object.entries(addresses)) {
    const fault = url === undefined ? undefined : faultOfDatabaseUrl(url);
    if (fault) throw new Advice(`${variable} ${fault}`);
  }
}

export { roleBeside as requireOneDatabase };
export { toDivideRows } from '#libs/persistence/row-security';
export { migrationAdvice } from './start-faults';

/** @throws Advice where the database is older than this code */
export async function requireSchema(dataSource: DataSource): Promise<void> {
  const missing = await missingMigrations(dataSource);
  if (missing.length === 0) return;
  throw new Advice(
    `The database is older than this code (${missing.length} migrations are missing, the first is ${missing[0]}): ` +
      'run `npm run migration:run` and start again, or set MIGRATE_ON_START=true.',
  );
}
