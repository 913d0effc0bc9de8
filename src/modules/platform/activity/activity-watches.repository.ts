import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { activityWatchMapping } from './activity-chain.mapping';
import type { ActivityWatch } from './domain/activity-chain';
import type { ActivityFault, ChainPlace } from './domain/activity-proof';

/** One row for the environment that asks. */
@Injectable()
export class ActivityWatchesRepository extends TenantTable<ActivityWatch> {
  constructor(persistence: Persistence) {
    super(persistence, activityWatchMapping);
  }

  /** What the log stream was told last. */
  async told(): Promise<ChainPlace | undefined> {
    const [watch] = await this.where('true', []);
    return watch && { seq: watch.toldSeq, hash: watch.toldHash };
  }

  async claimUntil(until: Date | null): Promise<void> {
    await this.ask(`update activity_watch t set claimed_until = $2 where ${this.own}`, [until]);
  }

  async note(rows: number, fault: ActivityFault | null, now: Date, dueAt: Date): Promise<void> {
    const text = `update activity_watch t
         set due_at = $3, claimed_until = null, proved_at = $2, updated_at = $2,
             rows = $4, fault_seq = $5, fault_id = $6, fault_reason = $7
       where ${this.own}`;
    await this.ask(text, [now, dueAt, rows, fault?.seq ?? null, fault?.id ?? null, fault?.reason ?? null]);
  }

  /** Never back to an earlier one, whoever else tells at the same time. One that somebody has removed is made anew. */
  async noteTold({ seq, hash }: ChainPlace, now: Date, dueAt: Date): Promise<void> {
    const text = `insert into activity_watch as t (environment_id, uid, due_at, rows, told_seq, told_hash, created_at, updated_at)
         values ($1, $1, $3, 0, $4, decode($5, 'hex'), $2, $2)
             on conflict on constraint pk_activity_watch do update
            set told_seq = excluded.told_seq, told_hash = excluded.told_hash, updated_at = excluded.updated_at
          where t.told_seq < excluded.told_seq`;
    await this.ask(text, [now, dueAt, seq, hash]);
  }

  /** Its turn comes before the next night. */
  async makeDue(now: Date): Promise<void> {
    await this.ask(`update activity_watch t set due_at = $2 where ${this.own} and t.due_at > $2`, [now]);
  }
}
