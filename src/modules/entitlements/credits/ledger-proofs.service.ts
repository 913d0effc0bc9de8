import { Injectable } from '@nestjs/common';
import { Turn } from '#libs/kernel/turns';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { partsAhead } from '#libs/proofs/ahead';
import { CreditGrantsRepository } from './credit-grants.repository';
import { CreditLedgerRepository } from './credit-ledger.repository';
import { CreditWalletsRepository } from './credit-wallets.repository';
import { spelled } from './domain/ledger-chain';
import { LedgerProof, type KeptWallet, type LedgerFault, type ToldHead } from './domain/ledger-proof';
import { LedgerWatchesRepository } from './ledger-watches.repository';

/** What became of a proof. */
export interface ProvedLedger {
  holds: boolean;
  rows: number;
  head: string | null;
  firstFault: LedgerFault | null;
}

const rowsAtOnce = 1000;

/**
 * Goes through ledgers of any length with little of them in memory. What the tables keep is read as of one instant; the entries up to there
 * stay as they are, so they are read afterwards, in parts, and nothing is held open meanwhile. ADR-0100
 */
@Injectable()
export class LedgerProofs {
  constructor(
    private readonly wallets: CreditWalletsRepository,
    private readonly grants: CreditGrantsRepository,
    private readonly ledger: CreditLedgerRepository,
    private readonly watches: LedgerWatchesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param between asked before each part; what it throws ends the proof */
  async of(walletUid: string, between: () => Promise<void> = async () => undefined): Promise<ProvedLedger> {
    const { kept, told } = await this.unitOfWork.readAtOnce(() => this.keptOf(walletUid));
    const proof = new LedgerProof(walletUid, told);
    const fault = (await this.faultOfRows(proof, walletUid, kept.seq, between)) ?? proof.end(kept);
    return { holds: !fault, rows: proof.rows, head: proof.headDigest, firstFault: fault ?? null };
  }

  private async keptOf(walletUid: string): Promise<{ kept: KeptWallet; told: ToldHead | undefined }> {
    const wallet = (await this.wallets.findByUids([walletUid])).get(walletUid);
    if (!wallet) throw new Error(`Wallet ${walletUid} is gone`);
    const consumed = await this.grants.consumedIn(walletUid);
    const { seq, balance, head } = wallet;
    const lastSeq = await this.ledger.lastSeq(walletUid);
    const kept = { seq, balance: spelled(balance), head, lastSeq, consumed };
    return { kept, told: await this.watches.toldOf(walletUid) };
  }

  private async faultOfRows(
    proof: LedgerProof,
    walletUid: string,
    last: number,
    between: () => Promise<void>,
  ): Promise<LedgerFault | undefined> {
    const turn = new Turn();
    const read = (first: number, end: number) => this.ledger.between(walletUid, first, end);
    for await (const rows of partsAhead({ first: 1, last, size: rowsAtOnce }, read, between))
      for (const row of rows) {
        const fault = proof.add(row);
        if (fault) return fault;
        if (turn.isOver) await turn.pause();
      }
    return undefined;
  }
}
