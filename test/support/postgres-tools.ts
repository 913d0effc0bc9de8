import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { serverAccount } from '#libs/persistence/embedded-account';

const root = join(__dirname, '../..');
const needed = ['initdb', 'pg_ctl', 'pg_basebackup', 'pg_verifybackup', 'pg_dump', 'pg_restore', 'psql'];

/** Where a distribution puts each major version, and what else is on the PATH. */
function* candidates(): Generator<string> {
  const debian = '/usr/lib/postgresql';
  if (existsSync(debian)) for (const major of readdirSync(debian)) yield join(debian, major, 'bin');
  yield* (process.env.PATH ?? '').split(delimiter);
}

/** A folder with the programs that operators use, which npm's PostgreSQL does not bring; undefined where there is none. */
export const postgresTools = [...candidates()].find((folder) =>
  needed.every((program) => existsSync(join(folder, program))),
);

/** By their names, the blocks of a page of docs/operations that are to be carried out as they stand: those with a name beside `sh`. */
export function commandsOf(page: string): Map<string, string> {
  const text = readFileSync(join(root, 'docs/operations', page), 'utf8');
  const blocks = text.matchAll(/^```(?:sh|sql) ([a-z-]+)\n([^]*?)^```$/gm);
  return new Map([...blocks].map(([, name = '', block = '']) => [name, block]));
}

/** Carries out shell commands as the user of the system that runs servers, who may not be us. */
export class Shell {
  private readonly account = serverAccount('/nowhere');

  /** @param home a folder that is made for that user */
  constructor(readonly home: string) {
    mkdirSync(home, { recursive: true });
    const { uid, gid } = this.account;
    if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid);
  }

  /** @returns what it told @throws Error with that, where a command fails */
  async run(block: string, variables: Record<string, string>, asOurselves = false): Promise<string> {
    const { PATH = '', HOME = '' } = process.env;
    const path = [postgresTools, PATH].join(delimiter);
    const env = { HOME: asOurselves ? HOME : this.home, PATH: path, ...variables };
    const who = asOurselves ? { cwd: root } : { cwd: this.home, ...this.account };
    // Its own group and no pipe: a server that it starts lives on.
    const child = spawn('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${block}`], {
      env,
      ...who,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => (told += more));
    const code = await new Promise((resolve) => child.once('exit', resolve));
    child.stdout.destroy();
    if (code !== 0) throw new Error(`ended with ${String(code)}:\n${block}\n${told}`);
    return told;
  }
}
