import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import { SecurityLog } from '#libs/security/security-log';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { errorAnswer, type ErrorAnswer } from './error-answer';

/** Where both doors get the answer to what was thrown, and where the log learns what its operator must know of it. */
@Injectable()
export class ErrorAnswers {
  constructor(
    @Inject(APP_LOGGER) private readonly logger: Logger,
    private readonly faults: DatabaseFaults,
    private readonly security: SecurityLog,
  ) {}

  /**
   * @param operation what was asked for: route or field
   * @param field the path of the field of a GraphQL request
   */
  to(error: unknown, operation: string, field?: string): ErrorAnswer {
    const answer = errorAnswer(error);
    if (answer.isFault) this.logger.error({ err: error }, 'unexpected failure');
    if (answer.status === 503) this.faults.note(error, operation);
    this.security.refused(error, field);
    return answer;
  }
}
