import { ThrottlerWindowStorage } from './throttler-window.storage';
import type { WindowState } from './window-storage';

interface Window {
  used: number;
  /** On the monotonic clock, in milliseconds. */
  endsAt: number;
}

const defaultCapacity = 200_000;

/**
 * Windows of this process, constant work per call. Domain: access-and-events R4
 * Ended windows are swept two per new bucket, so that memory follows the buckets in use; past `capacity` the sweep also
 * drops running ones, which forgives their callers rather than letting invented buckets fill the memory.
 */
export class FixedWindowStorage extends ThrottlerWindowStorage {
  private readonly windows = new Map<string, Window>();
  private sweep = this.windows.entries();

  /** @param now monotonic milliseconds: a changed wall clock must neither free nor freeze a caller */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly capacity = defaultCapacity,
  ) {
    super();
  }

  get bucketCount(): number {
    return this.windows.size;
  }

  /** A refused call counts nothing; cost 0 asks whether a call of cost 1 would pass. */
  hit(bucket: string, limit: number, windowMs: number, cost = 1): WindowState {
    const now = this.now();
    const running = this.running(bucket, now);
    const used = running?.used ?? 0;
    const allowed = used + Math.max(cost, 1) <= limit;
    const counted = allowed ? used + cost : used;
    const endsAt = running?.endsAt ?? now + windowMs;
    if (running) running.used = counted;
    else if (counted > 0) this.open(bucket, { used: counted, endsAt }, now);
    return { limit, remaining: Math.max(0, limit - counted), resetMs: Math.ceil(endsAt - now), allowed };
  }

  private running(bucket: string, now: number): Window | undefined {
    const window = this.windows.get(bucket);
    return window && window.endsAt > now ? window : undefined;
  }

  private open(bucket: string, window: Window, now: number): void {
    this.sweepTwo(now);
    this.windows.set(bucket, window);
  }

  private sweepTwo(now: number): void {
    for (let looked = 0; looked < 2; looked++) {
      const entry = this.nextOfSweep();
      if (!entry) return;
      const [bucket, { endsAt }] = entry;
      if (endsAt <= now || this.windows.size >= this.capacity) this.windows.delete(bucket);
    }
  }

  // The iterator lives on through changes of the map and keeps its place, which a new one per call would not.
  private nextOfSweep(): [string, Window] | undefined {
    const step = this.sweep.next();
    if (!step.done) return step.value;
    this.sweep = this.windows.entries();
    const again = this.sweep.next();
    return again.done ? undefined : again.value;
  }
}
