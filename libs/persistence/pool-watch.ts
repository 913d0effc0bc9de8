import type { Pool } from 'pg';

/** What is read of a pool. */
type WatchedPool = Pick<Pool, 'waitingCount'> & { on(event: 'release', listener: () => void): unknown };

/** Of a new interval in the mean, once there are as many: the last thirty or so count. */
const leastWeight = 1 / 16;

const watches = new WeakMap<object, PoolWatch>();

/**
 * How long a caller would wait for a connection now. Only while somebody waits does the time between two releases say how fast
 * the pool serves; at other times it says how little is asked.
 */
export class PoolWatch {
  private meanMs = 0;
  private known = 0;
  /** Of the last release while somebody waited. */
  private releasedAt?: number;

  /** The one of a pool; made when it is first asked for. */
  static of(pool: WatchedPool): PoolWatch {
    const watch = watches.get(pool) ?? new PoolWatch(pool);
    watches.set(pool, watch);
    return watch;
  }

  /** @param now milliseconds of a clock that never goes back */
  constructor(
    private readonly pool: WatchedPool,
    private readonly now: () => number = () => performance.now(),
  ) {
    pool.on('release', () => this.released());
  }

  get expectedWaitMs(): number {
    return this.pool.waitingCount * this.meanMs;
  }

  private released(): void {
    if (this.pool.waitingCount === 0) {
      this.releasedAt = undefined;
      return;
    }
    const now = this.now();
    if (this.releasedAt !== undefined) this.learn(now - this.releasedAt);
    this.releasedAt = now;
  }

  private learn(intervalMs: number): void {
    this.known++;
    this.meanMs += Math.max(leastWeight, 1 / this.known) * (intervalMs - this.meanMs);
  }
}
