import { Injectable } from '@nestjs/common';
import { Turn } from '#libs/kernel/turns';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { partsAhead } from '#libs/proofs/ahead';
import { ActivityChainRepository } from './activity-chain.repository';
import { ActivityWatchesRepository } from './activity-watches.repository';
import { ActivityProof, type ActivityFault, type ChainPlace, type KeptChain } from './domain/activity-proof';

/** What became of a proof. */
export interface ProvedActivity {
  holds: boolean;
  rows: number;
  head: string | null;
  /** The last entry that was forgotten; null where none was. */
  anchor: ChainPlace | null;
  firstFault: ActivityFault | null;
}

const rowsAtOnce = 1000;

/**
 * Goes through the log of the environment that asks, of any length, with little of it in memory. Its ends are read as of one instant; the entries
 * between them stay as they are, so they are read afterwards, in parts, and nothing is held open meanwhile. ADR-0120
 */
@Injectable()
export class ActivityProofs {
  constructor(
    private readonly chain: ActivityChainRepository,
    private readonly watches: ActivityWatchesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param between asked before each part with the place that it begins at; what it throws ends the proof */
  async prove(between: (place: number) => Promise<void> = async () => undefined): Promise<ProvedActivity> {
    for (;;) {
      const { kept, logged } = await this.unitOfWork.readAtOnce(async () => ({
        kept: await this.chain.kept(),
        logged: await this.watches.told(),
      }));
      const proof = new ActivityProof(kept, logged);
      const fault = proof.begin() ?? (await this.faultOfRows(proof, kept, between)) ?? proof.end();
      // What was forgotten while it was to be read is no fault: the rest is proven anew.
      if (fault && (await this.chain.kept()).anchor.seq > kept.anchor.seq) continue;
      const { seq, hash } = kept.anchor;
      return {
        ...{ holds: !fault, rows: proof.rows, head: proof.head, firstFault: fault ?? null },
        anchor: seq === 0 ? null : { seq, hash },
      };
    }
  }

  private async faultOfRows(
    proof: ActivityProof,
    { head, anchor }: KeptChain,
    between: (place: number) => Promise<void>,
  ): Promise<ActivityFault | undefined> {
    const turn = new Turn();
    const range = { first: anchor.seq + 1, last: head.seq, size: rowsAtOnce };
    const read = (first: number, last: number) => this.chain.between(first, last);
    for await (const entries of partsAhead(range, read, between))
      for (const entry of entries) {
        const fault = proof.add(entry);
        if (fault) return fault;
        if (turn.isOver) await turn.pause();
      }
    return undefined;
  }
}
