import { Injectable } from '@nestjs/common';
import { Turn } from '#libs/kernel/turns';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CreditGrantsRepository } from './credit-grants.repository';
import { CreditLedgerRepository } from './credit-ledger.repository';
import { CreditWalletsRepository } from './credit-wallets.repository';
import { LedgerProof, type LedgerFault } from './domain/ledger-proof';

/** What became of a proof. */
export interface ProvedLedger {
  holds: boolean;
  rows: number;
  head: string | null;
  firstFault: LedgerFault | null;
}

const rowsAtOnce = 1000;

/** Goes through ledgers of any length with little of them in memory, and as of one instant: others move the wallet meanwhile. */
@Injectable()
export class LedgerProofs {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly grants: CreditGrantsRepository,
    private readonly ledger: CreditLedgerRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  of(walletUid: string): Promise<ProvedLedger> {
    return this.unitOfWork.readAtOnce(() => this.prove(walletUid));
  }

  private async prove(walletUid: string): Promise<ProvedLedger> {
    const proof = new LedgerProof(walletUid);
    const fault = (await this.faultOfRows(proof, walletUid)) ?? (await this.faultOfTables(proof, walletUid));
    return { holds: !fault, rows: proof.rows, head: proof.headDigest, firstFault: fault ?? null };
  }

  private async faultOfRows(proof: LedgerProof, walletUid: string): Promise<LedgerFault | undefined> {
    const turn = new Turn();
    for (let last = 0; ;) {
      const rows = await this.ledger.after(walletUid, last, rowsAtOnce);
      for (const row of rows) {
        const fault = proof.add(row.entry);
        if (fault) return fault;
        last = row.seq;
        if (turn.isOver) await turn.pause();
      }
      if (rows.length < rowsAtOnce) return undefined;
    }
  }

  private async faultOfTables(proof: LedgerProof, walletUid: string): Promise<LedgerFault | undefined> {
    const wallet = (await this.wallets.findByUids([walletUid])).get(walletUid);
    if (!wallet) throw new Error(`Wallet ${walletUid} is gone`);
    const touched = await this.grants.consumedIn(walletUid);
    const consumed = new Map(touched.map((grant) => [grant.uid, grant.consumed]));
    const { seq, balance, head } = wallet;
    return proof.end({ seq, balance, head, consumed });
  }
}
