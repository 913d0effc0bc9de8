import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { APP_LOGGER } from './logger.token';
import { errorAnswer } from './error-answer';

/** Sends an error and logs what is ours. */
@Injectable()
export class ErrorReplies {
  constructor(@Inject(APP_LOGGER) private readonly logger: Logger) {}

  send(reply: FastifyReply, error: unknown): FastifyReply {
    const { status, body, headers, isFault } = errorAnswer(error);
    if (isFault) this.logger.error({ err: error }, 'unexpected failure');
    return reply
      .status(status)
      .headers(headers)
      .header('content-type', 'application/json; charset=utf-8')
      .send(this.isGraphql(reply) ? { errors: [this.asGraphqlError(body, reply)] } : body);
  }

  private isGraphql(reply: FastifyReply): boolean {
    return reply.request.context?.door === 'GRAPHQL';
  }

  private asGraphqlError(
    { message, code }: { message: string; code: string | null },
    reply: FastifyReply,
  ): object {
    return { message, extensions: { code: code ?? 'BAD_REQUEST', traceId: reply.request.id } };
  }
}
