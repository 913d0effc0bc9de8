import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import { claiming, standingOf, type ProofStanding } from '#libs/persistence/proof-watches';
import type { ActivityFault, ChainPlace } from './domain/activity-proof';

/** The log of an environment that this process is to prove. */
export interface ClaimedActivity {
  environmentId: string;
  uid: string;
  /** Known from the last proof of it. */
  fault: ActivityFault | null;
}

/** A head that has moved since the log stream was told of it. */
export interface MovedHead extends ChainPlace {
  environmentId: string;
  toldSeq: number;
  toldHash: string;
}

type Row<T> = T & Record<string, unknown>;

const claim = claiming(
  'activity_watch',
  'w.fault_seq::float8 as seq, w.fault_id as id, w.fault_reason as reason',
);

// Where a head was set back to before what was told, that is news as well.
const moved = `
  select p."environmentId", p.seq, p.hash, coalesce(w.told_seq, 0)::float8 as "toldSeq", coalesce(encode(w.told_hash, 'hex'), '') as "toldHash"
    from (select c.environment_id as "environmentId", c.seq::float8 as seq, encode(c.head, 'hex') as hash from activity_chain c
           where c.environment_id > $1 order by c.environment_id limit $2) p
    left join activity_watch w on w.environment_id = p."environmentId" and w.uid = p."environmentId"
   order by 1`;

/** The logs of many environments: who proves them and who tells of them works for every tenant. */
@Injectable()
export class WatchedActivity {
  constructor(private readonly database: Database) {}

  /** Those that are due, for this process alone until then. Who dies leaves them to others. */
  async claim(now: Date, limit: number, until: Date): Promise<ClaimedActivity[]> {
    const rows = await this.database.queryEverywhere<
      Row<{
        environmentId: string;
        uid: string;
        seq: number | null;
        id: string | null;
        reason: string | null;
      }>
    >(claim, [now, limit, until]);
    return rows.map(({ environmentId, uid, seq, id, reason }) => ({
      ...{ environmentId, uid },
      fault: seq === null ? null : { seq, id, reason: reason ?? '' },
    }));
  }

  /** The heads of the environments after that one, in the order of their keys, whether they have moved or not: so each part costs the same. */
  headsAfter(environmentId: string, limit: number): Promise<MovedHead[]> {
    return this.database.queryEverywhere<Row<MovedHead>>(moved, [environmentId, limit]);
  }

  standing(now: Date): Promise<ProofStanding> {
    return standingOf(this.database, 'activity_watch', now);
  }
}
