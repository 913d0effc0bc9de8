import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { Database } from '#libs/persistence/database';
import { firstDue, type DueScope, type DueSubject } from '#libs/persistence/due-scope';
import type { DueKind } from './due-turns';
import { DueWork } from './due-work';

/** How long a job may take before it is looked for, and looked for again. A job that is late is no fault. */
const patienceMs = 5 * 60_000;

/** From when on the delivery of what is recorded or asked for at `now` counts as late. */
export const lateAfter = (now: Date): Date => new Date(now.getTime() + patienceMs);

/** Asks in the environment $1 for the delivery of the event of that column: asked for twice, it waits once. */
export const askForDelivery = (uid: string): string =>
  `graphile_worker.add_job('handle-event', json_build_object('environmentId', $1::uuid, 'uid', ${uid}),
                                        job_key := 'event:' || ${uid})`;

// In the order of the index, so that the cost does not depend on how many deliveries are awaited in time.
const late = `select environment_id as "environmentId", event_uid as uid, due_at as "dueAt" from awaited_delivery
          where due_at <= $1 and (due_at, event_uid) > ($2, $3) order by due_at, event_uid limit $4`;

// A job that is there is left as it is, also one that was tried in vain too often: it would begin anew.
const askAgain = `with late as (
           select a.event_uid from awaited_delivery a
            where a.environment_id = $1 and a.event_uid = any($2) and a.due_at <= $3 for no key update skip locked),
         put_off as (
           update awaited_delivery a set due_at = $4 from late
            where a.environment_id = $1 and a.event_uid = any($2) and a.event_uid = late.event_uid returning a.event_uid)
         select ${askForDelivery('event_uid')} from put_off
          where not exists (select from graphile_worker.jobs j where j.key = 'event:' || event_uid)`;

const begin = `insert into event_delivery (environment_id, event_uid, handler, delivered_at) values ($1, $2, $3, $4)
         on conflict do nothing returning handler`;

const settle = 'delete from awaited_delivery where environment_id = $1 and event_uid = $2';

/**
 * Events that somebody handles and that were not delivered yet: written with the event, taken away by its delivery. The job is a
 * hint only, so where it is lost it is asked for again. What was delivered is not delivered twice: event-delivery.ts. ADR-0053
 */
@Injectable()
@DueWork('ask-for-late-deliveries')
export class AwaitedDeliveries implements DueKind<DueSubject> {
  constructor(
    private readonly database: Database,
    private readonly clock: MachineClock,
  ) {}

  next({ now }: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
    const { dueAt, uid } = after ?? firstDue;
    return this.database.queryEverywhere<DueSubject & Record<string, unknown>>(late, [
      now,
      dueAt,
      uid,
      limit,
    ]);
  }

  /** @returns how many had no job any more */
  async process(deliveries: readonly DueSubject[]): Promise<number> {
    const now = this.clock.now();
    const uids = deliveries.map(({ uid }) => uid);
    const values = [currentEnvironmentId(), uids, now, lateAfter(now)];
    return (await this.database.query(askAgain, values)).length;
  }

  /** In the unit of work in which a handler has the event. @returns false where it has had it already */
  async begin(environmentId: string, eventUid: string, handler: string): Promise<boolean> {
    const values = [environmentId, eventUid, handler, this.clock.now()];
    return (await this.database.query(begin, values)).length > 0;
  }

  /** Each handler has had the event, or there is none left to deliver. */
  async settle(environmentId: string, eventUid: string): Promise<void> {
    await this.database.query(settle, [environmentId, eventUid]);
  }
}
