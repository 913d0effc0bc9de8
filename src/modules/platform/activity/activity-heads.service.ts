import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { runAsSystem } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { Upkeep } from '#libs/messaging/extensions';
import { nextNight } from '#libs/proofs/night';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { ActivityChainRepository } from './activity-chain.repository';
import { ActivityWatchesRepository } from './activity-watches.repository';
import type { ChainPlace } from './domain/activity-proof';
import { WatchedActivity, type MovedHead } from './watched-activity.reader';

const job = 'tell-activity-heads';
const nobody = '00000000-0000-0000-0000-000000000000';
/** Of environments, looked at by one statement. */
const passedAtOnce = 2000;

/** As a line of the log stream names it. */
export interface ToldActivityHead {
  seq: number;
  hash: string;
}

/**
 * Tells the log stream each minute the head of every activity log that has moved since it was told last. What is on its way out of the database
 * cannot be taken back there: who cuts the end of a log off and sets its head back leaves nothing that does not hold, but for these lines.
 * At least once: who dies between a line and its note tells it again. Domain: access-and-events W8; ADR-0120
 */
@Injectable()
export class ActivityHeads implements OnModuleDestroy {
  private isEnding = false;

  constructor(
    private readonly watched: WatchedActivity,
    private readonly watches: ActivityWatchesRepository,
    private readonly chain: ActivityChainRepository,
    private readonly clock: MachineClock,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.isEnding = true;
  }

  /** Where the log stream takes no such lines, nothing is noted as told either. */
  @Upkeep(job, '* * * * *')
  async tell(): Promise<void> {
    if (!this.logger.isLevelEnabled('info')) return;
    let after = nobody;
    while (!this.isEnding) {
      const passed = await this.watched.headsAfter(after, passedAtOnce);
      for (const head of passed.filter(({ seq, toldSeq }) => seq !== toldSeq))
        await runAsSystem(job, head.environmentId, () => this.tellOf(head));
      const last = passed.at(-1);
      if (!last || passed.length < passedAtOnce) return;
      after = last.environmentId;
    }
  }

  /** Heads of this environment that were told once and stand in its log no more. Those that were forgotten by now are not among them. */
  lost(told: readonly ToldActivityHead[]): Promise<ChainPlace[]> {
    return this.chain.lost(told);
  }

  /** Where what was told before is gone, nothing new is told, and what was told stays noted for the proof that names the place. */
  private async tellOf({ environmentId, seq, hash, toldSeq, toldHash }: MovedHead): Promise<void> {
    const [lost] = toldSeq > 0 ? await this.chain.lost([{ seq: toldSeq, hash: toldHash }]) : [];
    const now = this.clock.now();
    if (lost) {
      const message = 'an activity log has lost the entry that the log stream was told of';
      this.logger.error({ environmentId, seq: toldSeq }, message);
      return this.watches.makeDue(now);
    }
    this.logger.info({ environmentId, activityHead: { seq, hash } }, 'head of an activity log');
    await this.watches.noteTold({ seq, hash }, now, nextNight(now));
  }
}
