import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { currentEnvironmentId } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { Journal } from '#libs/messaging/journal';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import { CreditWalletsRepository } from './credit-wallets.repository';
import type { LedgerFault } from './domain/ledger-proof';
import { LedgerWatchesRepository, type Verdict } from './ledger-watches.repository';

/** Beside what the proof before came to. */
export interface FoundVerdict extends Verdict {
  known: LedgerFault | null;
}

const isNews = ({ fault, known }: FoundVerdict): boolean =>
  fault !== null && (fault.seq !== known?.seq || fault.reason !== known.reason);

/**
 * What became of proofs: for the next night, for the metrics, and where a ledger does not hold for the log and the activity of its environment.
 * Receivers of events are told nothing of it: whose ledger it is did nothing. Domain: credits D6, D7
 */
@Injectable()
export class LedgerVerdicts {
  constructor(
    private readonly watches: LedgerWatchesRepository,
    private readonly wallets: CreditWalletsRepository,
    private readonly journal: Journal,
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: Metrics,
    private readonly clock: MachineClock,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** @param dueAt of their next proofs */
  async note(verdicts: readonly FoundVerdict[], dueAt: Date): Promise<void> {
    if (verdicts.length === 0) return;
    await this.unitOfWork.run(async () => {
      await this.record(verdicts.filter(isNews));
      await this.watches.note(verdicts, this.clock.now(), dueAt);
    });
    for (const { uid, rows, fault } of verdicts) {
      this.metrics.ledgers.proven(fault ? 'broken' : 'holds', rows);
      if (!fault) continue;
      const about = { environmentId: currentEnvironmentId(), walletUid: uid, ...fault };
      this.logger.error(about, 'a ledger of credits does not hold');
    }
  }

  /** It could not be proven. */
  failed(walletUid: string, error: unknown): void {
    this.metrics.ledgers.proven('failed', 0);
    const about = { err: error, environmentId: currentEnvironmentId(), walletUid };
    this.logger.error(about, 'a ledger of credits could not be proven');
  }

  /** Once for each fault, however many nights it lasts. */
  private async record(news: readonly FoundVerdict[]): Promise<void> {
    if (news.length === 0) return;
    const wallets = await this.wallets.findByUids(news.map(({ uid }) => uid));
    for (const { uid, rows, fault } of news) {
      const { customerId = null, currencyId, resourceId } = wallets.get(uid) ?? {};
      this.journal.record({
        type: 'credit_ledger.broken',
        entityType: 'CREDIT',
        entityId: uid,
        parentId: customerId,
        before: null,
        after: { customerId, currencyId, resourceId, rows, firstFault: fault },
      });
    }
  }
}
