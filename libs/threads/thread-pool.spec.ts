import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ThreadPool, type ThreadPoolOptions } from './thread-pool';

// What a thread does with each input; it says its own number, so that threads are told apart.
const program = `
const { parentPort, threadId } = require('node:worker_threads');
const hoard = [];
const doings = {
  number: () => threadId,
  fail: () => { throw new Error('no such font'); },
  crash: () => process.exit(3),
  hang: () => { for (;;); },
  grow: () => { for (;;) hoard.push(new Array(10_000).fill(hoard.length)); },
};
parentPort.on('message', (doing) => {
  try { parentPort.postMessage({ output: doings[doing]() }); }
  catch (error) { parentPort.postMessage({ error: error.message }); }
});
`;
type Doing = 'number' | 'fail' | 'crash' | 'hang' | 'grow';

let folder: string;
let pool: ThreadPool<Doing, number>;

const open = (more: Partial<ThreadPoolOptions> = {}): ThreadPool<Doing, number> =>
  (pool = new ThreadPool({
    entry: join(folder, 'thread.cjs'),
    ...{ threads: 1, longestQueue: 10, idleMs: 60_000, deadlineMs: 60_000 },
    memory: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 },
    ...more,
  }));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'threads-'));
  writeFileSync(join(folder, 'thread.cjs'), program);
});
afterEach(() => pool.stop());
afterAll(() => rmSync(folder, { recursive: true }));

describe('work in threads', () => {
  it('starts no thread before there is work, and one serves all that follows', async () => {
    open();
    expect(pool.size).toBe(0);
    const [first, second] = await Promise.all([pool.run('number'), pool.run('number')]);
    expect(await pool.run('number')).toBe(first);
    expect(second).toBe(first);
    expect(pool.size).toBe(1);
  });

  it('takes no more threads than it may, however much is asked', async () => {
    open({ threads: 2 });
    const numbers = await Promise.all(Array.from({ length: 9 }, () => pool.run('number')));
    expect(new Set(numbers).size).toBeLessThanOrEqual(2);
    expect(pool.size).toBeLessThanOrEqual(2);
  });

  it('refuses what is more than its queue holds, and does all the rest', async () => {
    open({ longestQueue: 2 });
    const asked = Array.from({ length: 4 }, () => pool.run('number'));
    const told = await Promise.allSettled(asked);
    expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    await expect(asked[3]).rejects.toThrow('2 pieces of work wait for a thread already');
  });

  it('work that fails leaves its thread alive', async () => {
    open();
    const first = await pool.run('number');
    await expect(pool.run('fail')).rejects.toThrow('no such font');
    expect(await pool.run('number')).toBe(first);
  });

  it.each([
    ['crash', 'the thread ended with 3'],
    ['grow', 'memory limit'],
  ] as const)('a thread that must %s fails its own work only, and is replaced', async (doing, why) => {
    open();
    const [before, failed, after] = await Promise.allSettled([
      pool.run('number'),
      pool.run(doing),
      pool.run('number'),
    ]);
    expect(failed).toMatchObject({ reason: { message: expect.stringContaining(why) as string } });
    expect([before.status, after.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(after).not.toEqual(before);
  });

  it('a thread that hangs is given up after its deadline, and what is asked then gets another', async () => {
    open({ deadlineMs: 300 });
    await expect(pool.run('hang')).rejects.toThrow('it took longer than 0.3 s');
    expect(pool.size).toBe(0);
    // On a busy machine the start of a thread takes longer too.
    let number: number | undefined;
    while (number === undefined) number = await pool.run('number').catch(() => undefined);
    expect(number).toBeGreaterThan(0);
  });

  it('threads go when there was no work for a while', async () => {
    open({ idleMs: 10 });
    await pool.run('number');
    while (pool.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await pool.run('number')).toBeGreaterThan(0);
  });

  it('stops when the work of this moment is done, and may start again after that', async () => {
    open();
    const asked = [pool.run('number'), pool.run('number')];
    await pool.stop();
    expect(pool.size).toBe(0);
    const [first] = await Promise.all(asked);
    expect(await pool.run('number')).not.toBe(first);
  });
});
