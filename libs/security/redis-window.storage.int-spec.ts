import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MuteServer } from '../../test/support/mute-server';
import { RedisWindowStorage, type RedisWindowOptions } from './redis-window.storage';

// Domain: access-and-events

const minute = 60_000;
const usualUrl = 'redis://127.0.0.1:6379';
const nobodyListens = 'redis://127.0.0.1:1';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const open = (url: string, options: RedisWindowOptions = {}) => {
  const warnings: string[] = [];
  const storage = new RedisWindowStorage(url, {
    keyPrefix: `test-${randomUUID()}:`,
    warn: (message) => warnings.push(message),
    ...options,
  });
  closers.push(() => storage.close());
  return { storage, warnings };
};

const allowedOf = async (calls: Promise<{ allowed: boolean }>[]): Promise<number> =>
  (await Promise.all(calls)).filter(({ allowed }) => allowed).length;

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  while (!(await condition())) await pause(20);
};

describe('rate limits without Redis', () => {
  it('R-17: the limits hold in this process, not open and without an error', async () => {
    const { storage } = open(nobodyListens);

    expect(await allowedOf(Array.from({ length: 10 }, () => storage.hit('b', 3, minute)))).toBe(3);
    expect(await storage.hit('b', 3, minute)).toMatchObject({ limit: 3, remaining: 0, allowed: false });
  });

  it('R-17: it is logged once a minute, and the password of the address never', async () => {
    const clock = { now: 0 };
    const { storage, warnings } = open('redis://:hunter2hunter2@127.0.0.1:1', { now: () => clock.now });
    await storage.hit('b', 3, minute);
    await pause(400);
    expect(warnings).toHaveLength(1);

    clock.now = minute;
    await until(() => Promise.resolve(warnings.length > 1));
    expect(warnings.join()).toContain('ECONNREFUSED');
    expect(warnings.join()).not.toContain('hunter2');
  });

  it('R-17: a server that takes the connection and says nothing is told with the first call that is counted alone', async () => {
    const mute = await MuteServer.start();
    closers.push(() => mute.stop());
    const { storage, warnings } = open(`redis://127.0.0.1:${mute.port}`);
    const first = await storage.hit('b', 3, minute);

    expect(first).toMatchObject({ remaining: 2, allowed: true });
    expect(warnings).toEqual([expect.stringMatching(/does not answer .*this process counts alone/)]);
  });

  it('closes while it is still trying to connect', async () => {
    const { storage } = open(nobodyListens);

    await expect(storage.close()).resolves.toBeUndefined();
    expect(await storage.hit('b', 1, minute)).toMatchObject({ allowed: true });
  });
});

const canRun = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { timeout: 5000 }).status === 0;
const ping = `const s = require('node:net').connect(6379, '127.0.0.1', () => s.write('PING\\r\\n'));
  s.on('data', (d) => process.exit(String(d).startsWith('+PONG') ? 0 : 1)).on('error', () => process.exit(1));
  setTimeout(() => process.exit(1), 1000);`;
const isRunning = canRun(process.execPath, ['-e', ping]);
const canSpawn = !isRunning && canRun('redis-server', ['--version']);

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A line to Redis that can be cut or held. */
class Line {
  private readonly sockets = new Set<Socket>();
  private server: Server;
  private port = 0;
  isHeld = false;

  constructor(private readonly target: URL) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<this> {
    this.server = createServer((near) => {
      const far = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [near, far]) this.sockets.add(socket.on('error', () => socket.destroy()));
      near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy());
      far.on('data', (bytes) => this.isHeld || near.write(bytes)).on('close', () => near.destroy());
    });
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return this;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await closed;
  }
}

if (!isRunning && !canSpawn) {
  console.warn(`Redis tests left out: nothing answers at ${usualUrl} and redis-server is not on PATH`);
} else {
  describe('rate limits in Redis', () => {
    let url = usualUrl;
    let server: ChildProcess | undefined;
    let directory: string | undefined;

    beforeAll(async () => {
      if (isRunning) return;
      const port = await freePort();
      directory = mkdtempSync(join(tmpdir(), 'redis-'));
      server = spawn('redis-server', ['--port', `${port}`, '--save', '', '--dir', directory], {
        stdio: 'ignore',
      });
      url = `redis://127.0.0.1:${port}`;
    });

    afterAll(() => {
      server?.kill();
      if (directory) rmSync(directory, { recursive: true, force: true });
    });

    // With a server of our own the first connections may come too early.
    const connected = async (line: string = url, options: RedisWindowOptions = {}) => {
      const keyPrefix = `test-${randomUUID()}:`;
      const opened = open(line, { keyPrefix, ...options });
      const witness = open(line, { keyPrefix, ...options }).storage;
      let round = 0;
      await until(async () => {
        const bucket = `warm-up ${round++}`;
        await opened.storage.hit(bucket, 5, 1000);
        return (await witness.hit(bucket, 5, 1000)).remaining === 3;
      });
      return { ...opened, witness, keyPrefix };
    };

    it('R4: two processes share one budget, however the calls race', async () => {
      const { storage, witness } = await connected();
      const calls = Array.from({ length: 100 }, (_, call) =>
        (call % 2 ? storage : witness).hit('b', 30, minute),
      );

      expect(await allowedOf(calls)).toBe(30);
    });

    it('R4: the window starts at the first call and no later call moves its end', async () => {
      const { storage } = await connected();
      const first = await storage.hit('b', 2, minute);
      await pause(20);
      const second = await storage.hit('b', 2, minute);
      await pause(20);
      const refused = await storage.hit('b', 2, minute);

      expect(first).toEqual({ limit: 2, remaining: 1, resetMs: minute + 1, allowed: true });
      expect(second).toMatchObject({ remaining: 0, allowed: true });
      expect(refused).toMatchObject({ remaining: 0, allowed: false });
      expect(second.resetMs).toBeLessThan(first.resetMs);
      expect(refused.resetMs).toBeLessThan(second.resetMs);
    });

    it('R-11: a caller that waits as long as it was told gets through', async () => {
      const { storage } = await connected();
      await storage.hit('b', 1, 150);
      const refused = await storage.hit('b', 1, 150);
      expect(refused.allowed).toBe(false);
      await pause(refused.resetMs);

      expect(await storage.hit('b', 1, 150)).toMatchObject({ allowed: true, remaining: 0 });
    });

    it('R3: a call may cost several, one that does not fit counts nothing, cost 0 only looks', async () => {
      const { storage } = await connected();

      expect(await storage.hit('b', 10, minute, 0)).toMatchObject({ allowed: true, remaining: 10 });
      expect(await storage.hit('b', 10, minute, 8)).toMatchObject({ allowed: true, remaining: 2 });
      expect(await storage.hit('b', 10, minute, 3)).toMatchObject({ allowed: false, remaining: 2 });
      expect(await storage.hit('b', 10, minute, 0)).toMatchObject({ allowed: true, remaining: 2 });
      expect(await storage.hit('b', 10, minute, 2)).toMatchObject({ allowed: true, remaining: 0 });
      expect(await storage.hit('b', 10, minute, 0)).toMatchObject({ allowed: false, remaining: 0 });
    });

    it("serves Nest's throttler", async () => {
      const { storage, witness } = await connected();
      await storage.increment('k', minute, 1, minute, 'default');

      expect(await witness.increment('k', minute, 1, minute, 'default')).toMatchObject({
        totalHits: 2,
        isBlocked: true,
      });
    });

    it('R-17: a cut line means local limits, and Redis counts again by itself when it is back', async () => {
      const line = await new Line(new URL(url)).start();
      closers.push(() => line.cut().catch(() => undefined));
      const { storage, witness, warnings } = await connected(line.url);
      await storage.hit('b', 4, minute);
      await line.cut();

      expect(await allowedOf(Array.from({ length: 8 }, () => storage.hit('b', 4, minute)))).toBe(4);
      await until(() => Promise.resolve(warnings.length > 0));
      await line.start();
      await until(async () => (await storage.hit('b', 4, minute, 0)).remaining === 3);
      await until(async () => (await witness.hit('b', 4, minute, 0)).remaining === 3);
    });

    it('R-17: a server that hangs means local limits, and calls after the first do not wait for it', async () => {
      const clock = { now: 0 };
      const line = await new Line(new URL(url)).start();
      closers.push(() => line.cut());
      const { storage, warnings } = await connected(line.url, { now: () => clock.now });
      line.isHeld = true;

      expect(await storage.hit('b', 2, minute)).toMatchObject({ remaining: 1, allowed: true });
      expect(warnings.join()).toContain('timed out');
      const answered = await Promise.race([storage.hit('b', 2, minute), pause(0, undefined)]);
      expect(answered).toMatchObject({ remaining: 0, allowed: true });
    });

    it('keeps its keys apart by their prefix and leaves them to expire', async () => {
      const one = await connected();
      const other = await connected();
      await one.storage.hit('b', 1, minute);

      expect(await other.storage.hit('b', 1, minute)).toMatchObject({ allowed: true });
    });

    it('closes cleanly, twice if it must', async () => {
      const { storage } = await connected();
      await storage.close();

      await expect(storage.close()).resolves.toBeUndefined();
      expect(await storage.hit('b', 1, minute)).toMatchObject({ allowed: true });
    });
  });
}
