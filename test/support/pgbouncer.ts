import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Pooler {
  /** The same database, through the pooler. */
  url: string;
  close(): Promise<void>;
}

export const canRunPgbouncer = spawnSync('pgbouncer', ['--version'], { timeout: 5000 }).status === 0;

/** PgBouncer in front of a database. Only where `canRunPgbouncer`. */
export async function openPgbouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const home = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(home, 0o755);
  const listening = await freePort();
  const target = `host=${hostname} port=${port} user=${decodeURIComponent(username)}`;
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  const file = join(home, 'pgbouncer.ini');
  const settings = [
    ...['[databases]', `* = ${target}${secret}`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${listening}`, 'unix_socket_dir =', 'auth_type = any'],
    ...[`pool_mode = ${mode}`, 'ignore_startup_parameters = options', 'default_pool_size = 40'],
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  // It refuses to be root.
  const asSomebody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...asSomebody, file], { stdio: 'ignore' });
  await answering(listening);
  const url = new URL(`postgres://pooled@127.0.0.1:${listening}`);
  url.pathname = pathname;
  return {
    url: url.href,
    close: async () => {
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(home, { recursive: true });
    },
  };
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

async function answering(port: number): Promise<void> {
  const isThere = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 20));
}
