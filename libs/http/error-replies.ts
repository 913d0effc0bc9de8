import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { APP_LOGGER } from './logger.token';
import { errorAnswer, graphqlCode, type ErrorAnswer } from './error-answer';

/** Sends an error and logs what is ours. */
@Injectable()
export class ErrorReplies {
  constructor(@Inject(APP_LOGGER) private readonly logger: Logger) {}

  send(reply: FastifyReply, error: unknown): FastifyReply {
    const answer = errorAnswer(error);
    const { status, body, headers, isFault } = answer;
    if (isFault) this.logger.error({ err: error }, 'unexpected failure');
    return reply
      .status(status)
      .headers(headers)
      .header('content-type', 'application/json; charset=utf-8')
      .send(this.isGraphql(reply) ? { errors: [this.asGraphqlError(answer, reply)] } : body);
  }

  private isGraphql(reply: FastifyReply): boolean {
    return reply.request.context?.door === 'GRAPHQL';
  }

  private asGraphqlError(answer: ErrorAnswer, reply: FastifyReply): object {
    const { message } = answer.body;
    return { message, extensions: { code: graphqlCode(answer), traceId: reply.request.id } };
  }
}
