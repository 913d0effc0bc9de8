import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { Upkeep } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import { ProofRounds } from '#libs/proofs/proof-rounds';
import { Metrics } from '#libs/telemetry/metrics';
import { ActivityProofs } from './activity-proofs.service';
import { ActivityVerdicts, type FoundVerdict } from './activity-verdicts.service';
import { ActivityWatchesRepository } from './activity-watches.repository';
import { WatchedActivity, type ClaimedActivity } from './watched-activity.reader';

const job = 'prove-activity';

/** Proves the log of every environment every night, whole. It asks each minute whether one is due. Domain: access-and-events W8; ADR-0120 */
@Injectable()
export class NightlyActivityProofs implements OnModuleDestroy {
  private readonly rounds: ProofRounds<ClaimedActivity, FoundVerdict>;

  constructor(
    watched: WatchedActivity,
    watches: ActivityWatchesRepository,
    proofs: ActivityProofs,
    verdicts: ActivityVerdicts,
    private readonly jobs: Jobs,
    clock: MachineClock,
    metrics: Metrics,
  ) {
    metrics.activityLogs.setGauges(() => watched.standing(clock.now()));
    const work = {
      job,
      claim: (now: Date, limit: number, until: Date) => watched.claim(now, limit, until),
      // An environment has one log: it is among those that are named, or none is.
      claimUntil: async (uids: readonly string[], until: Date | null) => {
        if (uids.length > 0) await watches.claimUntil(until);
      },
      prove: async ({ fault: known }: ClaimedActivity, between: () => Promise<void>) => {
        const { rows, firstFault: fault } = await proofs.prove(between);
        return { rows, fault, known };
      },
      note: async (found: readonly FoundVerdict[], dueAt: Date) => {
        for (const verdict of found) await verdicts.note(verdict, dueAt);
      },
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
