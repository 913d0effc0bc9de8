import { Injectable } from '@nestjs/common';
import {
  currentActor,
  currentEnvironmentId,
  requireContext,
  type Principal,
} from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { inBatches } from '#libs/kernel/turns';
import { Database } from '#libs/persistence/database';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { EventTypes, type DomainEvent } from './event';
import { Outbox } from './outbox';

/** What an activity can be about: a member for each, declared where the process is put together (src/platform.module.ts). */
export interface ActivityEntities {}
export type ActivityEntity = keyof ActivityEntities;

export interface RecordedChange {
  /** An event type leaves through the outbox too; any other name stands in the log only. */
  type: string;
  entityType: ActivityEntity;
  entityId: string;
  /** Public id of what it belongs to: the plan of an entitlement. */
  parentId?: string | null;
  /** As views tell it; null for what was made. */
  before: object | null;
  /** Null for what is gone. */
  after: object | null;
  /** What the event tells its receivers. */
  payload?: DomainEvent['payload'];
  /** As of an event. */
  unheard?: DomainEvent['unheard'];
  /** The revision of its object, for its receivers. */
  version?: DomainEvent['version'];
}

// In the name of the owner of the tables, who alone moves the chain. ADR-0120
const write = 'select write_activity($1, $2, $3::jsonb)';

const actorTypes = {
  FULL_ACCESS_KEY: 'APP_SERVER',
  SCOPED_KEY: 'APP_SERVER',
  PUBLISHABLE_KEY: 'APP_PUBLIC',
  CUSTOMER: 'APP_CUSTOMER',
  USER: 'USER',
  SCHEDULER: 'SCHEDULER',
  SYSTEM: 'SYSTEM',
} as const satisfies Record<Principal['kind'], string>;

/**
 * Every change of an object: in the activity log, and as an event where receivers know it, in the commit that made it. The entries of a
 * transaction are its last statement, for each is chained to the one before it in its environment. Domain: access-and-events W8; ADR-0120
 */
@Injectable()
export class Journal {
  private readonly pending = new WeakMap<object, object[]>();

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly eventTypes: EventTypes,
  ) {}

  /** As of now, in the name of who is at work now: one commit may hold what fell due at several instants. */
  record({ payload = {}, unheard, version = null, ...change }: RecordedChange): void {
    const { type, entityType, entityId, parentId = null, before, after } = change;
    if (this.eventTypes.includes(type))
      this.outbox.record({ type, entityType, entityId, payload, unheard, version });
    const transaction = this.unitOfWork.manager;
    const entries = this.pending.get(transaction) ?? [];
    const about = { entity_type: entityType, entity_id: entityId, parent_id: parentId };
    const { principal } = requireContext();
    const by = { actor_type: actorTypes[principal?.kind ?? 'SYSTEM'], actor: currentActor() };
    entries.push({ uid: newUid(), type, ...about, ...by, before, after, at: this.clock.now() });
    this.pending.set(transaction, entries);
    this.unitOfWork.lastOfAll('activity', () => this.write(entries));
  }

  private async write(entries: object[]): Promise<void> {
    const head = [currentEnvironmentId(), requireContext().requestId];
    for (const some of inBatches(entries)) await this.database.query(write, [...head, JSON.stringify(some)]);
  }
}
