import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Subscriptions } from '#libs/graphql/subscriptions';
import type { ErrorReplies } from '#libs/http/error-replies';
import { EventStream, eventStreamType } from '#libs/http/event-stream';

/** Subscriptions of GraphQL, over the same kind of answer as REST's stream. ADR-0061 */
export function installSubscriptions(
  fastify: FastifyInstance,
  subscriptions: Subscriptions,
  replies: ErrorReplies,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const told = await subscriptions.subscribe(request.body, { req: request, reply });
    if ('errors' in told) {
      const { status, errors } = told;
      return reply.status(status).send({ data: null, errors });
    }
    const { source, write, last } = told;
    return reply.type(eventStreamType).send(new EventStream(source, write, last));
  };
  fastify.post('/graphql/stream', (request, reply) => {
    answer(request, reply).catch((error: unknown) => void replies.send(reply, error));
  });
}
