import type { Decimal } from '#libs/kernel/decimal';
import type { GovernedReport } from '#modules/entitlements/metering';
import type { FedEvent } from './fed-event';
import { addedBy } from './paid-feed';

/** What one event uses of the budgets of entities that it names. */
export interface GovernedFeed {
  /** Of its event, from 1 on. */
  place: number;
  /** Reported units. */
  added: Decimal;
  report: GovernedReport;
}

/** In the order of the events. What is not added up cannot be divided among those who used it. Domain: access-and-events G6 */
export function governedFeeds(events: readonly FedEvent[]): GovernedFeed[] {
  const governed: GovernedFeed[] = [];
  for (const [index, { named, at, feeds }] of events.entries()) {
    if (named.length === 0) continue;
    for (const { counter, taken } of feeds) {
      const { isCumulative, added } = addedBy(counter.aggregation, taken);
      const { customerUid, featureUid } = counter.key;
      const use = { named, isEnforced: false };
      const report = { customerUid, featureUid, occurredAt: at, governed: use };
      if (isCumulative) governed.push({ place: index + 1, added, report });
    }
  }
  return governed;
}
