import type { Aggregation } from '#libs/business/values/meter';
import { Decimal } from '#libs/kernel/decimal';
import type { PaidReport, UsagePayment, UsageWindow } from '#modules/entitlements/metering';
import { eventIdOf } from './event-place';
import type { AttributedCounter, FedCounter, FedEvent } from './fed-event';
import type { Taken } from './meter-tally';

/** What one event takes from a wallet. */
export interface PaidFeed {
  /** Of its event, from 1 on. */
  place: number;
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

/** In the order of the events. */
export function paidFeeds(events: readonly FedEvent[]): PaidFeed[] {
  const paid: PaidFeed[] = [];
  for (const [index, event] of events.entries()) {
    for (const feed of event.feeds)
      if (feed.payment) paid.push(paidFeed(event, index + 1, feed, feed.payment));
  }
  return paid;
}

function paidFeed(
  { key, at, dimensions: text }: FedEvent,
  place: number,
  { counter, window, taken }: FedCounter,
  payment: UsagePayment,
): PaidFeed {
  const dimensions = text === null ? null : (JSON.parse(text) as PaidReport['dimensions']);
  const report = { customerUid: counter.key.customerUid, occurredAt: at, dimensions, payment };
  const eventId = eventIdOf({ at, key: Buffer.from(key, 'latin1').toString('hex') });
  return { place, eventId, counter, window, report, ...addedBy(counter.aggregation, taken) };
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
