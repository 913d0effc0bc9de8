import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Environment } from '#libs/config/env';
import { APP_LOGGER } from '#libs/http/logger.token';
import { Clock } from '#libs/kernel/clock';
import { PeriodicWork } from '#libs/messaging/periodic-work';
import { graceBefore } from './domain/invoice-dates';
import { DueInvoices, type DueInvoice } from './due-invoices.reader';
import { addTally, FinalizationTurns, noTally, type Tally } from './finalization-turns.service';

/** How many lie in memory at once. */
const batchSize = 100;
/** Then other jobs have their turn. */
const batchesAtOnce = 10;
/** In one transaction; measured: one by one they cost ten times as much. */
const turnSize = 20;

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
    const tally = { ...noTally };
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
    for (const turn of turnsOf(drafts)) {
      if (mustStop()) return true;
      addTally(tally, await this.turns.turnOf(turn, now));
      this.reached = turn.at(-1);
    }
    if (drafts.length === batchSize) return false;
    this.reached = undefined;
    return true;
  }
}

/** Those of one environment, as many as share a turn, in their order. */
function turnsOf(drafts: readonly DueInvoice[]): DueInvoice[][] {
  const turns: DueInvoice[][] = [];
  for (const draft of drafts) {
    const turn = turns.at(-1);
    if (turn?.[0]?.environmentId === draft.environmentId && turn.length < turnSize) turn.push(draft);
    else turns.push([draft]);
  }
  return turns;
}
