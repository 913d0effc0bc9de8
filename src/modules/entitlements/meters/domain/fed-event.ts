import type { Aggregation } from '#libs/business/values/meter';
import type { Digest } from '#libs/kernel/digest';
import type {
  CounterKey,
  NamedEntity,
  Spending,
  UsagePayment,
  UsageWindow,
  WatchedLimit,
} from '#modules/entitlements/metering';
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
  /** Who within the customer its dimensions may name. */
  named: readonly NamedEntity[];
  feeds: readonly FedCounter[];
}
