import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { migrationSessions } from './lock-watch';

const root = join(__dirname, '../..');

/**
 * `npm run migration:run`, as an operator says it. @returns what it told
 * @param ownerUrl by which it is to migrate, where that is another
 * @throws Error with what it told when it fails
 */
export async function runMigrations(databaseUrl: string, ownerUrl = ''): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const urls = { DATABASE_URL: databaseUrl, DATABASE_MIGRATION_URL: ownerUrl };
  const env = { PATH, HOME, ...urls, PGAPPNAME: migrationSessions };
  const child = spawn(process.execPath, ['scripts/migration.mjs', 'run'], { cwd: root, env });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => (told += more));
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The migrations ended with ${String(code)}:\n${told}`);
  return told;
}
