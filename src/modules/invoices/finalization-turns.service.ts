import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { newContext, runInContext, type RequestContext } from '#libs/context/request-context';
import { APP_LOGGER } from '#libs/http/logger.token';
import { Metrics } from '#libs/http/metrics';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { isDatabaseAway } from '#libs/persistence/pg-errors';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { DueInvoice } from './due-invoices.reader';
import { InvoiceFinalization } from './finalization.service';

/** What became of due drafts. */
export interface Tally {
  finalized: number;
  /** In other hands just now, or no drafts any more. */
  passed: number;
  /** Drafts still; the next run tries again. */
  failed: number;
}

export const noTally: Readonly<Tally> = { finalized: 0, passed: 0, failed: 0 };

export function addTally(tally: Tally, { finalized, passed, failed }: Tally): void {
  tally.finalized += finalized;
  tally.passed += passed;
  tally.failed += failed;
}

const kind = 'finalize-due-invoices';

/** Due drafts have their turn together, a few in one transaction, in the environment that they belong to. */
@Injectable()
export class FinalizationTurns {
  constructor(
    private readonly finalization: InvoiceFinalization,
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: Metrics,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * One that fails undoes the others with it, so then each has a turn of its own.
   * @param drafts of one environment
   * @throws when the database is away: then no other draft has better luck
   */
  async turnOf(drafts: readonly DueInvoice[], now: Date): Promise<Tally> {
    try {
      return await this.together(drafts, now);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      return drafts.length > 1 ? this.oneByOne(drafts, now) : this.failure(drafts, error);
    }
  }

  private async together(drafts: readonly DueInvoice[], now: Date): Promise<Tally> {
    const uids = drafts.map(({ uid }) => uid);
    const finalized = await runInContext(contextOf(drafts), () =>
      this.unitOfWork.run(() => this.finalization.finalize(uids, now)),
    );
    this.metrics.taskSubject(kind, 'done', finalized);
    return { ...noTally, finalized, passed: drafts.length - finalized };
  }

  private async oneByOne(drafts: readonly DueInvoice[], now: Date): Promise<Tally> {
    const tally = { ...noTally };
    for (const draft of drafts) addTally(tally, await this.turnOf([draft], now));
    return tally;
  }

  private failure([draft]: readonly DueInvoice[], error: unknown): Tally {
    this.metrics.taskSubject(kind, error instanceof DomainError ? error.code : 'fault');
    const { environmentId, uid: invoice } = draft ?? {};
    this.logger.error({ err: error, environmentId, invoice }, 'a due invoice could not be finalized');
    return { ...noTally, failed: 1 };
  }
}

const contextOf = ([draft]: readonly DueInvoice[]): RequestContext => {
  const { environmentId } = draft ?? {};
  const principal = { kind: 'SYSTEM', actor: kind, accountId: '', environmentId, may: () => true } as const;
  return { ...newContext(newUid(), 'WORKER'), principal, useCase: kind };
};
