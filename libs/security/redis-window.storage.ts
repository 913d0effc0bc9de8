import { Logger } from '@nestjs/common';
import type { Redis, RedisOptions, Result } from 'ioredis';
import type * as ioredis from 'ioredis';
import { MissingPackage, optionalPackage } from '#libs/config/optional-package';
import { BoundedRate } from '#libs/kernel/bounded-rate';
import { FixedWindowStorage } from './fixed-window.storage';
import { ThrottlerWindowStorage } from './throttler-window.storage';
import type { WindowState } from './window-storage';

// One atomic step per call. A key without expiry (-1) is taken as ended, so that none can block for ever.
const hitWindow = `
local limit, windowMs, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local left = redis.call('PTTL', KEYS[1])
local used = 0
if left >= 0 then used = tonumber(redis.call('GET', KEYS[1])) or 0 end
if used + math.max(cost, 1) > limit then return { 0, used, left < 0 and windowMs or left } end
if cost == 0 then return { 1, used, left < 0 and windowMs or left } end
if left >= 0 then return { 1, redis.call('INCRBY', KEYS[1], cost), left } end
redis.call('SET', KEYS[1], cost)
redis.call('PEXPIRE', KEYS[1], windowMs)
return { 1, cost, windowMs }
`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** Whether it passes (1 or 0), what is used, milliseconds until the window ends. */
    hitWindow(
      key: string,
      limit: number,
      windowMs: number,
      cost: number,
    ): Result<[number, number, number], Context>;
  }
}

export interface RedisWindowOptions {
  keyPrefix?: string;
  /** How long a request may wait for Redis before this process counts alone. */
  commandTimeoutMs?: number;
  warn?: (message: string) => void;
  /** Monotonic milliseconds. */
  now?: () => number;
}

const firstConnectionMs = 1000;
const deadSocketMs = 1000;
const longestReconnectPauseMs = 2000;
/** A start keeps the loop for seconds where the machine is busy: a connection that was there long ago must not be taken for none. */
const connectMs = 10_000;
const restAfterFailureMs = 1000;
const warnEveryMs = 60_000;

const nestLogger = new Logger('RateLimits');

/** @throws MissingPackage */
function connection(url: string, options: RedisOptions): Redis {
  const installed = optionalPackage<typeof ioredis>('ioredis');
  if (!installed) throw new MissingPackage('ioredis', 'REDIS_URL');
  return new installed.Redis(url, options);
}

/**
 * Windows shared by all processes through Redis. Domain: access-and-events R4
 * While Redis does not answer, each process counts alone by the same limits, from zero (security.md R-17): never open,
 * never a fault. It says so once a minute, and goes back to Redis by itself.
 */
export class RedisWindowStorage extends ThrottlerWindowStorage {
  private readonly redis: Redis;
  private readonly alone: FixedWindowStorage;
  private readonly now: () => number;
  private readonly warn: (message: string) => void;
  private opening: Promise<void> | undefined;
  /** Set while Redis fails: one call a second tries it, the others must not wait for its timeout. */
  private restsUntil: number | undefined;
  private readonly warnings: BoundedRate;

  constructor(url: string, options: RedisWindowOptions = {}) {
    super();
    this.now = options.now ?? (() => performance.now());
    this.warn = options.warn ?? ((message) => nestLogger.warn(message));
    this.warnings = new BoundedRate(warnEveryMs, this.now);
    this.alone = new FixedWindowStorage(this.now);
    this.redis = connection(url, {
      keyPrefix: options.keyPrefix ?? 'rate-limit:',
      commandTimeout: options.commandTimeoutMs ?? 250,
      connectTimeout: connectMs,
      socketTimeout: deadSocketMs,
      // The client waits this long on close() even for a socket that is closed already.
      disconnectTimeout: 100,
      enableOfflineQueue: false,
      // A call that was answered by this process alone must not be counted again later.
      autoResendUnfulfilledCommands: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, longestReconnectPauseMs),
      // After a failover the old primary only reads.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
      scripts: { hitWindow: { lua: hitWindow, numberOfKeys: 1 } },
    });
    this.redis.on('error', (error) => this.noteFailure(error));
    this.opening = this.firstConnection();
  }

  async hit(bucket: string, limit: number, windowMs: number, cost = 1): Promise<WindowState> {
    if (this.opening) await this.opening;
    if (!this.mayAsk()) return this.alone.hit(bucket, limit, windowMs, cost);
    try {
      const [passes, used, leftMs] = await this.redis.hitWindow(bucket, limit, Math.ceil(windowMs), cost);
      this.restsUntil = undefined;
      // Redis keeps a key for the whole last millisecond; one more makes the promise of Retry-After true.
      return { limit, remaining: Math.max(0, limit - used), resetMs: leftMs + 1, allowed: passes === 1 };
    } catch (error) {
      this.noteFailure(error);
      this.restsUntil = this.now() + restAfterFailureMs;
      return this.alone.hit(bucket, limit, windowMs, cost);
    }
  }

  /** Ends the connection and its background attempts; never fails. Later calls are counted in this process. */
  async close(): Promise<void> {
    try {
      if (this.redis.status === 'ready') return void (await this.redis.quit());
    } catch {
      // A server that hangs or went away meanwhile needs no farewell.
    }
    this.redis.disconnect();
  }

  private mayAsk(): boolean {
    if (this.redis.status !== 'ready') {
      this.noteFailure(new Error('no connection'));
      return false;
    }
    if (this.restsUntil === undefined) return true;
    const now = this.now();
    if (now < this.restsUntil) return false;
    this.restsUntil = now + restAfterFailureMs;
    return true;
  }

  /** Settles with the first answer or failure, so that a start is not taken for an outage. */
  private firstConnection(): Promise<void> {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, firstConnectionMs);
      for (const event of ['ready', 'error', 'end'] as const) {
        this.redis.once(event, () => {
          clearTimeout(timer);
          resolve();
        });
      }
    }).then(() => {
      this.opening = undefined;
    });
  }

  private noteFailure(error: unknown): void {
    if (!this.warnings.pass('away')) return;
    const { message, code } = error as NodeJS.ErrnoException;
    this.warn(
      `Redis of the rate limits does not answer (${message || code}); this process counts alone until it does`,
    );
  }
}
