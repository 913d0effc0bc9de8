import { Injectable } from '@nestjs/common';
import { SharedUsage, type EntityBudgets } from '#modules/entitlements/metering';
import type { EventBatch } from './domain/event-batch';

/** What events use of budgets of entities, in the unit of work that counts them: each once. Domain: access-and-events G6; ADR-0125 */
@Injectable()
export class EventAttributions {
  constructor(private readonly shared: SharedUsage) {}

  /** Before any counter is written or locked; undefined where no budget counts them. */
  hold({ governed }: EventBatch): Promise<EntityBudgets | undefined> {
    return this.shared.entitiesOf(governed.map(({ report }) => report));
  }

  /** @param fresh places of the events that were not there before, from 1 on */
  async take(entities: EntityBudgets, { governed }: EventBatch, fresh: readonly number[]): Promise<void> {
    const isFresh = new Set(fresh);
    const turn = entities.turn();
    for (const { place, report, added } of governed) if (isFresh.has(place)) turn.ask(report, added);
    turn.take();
    await entities.keep();
  }
}
