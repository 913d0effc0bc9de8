import type { Dimension } from '#libs/business/values/metered-event';
import type { NamedEntity } from '#modules/entitlements/metering';
import {
  eventFlags,
  instantOf,
  keyOf,
  type FedCounter,
  type FedEvent,
  type MeterInForce,
  type RawEvent,
} from '#modules/entitlements/meters';
import { flagOf, windowAt, type Attribution } from './attribution';
import { costFlagsOf } from './cost-flags';
import { matchesOf, unmatched, type MatchedMeter } from './matched-meters';

/** An event as it came in. */
export interface ToldEvent {
  customerId: string;
  eventName: string;
  idempotencyKey: string;
  dimensions?: Record<string, Dimension>;
  resourceId?: string | null;
  timestamp?: Date;
}

/** With when it counts, and the meters that take something of it. */
export interface MatchedEvent {
  event: RawEvent;
  at: Date;
  flags: number;
  meters: readonly MatchedMeter[];
}

const noDimensions = {};

export function matchedEvent(told: ToldEvent, now: Date, meters: readonly MeterInForce[]): MatchedEvent {
  const {
    customerId,
    eventName,
    idempotencyKey,
    dimensions = noDimensions,
    resourceId = null,
    timestamp,
  } = told;
  const event = { customerId, eventName, idempotencyKey, dimensions, resourceId, timestamp };
  const { at, flags } = instantOf(timestamp, now);
  // What came too late is counted nowhere, whichever meter takes it.
  const matches = (flags & eventFlags.late) === 0 ? matchesOf(event, meters) : unmatched;
  return { event, at, flags: flags | matches.flags, meters: matches.meters };
}

interface Question {
  customerId: string;
  resourceId: string | null;
  meter: MeterInForce;
}

/** As it is kept: counted by the meters that are attributed. */
export function fedEvent(
  { event, at, flags, meters }: MatchedEvent,
  attributionOf: (question: Question) => Attribution | undefined,
  named: readonly NamedEntity[],
): FedEvent {
  const { customerId, resourceId, eventName: name, idempotencyKey, dimensions, timestamp = null } = event;
  const feeds: FedCounter[] = [];
  let known = flags;
  for (const matched of meters) {
    const attribution = attributionOf({ customerId, resourceId, meter: matched.meter });
    if (attribution === undefined) continue;
    if (typeof attribution === 'string') {
      known |= flagOf(attribution);
      continue;
    }
    const feed: FedCounter = {
      counter: attribution,
      window: windowAt(attribution, at),
      taken: matched.taken,
    };
    const payment = attribution.paymentAt?.(at);
    if (payment) known |= costFlagsOf(payment, feed, dimensions);
    feeds.push(payment ? { ...feed, payment } : feed);
  }
  const isOnce = (flags & (eventFlags.untimed | eventFlags.ahead | eventFlags.late)) !== 0;
  return {
    key: keyOf(event),
    at,
    toldAt: isOnce ? timestamp : null,
    isOnce,
    customerId,
    resourceId,
    name,
    idempotencyKey,
    dimensions: dimensions === noDimensions ? null : JSON.stringify(dimensions),
    flags: known,
    named,
    // An array that grew has room for sixteen more, and this one waits to be written.
    feeds: feeds.slice(),
  };
}
