import { Injectable } from '@nestjs/common';
import { soldBetween, type UnitTransformation } from '#libs/business/values/unit-transformation';
import type { Decimal } from '#libs/kernel/decimal';
import { grouped } from '#libs/kernel/grouped';
import { SharedUsage, windowKey, type UsagePayers } from '#modules/entitlements/metering';
import type { EventBatch } from './domain/event-batch';
import { exactUsageOf, noTally } from './domain/meter-tally';
import type { PaidFeed } from './domain/paid-feed';
import { MeterFoldsReader } from './meter-folds.reader';

/** What events take from wallets, in the unit of work that counts them: each once, as it is counted. Domain: credits N1, F2; ADR-0105 */
@Injectable()
export class EventPayments {
  constructor(
    private readonly shared: SharedUsage,
    private readonly folds: MeterFoldsReader,
  ) {}

  /** Before any counter is written or locked; undefined where nothing is paid so. */
  hold({ paid }: EventBatch): Promise<UsagePayers | undefined> {
    return this.shared.payersOf(paid.map(({ report }) => report));
  }

  /** @param fresh places of the events that were not there before, from 1 on */
  async take(payers: UsagePayers, { paid }: EventBatch, fresh: readonly number[]): Promise<void> {
    const isFresh = new Set(fresh);
    const feeds = paid.filter(({ place }) => isFresh.has(place));
    const units = new Map(feeds.map((feed) => [feed, feed.added]));
    for (const own of byWindow(feeds)) await this.countBlocks(own, units);
    const turn = payers.turn();
    for (const feed of feeds) turn.ask(feed.report, { uid: feed.eventId, units: units.get(feed) as Decimal });
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
      units.set(feed, soldBetween(before, after, transformation));
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
  const blocks = feeds.flatMap((feed): BlockFeed[] => {
    const { unitTransformation: transformation } = feed.report.payment;
    return transformation && feed.isCumulative ? [{ feed, transformation }] : [];
  });
  return [
    ...grouped(blocks, ({ feed: { counter, window } }) => `${counter.id}/${windowKey(window)}`).values(),
  ];
}
