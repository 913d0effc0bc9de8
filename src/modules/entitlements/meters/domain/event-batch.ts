import type { Aggregation } from '#libs/business/values/meter';
import {
  holds,
  type CounterKey,
  type Spending,
  type UsagePayment,
  type UsageWindow,
  type WatchedLimit,
} from '#modules/entitlements/metering';
import { bucketOf, type DayBucket } from './day-bucket';
import type { Digest } from '#libs/kernel/digest';
import type { Taken } from './meter-tally';

/** A counter of events with what is in force for it now. Events of one request that feed it share it. */
export interface AttributedCounter {
  /** Of its key: no other counter has it. */
  id: string;
  key: CounterKey;
  meterUid: string;
  aggregation: Aggregation;
  /** The window that holds now: of the rule in force. */
  window: UsageWindow;
  /** A running level that nothing resets. */
  isGauge: boolean;
  /** Null where there is nothing to exceed. */
  watched: WatchedLimit | null;
  /** Absent where nothing is held against a budget. */
  spending?: Spending;
}

/** What an event adds to a counter. */
export interface FedCounter {
  counter: AttributedCounter;
  /** The window of the same rule that holds the event. */
  window: UsageWindow;
  taken: Taken;
  /** Absent where usage is not paid in credits. */
  payment?: UsagePayment;
}

/** An event that is to be kept, and counted where it feeds something. */
export interface FedEvent {
  key: Digest;
  at: Date;
  /** As it was told, where that is not when it counts. */
  toldAt: Date | null;
  /** Whether its arrival is when it counts, so that only its key tells a repetition. */
  isOnce: boolean;
  customerId: string;
  resourceId: string | null;
  name: string;
  idempotencyKey: string;
  /** As JSON. */
  dimensions: string | null;
  flags: number;
  feeds: readonly FedCounter[];
}

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
}

/** Each event once, in the order of their instants, and counters in that of their ids: so two writers never wait for each other in a circle. */
export function batchOf(fed: readonly FedEvent[]): EventBatch {
  const byKey = new Map<Digest, FedEvent>();
  for (const event of fed) if (!byKey.has(event.key)) byKey.set(event.key, event);
  const events = [...byKey.values()].sort(byInstant);
  const heads = headsOf(events);
  return { events, heads, cells: cellsOf(events, heads) };
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
