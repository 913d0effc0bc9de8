import { Injectable } from '@nestjs/common';
import { currentActor, currentEnvironmentId } from '#libs/context/request-context';
import { Clock, MachineClock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { inBatches } from '#libs/kernel/turns';
import { Database } from '#libs/persistence/database';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { askForDelivery, lateAfter } from './awaited-deliveries';
import type { DomainEvent } from './event';
import { ExtensionRegistry } from './extension-registry';

// One row per event, and for one that somebody handles a job and a note that it is awaited, in the commit of the work.
const write = `with event as (
           insert into outbox_event (environment_id, uid, type, entity_type, entity_id, actor, payload, occurred_at)
           select $1, e.uid, e.type, e.entity_type, e.entity_id, e.actor, e.payload, e.occurred_at
             from jsonb_to_recordset($2::jsonb)
               as e(uid uuid, type text, entity_type text, entity_id text, actor text, payload jsonb, occurred_at timestamptz)
           returning uid, type),
         awaited as (
           insert into awaited_delivery (environment_id, event_uid, due_at)
           select $1, uid, $4 from event where type = any($3)
           returning event_uid)
         select ${askForDelivery('event_uid')} from awaited`;

/** Events that leave with the commit: written in it, delivered at least once after it. */
@Injectable()
export class Outbox {
  private readonly pending = new WeakMap<object, object[]>();

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly machine: MachineClock,
    private readonly registry: ExtensionRegistry,
  ) {}

  /** As of now, in the name of who is at work now: one commit may hold what fell due at several instants. */
  record({ type, entityType, entityId, payload, actor = currentActor() }: DomainEvent): void {
    const transaction = this.unitOfWork.manager;
    const events = this.pending.get(transaction) ?? [];
    const about = { type, entity_type: entityType, entity_id: entityId };
    events.push({ uid: newUid(), ...about, actor, payload, occurred_at: this.clock.now() });
    this.pending.set(transaction, events);
    this.unitOfWork.beforeCommit('outbox', () => this.write(events));
  }

  private async write(events: object[]): Promise<void> {
    const handled = this.registry.all('event').map(({ name }) => name);
    const late = lateAfter(this.machine.now());
    for (const some of inBatches(events)) {
      await this.database.query(write, [currentEnvironmentId(), JSON.stringify(some), handled, late]);
    }
  }
}
