import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { databaseUrl } from '../../libs/persistence/embedded';

export interface TestDatabase {
  /** Of who made it, and may everything: for what a test does behind the back of the service. */
  url: string;
  /** Of the role by which the service works. */
  serviceUrl: string;
  /** A copy of it as it is now. Nobody may be connected. */
  copy(): Promise<TestDatabase>;
  /** Under the same name and address, with no row but those of `like`. Cuts whatever is still connected. */
  renew(like?: TestDatabase): Promise<void>;
  /** Cuts whatever is still connected. */
  drop(): Promise<void>;
}

/** A database of its own with the schema of today and no row: a clone of the run's template, some 10 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return cloneOf(published('TEST_TEMPLATE'));
}

/** Without a schema. */
export const createEmptyDatabase = (): Promise<TestDatabase> => cloneOf('template0');

async function cloneOf(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const adminUrl = published('TEST_ADMIN_URL');
  const cloning = (source: string): string =>
    `create database ${escapeIdentifier(name)} template ${escapeIdentifier(source)} strategy file_copy`;
  const dropping = `drop database if exists ${escapeIdentifier(name)} with (force)`;
  await execute(adminUrl, cloning(template));
  return {
    url: databaseUrl(adminUrl, name),
    serviceUrl: databaseUrl(published('TEST_SERVICE_URL'), name),
    copy: () => cloneOf(name),
    renew: (like) => execute(adminUrl, dropping, cloning(like ? nameOf(like) : published('TEST_TEMPLATE'))),
    drop: () => execute(adminUrl, dropping),
  };
}

const nameOf = ({ url }: TestDatabase): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** Statements on a connection of their own. */
export const execute = (url: string, ...statements: string[]): Promise<void> =>
  onConnection(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** What a statement finds, on a connection of its own. */
export const rowsOf = <R extends object>(url: string, statement: string): Promise<R[]> =>
  onConnection(url, async (client) => (await client.query<R>(statement)).rows);

async function onConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function published(name: 'TEST_ADMIN_URL' | 'TEST_SERVICE_URL' | 'TEST_TEMPLATE'): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is unset: run this test in jest's project \`database\`, which starts the server`,
    );
  return value;
}
