import { Injectable } from '@nestjs/common';
import { Outbox } from '#libs/messaging/outbox';
import {
  exceededEvent,
  reachedAbove,
  type HeldShares,
  type WatchedLimit,
} from '#modules/entitlements/metering';
import type { EventBatch } from './domain/event-batch';
import { EventPayments } from './event-payments.service';
import { EventAttributions } from './event-attributions.service';
import { SpentEvents } from './spent-events.service';
import { EventCountingRepository, type CountedEvents, type MovedCounter } from './event-counting.repository';

/** Tells of limits and budgets that events have reached, in the unit of work that counts them: either both are there or neither. ADR-0058 */
@Injectable()
export class ReachedMeters {
  constructor(
    private readonly repository: EventCountingRepository,
    private readonly outbox: Outbox,
    private readonly spends: SpentEvents,
    private readonly payments: EventPayments,
    private readonly attributions: EventAttributions,
  ) {}

  /** The budgets, wallets and budgets of entities that are counted for, in this order and before any counter is written or locked. */
  async hold(batch: EventBatch): Promise<HeldShares> {
    const spends = await this.spends.hold(batch.heads);
    const payers = await this.payments.hold(batch);
    return { spends, payers, entities: await this.attributions.hold(batch) };
  }

  /** Those that were counted for. */
  async keep(
    { spends, payers, entities }: HeldShares,
    batch: EventBatch,
    counted: CountedEvents,
    now: Date,
  ): Promise<void> {
    await this.spends.keep(spends, counted.moved, now);
    if (entities) await this.attributions.take(entities, batch, counted.fresh);
    if (payers) await this.payments.take(payers, batch, counted.fresh);
  }

  /**
   * In a window each threshold once, of a level each time that it has risen past one. Domain: entitlements-usage N1, N2
   * @param version the place of their write in the order of changes
   */
  async tell(moved: readonly MovedCounter[], version: number): Promise<void> {
    const told = moved.flatMap((each) => {
      const { watched } = each.head;
      return watched ? this.toldOf(each, watched, version) : [];
    });
    if (told.length > 0) await this.repository.tell(told);
  }

  private toldOf({ head, usage, told: before }: MovedCounter, watched: WatchedLimit, version: number) {
    const reached = reachedAbove(watched, before, usage);
    const window = head.isGauge ? null : head.window;
    for (const level of reached)
      this.outbox.record(exceededEvent({ watched, usage, window, level, version }));
    const told =
      reached.at(-1) ?? (head.isGauge && before > 0 ? (reachedAbove(watched, 0, usage).at(-1) ?? 0) : before);
    return told === before ? [] : [{ head, told }];
  }
}
