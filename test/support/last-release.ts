import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
    providePackages(home);
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

interface Package {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
}
type Packages = Record<string, Package>;

const lockIn = (file: string): Packages =>
  (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages;

const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];
const folder = 'node_modules/';

/** Ours are lent to it where they are those of its lock; of a thousand few differ, and to install all of them takes most of a minute. */
function providePackages(home: string): void {
  const lock = lockIn(join(home, 'package-lock.json'));
  const others = packagesOfItsOwn(lock);
  if (others.some((name) => name.includes(folder)))
    return void done('npm', ['ci', '--include=dev', ...quietly], home);
  const own = join(home, 'packages-of-its-own');
  if (others.length > 0) installAlone(own, lock, others);
  for (const name of new Set([...installedHere(), ...others])) {
    const place = join(home, folder, name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(others.includes(name) ? own : root, folder, name), place, 'junction');
  }
}

/** What we have in another version than its lock, or not any more. Further ones of ours do it no harm. */
function packagesOfItsOwn(lock: Packages): string[] {
  const installed = lockIn(join(root, folder, '.package-lock.json'));
  return Object.entries(lock)
    .filter(
      ([path, { version, optional, devOptional }]) =>
        path !== '' &&
        installed[path]?.version !== version &&
        (installed[path] || !(optional || devOptional)),
    )
    .map(([path]) => path.slice(folder.length));
}

/** With what they need, as the lock tells where it is and what it must be. */
function installAlone(place: string, lock: Packages, names: readonly string[]): void {
  const wanted = new Set(names);
  for (const name of wanted) {
    const needed = Object.keys(lock[folder + name]?.dependencies ?? {});
    for (const each of needed.filter((other) => lock[folder + other])) wanted.add(each);
  }
  const isWanted = (path: string): boolean =>
    [...wanted].some((name) => path === folder + name || path.startsWith(`${folder}${name}/${folder}`));
  const packages: Packages = {};
  for (const [path, { dev: _, ...told }] of Object.entries(lock)) if (isWanted(path)) packages[path] = told;
  const versions = names.map((name) => [name, lock[folder + name]?.version]);
  const its = { name: 'packages-of-its-own', dependencies: Object.fromEntries(versions) as object };
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), JSON.stringify(its));
  const whole = { name: its.name, lockfileVersion: 3, requires: true, packages: { '': its, ...packages } };
  writeFileSync(join(place, 'package-lock.json'), JSON.stringify(whole));
  done('npm', ['ci', '--legacy-peer-deps', ...quietly], place);
}

/** Names of packages, those of scopes with their scope. */
function installedHere(): string[] {
  const entries = (path: string): string[] => readdirSync(path).filter((name) => !name.startsWith('.'));
  return entries(join(root, folder)).flatMap((name) =>
    name.startsWith('@') ? entries(join(root, folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}
