import type { Aggregation } from '#libs/business/values/meter';
import { Decimal } from '#libs/kernel/decimal';
import type { PaidReport, UsagePayment, UsageWindow } from '#modules/entitlements/metering';
import type { AttributedCounter, EventBatch, FedCounter, FedEvent } from './event-batch';
import { eventIdOf } from './event-place';
import type { Taken } from './meter-tally';

/** What one event takes from a wallet. */
export interface PaidFeed {
  event: FedEvent;
  /** Names it in the ledger. */
  eventId: string;
  counter: AttributedCounter;
  window: UsageWindow;
  /** Does each event add to usage what it bears? Of the others no units are known. Domain: entitlements-usage A16 */
  isCumulative: boolean;
  /** Reported units; none of what is not cumulative. */
  added: Decimal;
  report: PaidReport;
}

const held = new WeakMap<EventBatch, readonly PaidFeed[]>();

/** In the order of the events; always the same ones. */
export function paidFeeds(batch: EventBatch): readonly PaidFeed[] {
  const known = held.get(batch);
  if (known) return known;
  const paid = batch.events.flatMap((event) =>
    event.feeds.flatMap((feed) => (feed.payment ? paidFeed(event, feed, feed.payment) : [])),
  );
  held.set(batch, paid);
  return paid;
}

function paidFeed(event: FedEvent, { counter, window, taken }: FedCounter, payment: UsagePayment): PaidFeed {
  const { key, at, dimensions: text } = event;
  const dimensions = text === null ? null : (JSON.parse(text) as PaidReport['dimensions']);
  const report = { customerUid: counter.key.customerUid, occurredAt: at, dimensions, payment };
  const eventId = eventIdOf({ at, key: Buffer.from(key, 'latin1').toString('hex') });
  return { event, eventId, counter, window, report, ...addedBy(counter.aggregation, taken) };
}

/** What an event adds to usage. Domain: entitlements-usage A16 */
export function addedBy(
  { function: name }: Aggregation,
  { number }: Taken,
): Pick<PaidFeed, 'isCumulative' | 'added'> {
  if (name === 'COUNT') return { isCumulative: true, added: new Decimal(1) };
  const isCumulative = name === 'SUM';
  return { isCumulative, added: new Decimal(isCumulative ? (number ?? 0) : 0) };
}
