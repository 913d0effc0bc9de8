import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Environment } from '#libs/config/env';
import { APP_LOGGER } from '#libs/http/logger.token';
import { Clock } from '#libs/kernel/clock';
import { PeriodicWork } from '#libs/messaging/periodic-work';
import { graceBefore } from './domain/invoice-dates';
import { DueInvoices, type DueInvoice } from './due-invoices.reader';
import { FinalizationTurns, type Outcome } from './finalization-turns.service';

/** How many lie in memory at once. */
const batchSize = 100;
/** Then other jobs have their turn. */
const batchesAtOnce = 5;

type Tally = Record<Outcome, number>;

/**
 * Finalizes what is due. Processes share the work without knowing of each other: a draft is locked or passed over, and a
 * killed process leaves drafts that are due still. Domain: contracts-billing V2, V10
 */
@Injectable()
export class BillingRun implements OnModuleInit {
  /** Where the walk goes on; drafts that could not be finalized are not met again before the next one. */
  private reached?: DueInvoice;

  constructor(
    private readonly due: DueInvoices,
    private readonly turns: FinalizationTurns,
    private readonly periodic: PeriodicWork,
    private readonly environment: Environment,
    private readonly clock: Clock,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.periodic.register({
      name: 'finalize-due-invoices',
      crontab: '* * * * *',
      perform: (mustStop) => this.perform(mustStop),
    });
  }

  /** A part of the walk over all that is due. @param mustStop asked between two invoices */
  async perform(mustStop: () => boolean = () => false): Promise<'done' | 'more'> {
    const tally: Tally = { finalized: 0, passed: 0, failed: 0 };
    try {
      for (let batch = 0; batch < batchesAtOnce; batch++) {
        if (await this.isBatchTheLast(tally, mustStop)) return 'done';
      }
      return 'more';
    } finally {
      if (tally.finalized + tally.failed > 0) this.logger.info(tally, 'due invoices were finalized');
    }
  }

  private async isBatchTheLast(tally: Tally, mustStop: () => boolean): Promise<boolean> {
    const now = this.clock.now();
    const graceEnd = graceBefore(now, this.environment.usageGraceHours);
    const drafts = await this.due.next(now, graceEnd, this.reached, batchSize);
    for (const draft of drafts) {
      if (mustStop()) return true;
      tally[await this.turns.turnOf(draft, now)] += 1;
      this.reached = draft;
    }
    if (drafts.length === batchSize) return false;
    this.reached = undefined;
    return true;
  }
}
