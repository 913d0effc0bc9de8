import { Injectable } from '@nestjs/common';
import { newUid } from '#libs/kernel/ids';
import { Database } from '#libs/persistence/database';
import { isNotHeld } from '#libs/persistence/environment-moves';

/** A sync that this process alone works on, as long as it renews the lease. */
export interface ClaimedSync {
  environmentId: string;
  uid: string;
  destinationUid: string;
  attempts: number;
  takings: number;
  /** Tells this lease from any other. */
  lease: string;
}

const claim = `
  with next as (
    select s.environment_id, s.uid from export_sync s
     where s.finished_at is null and s.due_at <= $2 and (s.lease_until is null or s.lease_until < now())
       and ${isNotHeld('s.environment_id')}
     order by s.due_at limit 1 for no key update skip locked)
  update export_sync t set state = 'RUNNING', lease_owner = $1, lease_until = now() + interval '5 seconds', takings = t.takings + 1,
         rows_transferred = 0, updated_at = $2
    from next n where t.environment_id = n.environment_id and t.uid = n.uid
  returning t.environment_id as "environmentId", t.uid, t.destination_uid as "destinationUid", t.attempts, t.takings,
            t.lease_owner as lease`;

/** Syncs of all environments: the table of syncs is the queue. */
@Injectable()
export class DueSyncs {
  constructor(private readonly database: Database) {}

  /** The first that is due and that nobody works on. */
  async claim(now: Date): Promise<ClaimedSync | undefined> {
    type Row = ClaimedSync & Record<string, unknown>;
    return (await this.database.queryEverywhere<Row>(claim, [newUid(), now]))[0];
  }
}
