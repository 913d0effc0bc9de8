import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorReplies } from '#libs/http/error-replies';
import type { RateLimits } from '#libs/security/rate-limits';
import { soon } from '#libs/kernel/soon';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { SentNotice } from '#modules/billing/payments';

interface Receiving {
  receive(notice: SentNotice): Promise<void>;
  limits: RateLimits;
  replies: ErrorReplies;
}

const bodyLimit = 256 * 1024;

/**
 * Where payment providers call back. No credential opens it but the signature, so who fails to sign is counted as who fails with a
 * credential. It tells nothing. ADR-0093
 */
export function installNotices(fastify: FastifyInstance, { receive, limits, replies }: Receiving): void {
  void fastify.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.addHook('onRequest', (request, reply, admitted) => {
      const refuse = (error: unknown): void => void replies.send(reply, error);
      Promise.resolve(soon(limits.requireTrusted(request.ip), () => admitted())).catch(refuse);
    });
    scope.post('/notices/:environmentId/:integrationId', { bodyLimit }, (request, reply) => {
      receive(noticeOf(request)).then(
        () => reply.status(200).send({ received: true }),
        (error: unknown) => noted(error, request, limits).then((told) => replies.send(reply, told)),
      );
    });
    done();
  });
}

function noticeOf({ params, body, headers }: FastifyRequest): SentNotice {
  const { environmentId, integrationId } = params as { environmentId: string; integrationId: string };
  const { 'stripe-signature': signature } = headers;
  return {
    ...{ environmentId, integrationId },
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    signature: typeof signature === 'string' ? signature : '',
  };
}

async function noted(error: unknown, { ip }: FastifyRequest, limits: RateLimits): Promise<unknown> {
  if (error instanceof DomainError && error.code === 'Unauthenticated') await limits.noteFailure(ip);
  return error;
}
