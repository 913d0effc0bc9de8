import { Injectable } from '@nestjs/common';
import { currentEnvironmentId, requireContext } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
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
           select $1, e.uid, e.type, e.entity_type, e.entity_id, coalesce(e.actor, $2), e.payload, $3
             from jsonb_to_recordset($4::jsonb)
               as e(uid uuid, type text, entity_type text, entity_id text, actor text, payload jsonb)
           returning uid, type),
         awaited as (
           insert into awaited_delivery (environment_id, event_uid, due_at)
           select $1, uid, $6 from event where type = any($5)
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
    private readonly registry: ExtensionRegistry,
  ) {}

  record({ type, entityType, entityId, payload, actor }: DomainEvent): void {
    const transaction = this.unitOfWork.manager;
    const events = this.pending.get(transaction) ?? [];
    events.push({ uid: newUid(), type, entity_type: entityType, entity_id: entityId, actor, payload });
    this.pending.set(transaction, events);
    this.unitOfWork.beforeCommit('outbox', () => this.write(events));
  }

  private async write(events: object[]): Promise<void> {
    const actor = requireContext().principal?.actor ?? 'system';
    const now = this.clock.now();
    const head = [currentEnvironmentId(), actor, now];
    const handled = this.registry.all('event').map(({ name }) => name);
    for (const some of inBatches(events)) {
      await this.database.query(write, [...head, JSON.stringify(some), handled, lateAfter(now)]);
    }
  }
}
