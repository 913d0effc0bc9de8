import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { Upkeep } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import { ProofRounds } from '#libs/proofs/proof-rounds';
import { Metrics } from '#libs/telemetry/metrics';
import { LedgerProofs } from './ledger-proofs.service';
import { LedgerVerdicts, type FoundVerdict } from './ledger-verdicts.service';
import { LedgerWatchesRepository } from './ledger-watches.repository';
import { WatchedLedgers, type ClaimedLedger } from './watched-ledgers.reader';

const job = 'prove-ledgers';

/** Proves every ledger every night, from its first entry on. It asks each minute whether one is due. Domain: credits D6, D7; ADR-0100 */
@Injectable()
export class NightlyProofs implements OnModuleDestroy {
  private readonly rounds: ProofRounds<ClaimedLedger, FoundVerdict>;

  constructor(
    ledgers: WatchedLedgers,
    watches: LedgerWatchesRepository,
    proofs: LedgerProofs,
    verdicts: LedgerVerdicts,
    private readonly jobs: Jobs,
    clock: MachineClock,
    metrics: Metrics,
  ) {
    metrics.ledgers.setGauges(() => ledgers.standing(clock.now()));
    const work = {
      job,
      claim: (now: Date, limit: number, until: Date) => ledgers.claim(now, limit, until),
      claimUntil: (uids: readonly string[], until: Date | null) => watches.claimUntil(uids, until),
      prove: async ({ uid, fault: known }: ClaimedLedger, between: () => Promise<void>) => {
        const { rows, firstFault: fault } = await proofs.of(uid, between);
        return { uid, rows, fault, known };
      },
      note: (found: readonly FoundVerdict[], dueAt: Date) => verdicts.note(found, dueAt),
      failed: (uid: string, error: unknown) => verdicts.failed(uid, error),
    };
    this.rounds = new ProofRounds(work, clock);
  }

  onModuleDestroy(): void {
    this.rounds.end();
  }

  @Upkeep(job, '* * * * *')
  async goOn(): Promise<void> {
    if ((await this.rounds.goOn()) === 'more') await this.jobs.ask(job, {}, 'now');
  }
}
