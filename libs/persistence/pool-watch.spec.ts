import { EventEmitter } from 'node:events';
import { PoolWatch } from './pool-watch';

describe('the watch of a pool', () => {
  class TestPool extends EventEmitter {
    waitingCount = 0;
  }
  let now: number;
  let pool: TestPool;
  let watch: PoolWatch;
  const release = (afterMs: number): void => {
    now += afterMs;
    pool.emit('release');
  };

  beforeEach(() => {
    now = 0;
    pool = new TestPool();
    watch = new PoolWatch(pool, () => now);
  });

  it('expects each of those who wait to take as long as a release took lately', () => {
    pool.waitingCount = 30;
    for (let times = 0; times < 200; times++) release(5);
    expect(watch.expectedWaitMs).toBeCloseTo(150, 0);
    pool.waitingCount = 10;
    expect(watch.expectedWaitMs).toBeCloseTo(50, 0);
  });

  it('takes no time for a slow one in which nobody waited', () => {
    pool.waitingCount = 10;
    for (let times = 0; times < 200; times++) release(1);
    pool.waitingCount = 0;
    release(1);
    for (let times = 0; times < 200; times++) release(60_000);
    pool.waitingCount = 10;
    release(60_000);
    expect(watch.expectedWaitMs).toBeCloseTo(10, 0);
  });

  it('expects no wait where nobody waits, and none before it knows the pool', () => {
    pool.waitingCount = 100;
    release(5000);
    expect(watch.expectedWaitMs).toBe(0);
    release(5);
    expect(watch.expectedWaitMs).toBe(500);
    pool.waitingCount = 0;
    expect(watch.expectedWaitMs).toBe(0);
  });

  it('is one for each pool', () => {
    expect(PoolWatch.of(pool)).toBe(PoolWatch.of(pool));
    expect(PoolWatch.of(new TestPool())).not.toBe(PoolWatch.of(pool));
    expect(pool.listenerCount('release')).toBe(2);
  });
});
