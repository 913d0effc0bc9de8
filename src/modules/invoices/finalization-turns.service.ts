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

/** What became of a due draft: `passed` is in other hands, `failed` stays a draft that the next run tries again. */
export type Outcome = 'finalized' | 'passed' | 'failed';

const kind = 'finalize-due-invoices';

/** Each due draft has its turn in a transaction of its own, in the environment that it belongs to. */
@Injectable()
export class FinalizationTurns {
  constructor(
    private readonly finalization: InvoiceFinalization,
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: Metrics,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws when the database is away: then no other draft has better luck */
  async turnOf({ environmentId, uid }: DueInvoice, now: Date): Promise<Outcome> {
    try {
      const isDone = await runInContext(contextOf(environmentId), () =>
        this.unitOfWork.run(() => this.finalization.finalize(uid, now)),
      );
      if (isDone) this.metrics.taskSubject(kind, 'done');
      return isDone ? 'finalized' : 'passed';
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      this.metrics.taskSubject(kind, error instanceof DomainError ? error.code : 'fault');
      this.logger.error({ err: error, environmentId, invoice: uid }, 'a due invoice could not be finalized');
      return 'failed';
    }
  }
}

const contextOf = (environmentId: string): RequestContext => ({
  ...newContext(newUid(), 'WORKER'),
  principal: { kind: 'SYSTEM', actor: kind, accountId: '', environmentId, may: () => true },
  useCase: kind,
});
