import { Injectable } from '@nestjs/common';
import { currentActor, currentEnvironmentId } from '#libs/context/request-context';
import { Clock, MachineClock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { inBatches } from '#libs/kernel/turns';
import { Database } from '#libs/persistence/database';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { askForDelivery, lateAfter } from './awaited-deliveries';
import type { DomainEvent, RecordedEvent } from './event';
import { eventsWritten, isHeardBy } from './event-audience';
import { ExtensionRegistry } from './extension-registry';
import { Extensions } from './extensions';

// One row per event, and for one that somebody handles a job and a note that it is awaited, in the commit of the work. What is made for who wants
// to hear of it alone is left out where nobody does. It answers of which of them somebody does.
const write = `with e as materialized (
           select * from jsonb_to_recordset($2::jsonb)
             as e(uid uuid, type text, "entityType" text, "entityId" text, actor text, payload jsonb, version bigint, "occurredAt" timestamptz,
                  "isForHearers" boolean)),
         heard as (select e.uid from e join event_audience a on ${isHeardBy('e.type')}),
         event as (
           insert into outbox_event (environment_id, uid, type, entity_type, entity_id, actor, payload, entity_version, occurred_at)
           select $1, e.uid, e.type, e."entityType", e."entityId", e.actor, e.payload, e.version, e."occurredAt" from e
            where not e."isForHearers" or e.type = any($3) or e.uid in (select heard.uid from heard)
           returning uid, type),
         awaited as (
           insert into awaited_delivery (environment_id, event_uid, due_at)
           select $1, uid, $4 from event where type = any($3)
           returning event_uid)
         select (${askForDelivery('event_uid')}).id as job, null::uuid as heard from awaited
         union all
         select null, uid from heard`;
const complete = `update outbox_event o set payload = e.payload from jsonb_to_recordset($3::jsonb) as e(uid uuid, payload jsonb)
          where o.environment_id = $1 and o.uid = any($2) and o.uid = e.uid`;

/** What is recorded, until its payload is known. */
type Pending = Omit<RecordedEvent, 'payload' | 'version'> &
  Pick<DomainEvent, 'payload' | 'unheard' | 'version'>;

/** Events that leave with the commit: written in it, delivered at least once after it. */
@Injectable()
export class Outbox {
  private readonly pending = new WeakMap<object, Pending[]>();

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly machine: MachineClock,
    private readonly registry: ExtensionRegistry,
    private readonly extensions: Extensions,
  ) {}

  /** As of now, in the name of who is at work now: one commit may hold what fell due at several instants. */
  record({ version = null, actor = currentActor(), ...event }: DomainEvent): void {
    const transaction = this.unitOfWork.manager;
    const events = this.pending.get(transaction) ?? [];
    const environmentId = currentEnvironmentId();
    events.push({ uid: newUid(), environmentId, ...event, actor, version, occurredAt: this.clock.now() });
    this.pending.set(transaction, events);
    this.unitOfWork.beforeCommit('outbox', () => this.write(events));
  }

  private async write(pending: readonly Pending[]): Promise<void> {
    const handled = new Set(this.registry.all('event').map(({ name }) => name));
    const late = lateAfter(this.machine.now());
    for (const some of inBatches(pending)) {
      const values = [currentEnvironmentId(), JSON.stringify(some.map(writtenAs)), [...handled], late];
      const told = await this.database.query<{ heard: string | null }>(write, values);
      const heard = new Set(told.map((row) => row.heard));
      await this.tell(some, heard, handled);
    }
  }

  private async tell(
    written: readonly Pending[],
    heard: ReadonlySet<string | null>,
    handled: ReadonlySet<string>,
  ): Promise<void> {
    const wanted = written.filter(({ uid, type }) => heard.has(uid) || handled.has(type));
    const events = await this.answered(wanted);
    const told = events.filter(({ uid }) => heard.has(uid));
    if (told.length > 0) await this.extensions.announce(eventsWritten, { events: told });
  }

  /** Dear payloads are made of the state in which the transaction leaves their objects, for who wants to hear of them. */
  private async answered(wanted: readonly Pending[]): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    const dear: Pick<RecordedEvent, 'uid' | 'payload'>[] = [];
    for (const { payload: said, unheard: _, ...event } of wanted) {
      const payload = typeof said === 'function' ? await said() : said;
      events.push({ ...event, payload, version: versionOf(event) });
      if (typeof said === 'function') dear.push({ uid: event.uid, payload });
    }
    if (dear.length > 0) {
      const values = [currentEnvironmentId(), dear.map(({ uid }) => uid), JSON.stringify(dear)];
      await this.database.query(complete, values);
    }
    return events;
  }
}

/** Until somebody is known to want to hear of it, or nobody. */
function writtenAs({ payload, unheard, ...event }: Pending): object {
  const version = versionOf(event);
  return typeof payload === 'function'
    ? { ...event, version, payload: unheard ?? {}, isForHearers: unheard === undefined }
    : { ...event, version, payload, isForHearers: false };
}

const versionOf = ({ version = null }: Pick<Pending, 'version'>): number | null =>
  typeof version === 'function' ? version() : version;
