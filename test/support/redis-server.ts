import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface RedisServer {
  url: string;
  close(): Promise<void>;
}

export const canRunRedis = spawnSync('redis-server', ['--version'], { timeout: 5000 }).status === 0;

/** Whether a Redis answers at its usual place. Synchronous, because jest must know while it collects the tests. */
export const isRedisRunning = ((): boolean => {
  const ping = `const s = require('node:net').connect(6379, '127.0.0.1', () => s.write('PING\\r\\n'));
    s.on('data', (d) => process.exit(String(d).startsWith('+PONG') ? 0 : 1)).on('error', () => process.exit(1));
    setTimeout(() => process.exit(1), 1000);`;
  return spawnSync(process.execPath, ['-e', ping], { timeout: 5000 }).status === 0;
})();

/** A Redis of our own, else the one that runs. Only where one of the two is to be had. */
export async function openRedis(): Promise<RedisServer> {
  if (!canRunRedis) return { url: 'redis://127.0.0.1:6379', close: async () => undefined };
  const home = mkdtempSync(join(tmpdir(), 'redis-'));
  const port = await freePort();
  const only = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    home,
  ];
  const child = spawn('redis-server', only, { stdio: 'ignore' });
  const exited = once(child, 'exit');
  while (!(await listens(port))) await pause(20);
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    rmSync(home, { recursive: true });
  };
  return { url: `redis://127.0.0.1:${port}`, close };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy() && resolve(true));
    socket.once('error', () => resolve(false));
  });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
