import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { runInContext } from '#libs/context/request-context';
import { graphqlCode, type ErrorAnswer } from '#libs/doors/error-answer';
import { ErrorAnswers } from '#libs/doors/error-answers';

export const jsonType = 'application/json; charset=utf-8';

export const asGraphqlBody = (answer: ErrorAnswer, traceId: string): object => ({
  errors: [{ message: answer.body.message, extensions: { code: graphqlCode(answer), traceId } }],
});

/** Sends an error. */
@Injectable()
export class ErrorReplies {
  constructor(private readonly answers: ErrorAnswers) {}

  /** For who writes it in words of his own; what the log must know of it, it knows. */
  answerTo(reply: FastifyReply, error: unknown): ErrorAnswer {
    const { method, routeOptions } = reply.request;
    return this.inContext(reply, () => this.answers.to(error, `${method} ${routeOptions.url ?? 'unknown'}`));
  }

  send(reply: FastifyReply, error: unknown): FastifyReply {
    const answer = this.answerTo(reply, error);
    const { status, body, headers } = answer;
    return reply
      .status(status)
      .headers(headers)
      .header('content-type', jsonType)
      .send(this.isGraphql(reply) ? asGraphqlBody(answer, reply.request.id) : body);
  }

  /** Under the id of the request: what is refused before the body is read is answered outside its context. */
  private inContext<T>({ request: { context } }: FastifyReply, work: () => T): T {
    return context ? runInContext(context, work) : work();
  }

  private isGraphql(reply: FastifyReply): boolean {
    return reply.request.context?.door === 'GRAPHQL';
  }
}
