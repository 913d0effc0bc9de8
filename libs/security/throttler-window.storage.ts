import type { ThrottlerStorage } from '@nestjs/throttler';
import { WindowStorage } from './window-storage';

type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Lets Nest's throttler count in our windows. */
export abstract class ThrottlerWindowStorage extends WindowStorage implements ThrottlerStorage {
  /**
   * Times in whole seconds, rounded up, as the throttler wants them. A refusal ends with its window: `blockDuration`
   * would make it outlast that, against access-and-events R4.
   */
  async increment(
    key: string,
    ttl: number,
    limit: number,
    _blockDuration: number,
    throttlerName: string,
  ): Promise<ThrottlerRecord> {
    const state = await this.hit(`${throttlerName}:${key}`, limit, ttl);
    const seconds = Math.ceil(state.resetMs / 1000);
    return {
      totalHits: state.allowed ? limit - state.remaining : limit + 1,
      timeToExpire: seconds,
      isBlocked: !state.allowed,
      timeToBlockExpire: state.allowed ? 0 : seconds,
    };
  }
}
