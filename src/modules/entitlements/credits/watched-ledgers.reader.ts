import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import { claiming, standingOf, type ProofStanding } from '#libs/persistence/proof-watches';
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

type Row<T> = T & Record<string, unknown>;

const claim = claiming('ledger_watch', 'w.fault_seq::float8 as seq, w.fault_reason as reason');

const pass = `
  select w.environment_id as "environmentId", w.uid, w.seq::float8 as seq, encode(w.head, 'hex') as head,
         coalesce(l.told_seq, 0)::float8 as "toldSeq", coalesce(encode(l.told_head, 'hex'), '') as "toldHead"
    from (select w.environment_id, w.uid, w.seq, w.head from credit_wallet w
           where (w.environment_id, w.uid) > ($1, $2) order by w.environment_id, w.uid limit $3) w
    left join ledger_watch l on l.environment_id = w.environment_id and l.uid = w.uid
   order by w.environment_id, w.uid`;

/** The ledgers of many environments: who proves them and who tells of them works for every tenant. */
@Injectable()
export class WatchedLedgers {
  constructor(private readonly database: Database) {}

  /** Those that are due, for this process alone until then. Who dies leaves them to others. */
  async claim(now: Date, limit: number, until: Date): Promise<ClaimedLedger[]> {
    const rows = await this.database.queryEverywhere<
      Row<{ environmentId: string; uid: string; seq: number | null; reason: string | null }>
    >(claim, [now, limit, until]);
    return rows.map(({ environmentId, uid, seq, reason }) => ({
      ...{ environmentId, uid },
      fault: seq === null ? null : { seq, reason: reason ?? '' },
    }));
  }

  /** The wallets after that one, in the order of their keys, whether they have moved or not: so each part costs the same. */
  passAfter(after: Pick<PassedWallet, 'environmentId' | 'uid'>, limit: number): Promise<PassedWallet[]> {
    return this.database.queryEverywhere<Row<PassedWallet>>(pass, [after.environmentId, after.uid, limit]);
  }

  standing(now: Date): Promise<ProofStanding> {
    return standingOf(this.database, 'ledger_watch', now);
  }
}
