import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { ledgerWatchMapping } from './credits.mapping';
import type { LedgerFault, ToldHead } from './domain/ledger-proof';
import { LedgerWatch } from './domain/ledger-watch';

/** What became of the proof of a ledger. */
export interface Verdict {
  uid: string;
  rows: number;
  fault: LedgerFault | null;
}

/** What the log is told of a wallet. */
export interface TellableHead extends ToldHead {
  uid: string;
}

@Injectable()
export class LedgerWatchesRepository extends TenantTable<LedgerWatch> {
  constructor(persistence: Persistence) {
    super(persistence, ledgerWatchMapping);
  }

  async toldOf(uid: string): Promise<ToldHead | undefined> {
    const [watch] = await this.where('t.uid = $2', [uid]);
    return watch && { seq: watch.toldSeq, head: watch.toldHead };
  }

  /** For longer, of those that are being proven still. */
  async claimUntil(uids: readonly string[], until: Date | null): Promise<void> {
    const text = `update ledger_watch t set claimed_until = $3 where ${this.own} and t.uid = any($2)`;
    await this.ask(text, [uids, until]);
  }

  async note(verdicts: readonly Verdict[], now: Date, dueAt: Date): Promise<void> {
    const text = `update ledger_watch t
         set due_at = $4, claimed_until = null, proved_at = $3, updated_at = $3,
             rows = v.rows, fault_seq = v.fault_seq, fault_reason = v.fault_reason
        from jsonb_to_recordset($5::jsonb) as v(uid uuid, rows bigint, fault_seq bigint, fault_reason text)
       where ${this.own} and t.uid = any($2) and t.uid = v.uid`;
    const told = verdicts.map(({ uid, rows, fault }) => ({
      ...{ uid, rows, fault_seq: fault?.seq ?? null, fault_reason: fault?.reason ?? null },
    }));
    await this.ask(text, [verdicts.map(({ uid }) => uid), now, dueAt, JSON.stringify(told)]);
  }

  /** Never back to an earlier one, whoever else tells at the same time. One that somebody has removed is made anew. */
  async noteTold(heads: readonly TellableHead[], now: Date, dueAt: Date): Promise<void> {
    const text = `insert into ledger_watch as t (environment_id, uid, due_at, rows, told_seq, told_head, created_at, updated_at)
         select $1, h.uid, $3, 0, h.seq, decode(h.head, 'hex'), $2, $2
           from jsonb_to_recordset($4::jsonb) as h(uid uuid, seq bigint, head text) order by h.uid
             on conflict on constraint pk_ledger_watch do update
            set told_seq = excluded.told_seq, told_head = excluded.told_head, updated_at = excluded.updated_at
          where t.told_seq < excluded.told_seq`;
    await this.ask(text, [now, dueAt, JSON.stringify(heads)]);
  }

  /** Its turn comes before the next night. */
  async makeDue(uids: readonly string[], now: Date): Promise<void> {
    const text = `update ledger_watch t set due_at = $3 where ${this.own} and t.uid = any($2) and t.due_at > $3`;
    await this.ask(text, [uids, now]);
  }

  /** Those that no entry of their ledgers has any more. */
  async lost(heads: readonly TellableHead[]): Promise<TellableHead[]> {
    const text = `select h.uid, h.seq::float8 as seq, h.head from jsonb_to_recordset($2::jsonb) as h(uid uuid, seq bigint, head text)
       where not exists (select from credit_ledger_entry t where ${this.own} and t.wallet_uid = h.uid and t.seq = h.seq
                            and t.digest = decode(h.head, 'hex'))`;
    return this.ask<TellableHead & Record<string, unknown>>(text, [JSON.stringify(heads)]);
  }
}
