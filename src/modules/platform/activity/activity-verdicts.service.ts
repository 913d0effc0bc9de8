import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { currentEnvironmentId } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { Journal } from '#libs/messaging/journal';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import { ActivityWatchesRepository } from './activity-watches.repository';
import type { ActivityFault } from './domain/activity-proof';

/** What became of the proof of the log of this environment, beside what the one before came to. */
export interface FoundVerdict {
  rows: number;
  fault: ActivityFault | null;
  known: ActivityFault | null;
}

const isNews = ({ fault, known }: FoundVerdict): boolean =>
  fault !== null && (fault.seq !== known?.seq || fault.reason !== known.reason);

/**
 * What became of proofs: for the next night, for the metrics, and where a log does not hold for the log stream, and once for the log itself.
 * Receivers of events are told nothing of it: whose log it is did nothing. Domain: access-and-events W8
 */
@Injectable()
export class ActivityVerdicts {
  constructor(
    private readonly watches: ActivityWatchesRepository,
    private readonly journal: Journal,
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: Metrics,
    private readonly clock: MachineClock,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** @param dueAt of its next proof */
  async note(verdict: FoundVerdict, dueAt: Date): Promise<void> {
    const { rows, fault } = verdict;
    await this.unitOfWork.run(async () => {
      if (isNews(verdict)) this.record(verdict);
      await this.watches.note(rows, fault, this.clock.now(), dueAt);
    });
    this.metrics.activityLogs.proven(fault ? 'broken' : 'holds', rows);
    if (fault)
      this.logger.error({ environmentId: currentEnvironmentId(), ...fault }, 'an activity log does not hold');
  }

  /** It could not be proven. */
  failed(environmentId: string, error: unknown): void {
    this.metrics.activityLogs.proven('failed', 0);
    this.logger.error({ err: error, environmentId }, 'an activity log could not be proven');
  }

  private record({ rows, fault }: FoundVerdict): void {
    this.journal.record({
      type: 'activity.broken',
      entityType: 'ENVIRONMENT',
      entityId: currentEnvironmentId(),
      before: null,
      after: { rows, firstFault: fault },
    });
  }
}
