import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { BoundedRate } from '#libs/kernel/bounded-rate';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import { faultNameOf, isDatabaseAway, isStatementTimeout } from './pg-errors';

const windowMs = 1000;

/**
 * What the database could not do, for whoever runs it: a full disk or too few connections must be read in the log, though the
 * caller is told only to come again. A database that is away fails every request, so each SQLSTATE has a line a second at most.
 */
@Injectable()
export class DatabaseFaults {
  private readonly rate = new BoundedRate(windowMs);

  constructor(
    @Inject(APP_LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Anything else than a fault of the database is passed over.
   * @param operation what was asked for, or the work that was going on
   */
  note(error: unknown, operation: string): void {
    if (!isDatabaseAway(error) && !isStatementTimeout(error)) return;
    const { code, reason } = faultNameOf(error);
    this.metrics.databaseFault(code);
    const passed = this.rate.pass(code);
    if (!passed) return;
    const { suppressed } = passed;
    this.logger.error({ code, reason, operation, suppressed }, 'the database did not do what was asked');
  }
}
