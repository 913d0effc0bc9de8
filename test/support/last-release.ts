import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, execute, type TestDatabase } from './database';

/** Goes on with every release; so does its schema (test/fixtures/last-release). */
const commit = '5c602a5dc3b1c8df6ec1fb6199b7eea866fc6b9a';

const root = join(__dirname, '../..');
const schemaFile = join(root, 'test/fixtures/last-release/schema.sql');
const archiveBytes = 256 * 1024 ** 2;

/** Not in a shallow clone, nor where the sources came without git. */
export const hasLastRelease =
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0;

export const whyNoLastRelease = `commit ${commit}, the last release, is not in the history at hand; \`git fetch --unshallow\` brings it`;

/** Its code, built by its own build in a folder of its own. */
export interface LastRelease {
  home: string;
  remove(): void;
}

export function buildLastRelease(): LastRelease {
  const home = mkdtempSync(join(tmpdir(), 'last-release-'));
  const remove = (): void => rmSync(home, { recursive: true });
  try {
    const archive = done('git', ['archive', '--format=tar', commit], root);
    done('tar', ['-x'], home, archive);
    if (isInstalledHere(home))
      symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'), 'junction');
    else done('npm', ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], home);
    done(process.execPath, ['scripts/build.mjs'], home);
  } catch (error) {
    remove();
    throw error;
  }
  return { home, remove };
}

/** An empty database with its schema. */
export async function createLastReleaseDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await execute(database.url, readFileSync(schemaFile, 'utf8'));
  return database;
}

function done(command: string, args: readonly string[], cwd: string, input?: Buffer): Buffer {
  const { status, error, stdout, stderr } = spawnSync(command, args, { cwd, input, maxBuffer: archiveBytes });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `${stderr}`}`);
}

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean; devOptional?: boolean }>;
}

const lockIn = (file: string): Lock['packages'] => (JSON.parse(readFileSync(file, 'utf8')) as Lock).packages;

/** Whether our packages are those of its lock, in its versions; further ones do it no harm. */
function isInstalledHere(home: string): boolean {
  const installed = lockIn(join(root, 'node_modules/.package-lock.json'));
  return Object.entries(lockIn(join(home, 'package-lock.json'))).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || installed[path]?.version === version || (!installed[path] && (optional || devOptional)),
  );
}
