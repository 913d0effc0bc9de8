import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import type { LedgerFault } from './domain/ledger-proof';

/** A ledger that this process is to prove. */
export interface ClaimedLedger {
  environmentId: string;
  uid: string;
  /** Known from the last proof of it. */
  fault: LedgerFault | null;
}

/** A wallet as the walk of those who tell heads comes by. */
export interface PassedWallet {
  environmentId: string;
  uid: string;
  seq: number;
  head: string;
  toldSeq: number;
  toldHead: string;
}

/** How it stands with the proofs of all ledgers. */
export interface ProofStanding {
  /** Up to a thousand. */
  broken: number;
  /** Of the one that has waited for longest since it was due. */
  lateSeconds: number;
}

type Row<T> = T & Record<string, unknown>;

// By the index of what is due; what others have claimed or just claim is passed over.
const claim = `
  with due as (
    select w.environment_id, w.uid from ledger_watch w
     where w.due_at <= $1 and (w.claimed_until is null or w.claimed_until <= $1)
     order by w.due_at, w.uid limit $2 for no key update skip locked)
  update ledger_watch w set claimed_until = $3 from due d
   where w.environment_id = d.environment_id and w.uid = d.uid
  returning w.environment_id as "environmentId", w.uid, w.fault_seq::float8 as seq, w.fault_reason as reason`;

const pass = `
  select w.environment_id as "environmentId", w.uid, w.seq::float8 as seq, encode(w.head, 'hex') as head,
         coalesce(l.told_seq, 0)::float8 as "toldSeq", coalesce(encode(l.told_head, 'hex'), '') as "toldHead"
    from (select w.environment_id, w.uid, w.seq, w.head from credit_wallet w
           where (w.environment_id, w.uid) > ($1, $2) order by w.environment_id, w.uid limit $3) w
    left join ledger_watch l on l.environment_id = w.environment_id and l.uid = w.uid
   order by w.environment_id, w.uid`;

const standing = `
  select (select count(*) from (select from ledger_watch w where w.fault_seq is not null limit 1000) b)::float8 as broken,
         greatest(0, extract(epoch from $1::timestamptz - (select min(w.due_at) from ledger_watch w)))::float8 as late`;

/** The ledgers of many environments: who proves them and who tells of them works for every tenant. */
@Injectable()
export class WatchedLedgers {
  constructor(private readonly database: Database) {}

  /** Those that are due, for this process alone until then. Who dies leaves them to others. */
  async claim(now: Date, limit: number, until: Date): Promise<ClaimedLedger[]> {
    const rows = await this.database.query<
      Row<{ environmentId: string; uid: string; seq: number | null; reason: string | null }>
    >(claim, [now, limit, until]);
    return rows.map(({ environmentId, uid, seq, reason }) => ({
      ...{ environmentId, uid },
      fault: seq === null ? null : { seq, reason: reason ?? '' },
    }));
  }

  /** The wallets after that one, in the order of their keys, whether they have moved or not: so each part costs the same. */
  passAfter(after: Pick<PassedWallet, 'environmentId' | 'uid'>, limit: number): Promise<PassedWallet[]> {
    return this.database.query<Row<PassedWallet>>(pass, [after.environmentId, after.uid, limit]);
  }

  async standing(now: Date): Promise<ProofStanding> {
    const [row] = await this.database.query<{ broken: number; late: number | null }>(standing, [now]);
    return { broken: row?.broken ?? 0, lateSeconds: row?.late ?? 0 };
  }
}
