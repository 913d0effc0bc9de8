import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { databaseUrl } from '../../libs/persistence/embedded';

export interface TestDatabase {
  url: string;
  /** Cuts whatever is still connected. */
  drop(): Promise<void>;
}

/** A database of its own with the schema of today and no row: a clone of the run's template, some 10 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const adminUrl = published('TEST_ADMIN_URL');
  const template = escapeIdentifier(published('TEST_TEMPLATE'));
  await execute(
    adminUrl,
    `create database ${escapeIdentifier(name)} template ${template} strategy file_copy`,
  );
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => execute(adminUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`),
  };
}

/** One statement on a connection of its own. */
export async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function published(name: 'TEST_ADMIN_URL' | 'TEST_TEMPLATE'): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is unset: run this test in jest's project \`database\`, which starts the server`,
    );
  return value;
}
