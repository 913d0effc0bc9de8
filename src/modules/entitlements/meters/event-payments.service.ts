import { Injectable } from '@nestjs/common';
import { soldUnits, type UnitTransformation } from '#libs/business/values/unit-transformation';
import { Decimal } from '#libs/kernel/decimal';
import { SharedUsage, windowKey, type UsagePayers } from '#modules/entitlements/metering';
import type { EventBatch } from './domain/event-batch';
import { exactUsageOf, noTally } from './domain/meter-tally';
import { paidFeeds, type PaidFeed } from './domain/paid-feed';
import { MeterFoldsReader } from './meter-folds.reader';

/** What events take from wallets, in the unit of work that counts them: each once, as it is counted. Domain: credits N1, F2; ADR-0105 */
@Injectable()
export class EventPayments {
  constructor(
    private readonly shared: SharedUsage,
    private readonly folds: MeterFoldsReader,
  ) {}

  /** Before any counter is written or locked; undefined where nothing is paid so. */
  hold(batch: EventBatch): Promise<UsagePayers | undefined> {
    return this.shared.payersOf(paidFeeds(batch).map(({ report }) => report));
  }

  /** @param fresh places of the events that were not there before, from 1 on */
  async take(payers: UsagePayers, batch: EventBatch, fresh: readonly number[]): Promise<void> {
    const isFresh = new Set(fresh.map((place) => batch.events[place - 1]));
    const feeds = paidFeeds(batch).filter(({ event }) => isFresh.has(event));
    const units = new Map(feeds.map((feed) => [feed, feed.added]));
    for (const own of byWindow(feeds)) await this.countBlocks(own, units);
    const turn = payers.turn();
    for (const feed of feeds)
      turn.refusalOf(feed.report, { uid: feed.eventId, units: units.get(feed) as Decimal });
    turn.take();
    await payers.keep();
  }

  /** Of blocks those that it begins: so it matters what was counted in its window before. Domain: catalog F6 */
  private async countBlocks(own: readonly BlockFeed[], units: Map<PaidFeed, Decimal>): Promise<void> {
    const { counter, window } = (own[0] as BlockFeed).feed;
    const { key, meterUid, aggregation } = counter;
    const [tally = noTally] = await this.folds.of([{ key, meterUid, aggregation, window }]);
    let after = exactUsageOf(aggregation.function, tally);
    for (const { feed, transformation } of own.toReversed()) {
      const before = after.minus(feed.added);
      units.set(feed, new Decimal(soldUnits(after, transformation)).minus(soldUnits(before, transformation)));
      after = before;
    }
  }
}

/** What is sold by blocks. */
interface BlockFeed {
  feed: PaidFeed;
  transformation: UnitTransformation;
}

/** Those that are sold by blocks, of each counter and window together. */
function byWindow(feeds: readonly PaidFeed[]): BlockFeed[][] {
  const groups = new Map<string, BlockFeed[]>();
  for (const feed of feeds) {
    const transformation = feed.report.payment.unitTransformation;
    if (!transformation || !feed.isCumulative) continue;
    const id = `${feed.counter.id}/${windowKey(feed.window)}`;
    groups.set(id, [...(groups.get(id) ?? []), { feed, transformation }]);
  }
  return [...groups.values()];
}
