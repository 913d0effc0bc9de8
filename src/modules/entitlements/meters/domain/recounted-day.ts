import type { Digest } from '#libs/kernel/digest';
import { latest } from '#libs/kernel/period';
import { holds, never, windowKey, type UsageWindow } from '#modules/entitlements/metering';
import { bucketOf, type DayBucket } from './day-bucket';
import type { AttributedCounter, FedCounter } from './fed-event';
import { noTally, withEvent, type MeterTally, type Taken } from './meter-tally';

/** A counter that an event feeds. */
export type FeedingCounter = Omit<FedCounter, 'taken'>;

interface Recounted {
  head: AttributedCounter;
}

export interface RecountedBucket extends Recounted {
  bucket: DayBucket;
  tally: MeterTally;
}

export interface MetValue extends Recounted {
  window: UsageWindow;
  value: Digest;
  firstAt: Date;
}

/** What the events of a day come to, counter by counter, one event after the other. */
export class RecountedDay {
  private readonly byBucket = new Map<string, RecountedBucket>();
  private readonly byValue = new Map<string, MetValue>();
  private readonly last = new Map<AttributedCounter, Date>();

  /** @param heads those that are counted anew, by their id */
  constructor(private readonly heads: ReadonlyMap<string, AttributedCounter>) {}

  /** @returns whether its counter is one of them */
  add(at: Date, counter: FeedingCounter, taken: Taken): boolean {
    const { id } = counter.counter;
    const head = this.heads.get(id);
    if (!head) return false;
    const window = holds(head.window, at) ? head.window : counter.window;
    const bucket = bucketOf(at, window);
    const place = `${id} ${bucket.starts.getTime()} ${bucket.ends.getTime()}`;
    const known = this.byBucket.get(place);
    if (known) known.tally = withEvent(known.tally, taken);
    else this.byBucket.set(place, { head, bucket, tally: withEvent(noTally, taken) });
    if (taken.value !== null) this.meet({ head, window, value: taken.value, firstAt: at }, id);
    this.last.set(head, latest(at, this.last.get(head) ?? at));
    return true;
  }

  get buckets(): RecountedBucket[] {
    return [...this.byBucket.values()];
  }

  get values(): MetValue[] {
    return [...this.byValue.values()];
  }

  lastAtOf(head: AttributedCounter): Date | null {
    return this.last.get(head) ?? null;
  }

  private meet(met: MetValue, id: string): void {
    const place = `${id} ${windowKey(met.window)} ${met.value}`;
    const known = this.byValue.get(place);
    if (!known || met.firstAt < known.firstAt) this.byValue.set(place, met);
  }
}

export const endOfWindow = ({ end }: UsageWindow): Date => end ?? never;
