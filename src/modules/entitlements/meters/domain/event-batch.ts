import type { Digest } from '#libs/kernel/digest';
import { holds, type UsageWindow } from '#modules/entitlements/metering';
import { bucketOf, type DayBucket } from './day-bucket';
import type { AttributedCounter, FedEvent } from './fed-event';
import type { Taken } from './meter-tally';
import { governedFeeds, type GovernedFeed } from './governed-feed';
import { paidFeeds, type PaidFeed } from './paid-feed';

/** What one event adds to one counter. Places count from 1. */
export interface CountedCell {
  event: number;
  head: number;
  resourceKey: string;
  bucket: DayBucket;
  isLive: boolean;
  window: UsageWindow;
  taken: Taken;
}

/** What one statement writes. */
export interface EventBatch {
  /** In the order of their instants. */
  events: FedEvent[];
  heads: AttributedCounter[];
  cells: CountedCell[];
  paid: readonly PaidFeed[];
  governed: readonly GovernedFeed[];
}

/** Each event once, in the order of their instants, and counters in that of their ids: so two writers never wait for each other in a circle. */
export function batchOf(fed: readonly FedEvent[]): EventBatch {
  const byKey = new Map<Digest, FedEvent>();
  for (const event of fed) if (!byKey.has(event.key)) byKey.set(event.key, event);
  const events = [...byKey.values()].sort(byInstant);
  const heads = headsOf(events);
  const cells = cellsOf(events, heads);
  return { events, heads, cells, paid: paidFeeds(events), governed: governedFeeds(events) };
}

const byInstant = (a: FedEvent, b: FedEvent): number =>
  a.at.getTime() - b.at.getTime() || (a.key < b.key ? -1 : 1);

/** Each once. Those that were asked about later know better what is in force. */
function headsOf(events: readonly FedEvent[]): AttributedCounter[] {
  const byId = new Map<string, AttributedCounter>();
  for (const { feeds } of events) for (const { counter } of feeds) byId.set(counter.id, counter);
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function cellsOf(events: readonly FedEvent[], heads: readonly AttributedCounter[]): CountedCell[] {
  const places = new Map<string, number>();
  for (let index = 0; index < heads.length; index++)
    places.set((heads[index] as AttributedCounter).id, index + 1);
  const cells: CountedCell[] = [];
  for (let index = 0; index < events.length; index++) {
    const { at, feeds } = events[index] as FedEvent;
    for (const feed of feeds) {
      const place = places.get(feed.counter.id) as number;
      const head = heads[place - 1] as AttributedCounter;
      const isLive = holds(head.window, at);
      const window = isLive ? head.window : feed.window;
      const { resourceKey } = head.key;
      const bucket = bucketOf(at, window);
      cells.push({ event: index + 1, head: place, resourceKey, bucket, isLive, window, taken: feed.taken });
    }
  }
  return cells;
}
