import { setTimeout as rest } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { runAsSystem } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { grouped } from '#libs/kernel/grouped';
import { Upkeep } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import { isCutOff } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { nextNight } from './domain/ledger-watch';
import { LedgerProofs } from './ledger-proofs.service';
import { LedgerVerdicts, type FoundVerdict } from './ledger-verdicts.service';
import { LedgerWatchesRepository } from './ledger-watches.repository';
import { WatchedLedgers, type ClaimedLedger } from './watched-ledgers.reader';

const job = 'prove-ledgers';
const claimedAtOnce = 20;
/** Then a claim was of a process that has died. Longer than the longest part between two renewals by far. */
const claimMs = 10 * 60_000;
/** Then other jobs have their turn. */
const stretchMs = 20_000;
/** To rest more often would cost more than it spares. */
const leastWorkMs = 20;

/** The process is ending. */
class Ending extends Error {}

/**
 * Proves every ledger every night, from its first entry on. It asks each minute whether one is due: processes claim some each, no transaction is
 * open while they prove, and what a killed process had claimed is free again ten minutes later. At most one ledger is proven by a process at a
 * time, and it rests as long as it works. Domain: credits D6, D7; ADR-0100
 */
@Injectable()
export class NightlyProofs implements OnModuleDestroy {
  private isAtWork = false;
  private isEnding = false;
  /** How long it has worked since it rested. */
  private workedSince = 0;

  constructor(
    private readonly ledgers: WatchedLedgers,
    private readonly watches: LedgerWatchesRepository,
    private readonly proofs: LedgerProofs,
    private readonly verdicts: LedgerVerdicts,
    private readonly jobs: Jobs,
    private readonly clock: MachineClock,
    metrics: Metrics,
  ) {
    metrics.ledgers.setGauges(() => ledgers.standing(clock.now()));
  }

  /** Before the jobs that run are waited for. */
  onModuleDestroy(): void {
    this.isEnding = true;
  }

  @Upkeep(job, '* * * * *')
  async goOn(): Promise<void> {
    if (this.isAtWork) return;
    this.isAtWork = true;
    try {
      if ((await this.stretch()) === 'more') await this.jobs.ask(job, {}, 'now');
    } finally {
      this.isAtWork = false;
    }
  }

  private async stretch(): Promise<'done' | 'more'> {
    this.workedSince = performance.now();
    const end = performance.now() + stretchMs;
    while (!this.isEnding) {
      const claimed = await this.ledgers.claim(this.clock.now(), claimedAtOnce, this.claimEnd);
      if (claimed.length === 0) return 'done';
      for (const [environmentId, some] of grouped(claimed, (each) => each.environmentId))
        await runAsSystem(job, environmentId, () => this.proveAll(some, end));
      if (performance.now() > end) return 'more';
    }
    return 'done';
  }

  /** What it does not come to, because the process ends or others have their turn, is free for whoever is next. */
  private async proveAll(claimed: readonly ClaimedLedger[], end: number): Promise<void> {
    const left = new Map(claimed.map((each) => [each.uid, each]));
    const found: FoundVerdict[] = [];
    const between = this.pauses(() => [...left.keys()]);
    for (const each of claimed) {
      if (this.isEnding || performance.now() > end) break;
      try {
        const { rows, firstFault: fault } = await this.proofs.of(each.uid, between);
        found.push({ uid: each.uid, rows, fault, known: each.fault });
      } catch (error) {
        if (error instanceof Ending) break;
        if (isCutOff(error)) throw error;
        // It stays claimed: by then another attempt may have better luck.
        this.verdicts.failed(each.uid, error);
      }
      left.delete(each.uid);
    }
    await this.watches.claimUntil([...left.keys()], null);
    await this.verdicts.note(found, nextNight(this.clock.now()));
  }

  /** Asked between two parts of a ledger. */
  private pauses(left: () => string[]): () => Promise<void> {
    let renewedAt = performance.now();
    return async () => {
      if (this.isEnding) throw new Ending();
      if (performance.now() - renewedAt > claimMs / 4) {
        await this.watches.claimUntil(left(), this.claimEnd);
        renewedAt = performance.now();
      }
      const worked = performance.now() - this.workedSince;
      if (worked < leastWorkMs) return;
      await rest(worked);
      this.workedSince = performance.now();
    };
  }

  private get claimEnd(): Date {
    return new Date(this.clock.now().getTime() + claimMs);
  }
}
