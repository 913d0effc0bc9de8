import { Injectable } from '@nestjs/common';
import { runInContext, systemPrincipal, workerContext } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { Database } from '#libs/persistence/database';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { AwaitedDeliveries } from './awaited-deliveries';
import type { RecordedEvent } from './event';
import { ExtensionRegistry } from './extension-registry';

interface EventRow {
  uid: string;
  environment_id: string;
  type: string;
  entity_type: string;
  entity_id: string;
  actor: string;
  payload: Record<string, unknown>;
  occurred_at: Date;
}

const load = `select uid, environment_id, type, entity_type, entity_id, actor, payload, occurred_at
           from outbox_event where environment_id = $1 and uid = $2`;
const claim = `insert into event_delivery (environment_id, event_uid, handler, delivered_at) values ($1, $2, $3, $4)
         on conflict do nothing returning handler`;

/** Hands an event to each of its handlers once: what a handler writes commits together with the note that it has run. */
@Injectable()
export class EventDelivery {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly registry: ExtensionRegistry,
    private readonly clock: MachineClock,
    private readonly metrics: Metrics,
    private readonly faults: DatabaseFaults,
    private readonly awaited: AwaitedDeliveries,
  ) {}

  /** @throws the first handler's failure, after the others have had their turn: the job library then tries again */
  async deliver(environmentId: string, uid: string): Promise<void> {
    const context = workerContext(uid, systemPrincipal('worker', environmentId), 'handleEvent');
    await runInContext(context, async () => {
      const [row] = await this.database.query<EventRow>(load, [environmentId, uid]);
      if (row) await this.handAround(row);
      await this.awaited.settle(environmentId, uid);
    });
  }

  private async handAround(row: EventRow): Promise<void> {
    const { environment_id: environmentId, uid } = row;
    const handlers = this.registry.of('event', row.type);
    const outcomes = await Promise.allSettled(
      handlers.map((handler) =>
        this.unitOfWork.run(async () => {
          const values = [environmentId, uid, handler.where, this.clock.now()];
          if ((await this.database.query(claim, values)).length > 0) await handler.run(asEvent(row));
        }),
      ),
    );
    for (const [index, { where }] of handlers.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'rejected') this.faults.note(outcome.reason, where);
      if (outcome?.status === 'fulfilled') this.metrics.outboxHandled(where);
      else this.metrics.outboxFailed(where);
    }
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

const asEvent = (row: EventRow): RecordedEvent => ({
  uid: row.uid,
  environmentId: row.environment_id,
  type: row.type,
  entityType: row.entity_type,
  entityId: row.entity_id,
  actor: row.actor,
  payload: row.payload,
  occurredAt: row.occurred_at,
});
