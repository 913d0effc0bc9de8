import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPublishableSecret } from '#libs/credentials/key-secret';

const preflightAgeSeconds = 600;

/** Of requests that pages send: what they may say and read. No cookie is ever looked at, so none is asked for. */
const answered: FastifyCorsOptions = {
  credentials: false,
  // Nobody writes with a publishable key; GraphQL asks by POST.
  methods: ['GET', 'HEAD', 'POST'],
  allowedHeaders: [
    ...['Content-Type', 'X-API-KEY', 'X-CUSTOMER-ID', 'X-CUSTOMER-TOKEN', 'X-Request-Id'],
    ...['If-None-Match', 'X-Min-Version', 'Last-Event-ID'],
  ],
  exposedHeaders: [
    ...['ETag', 'X-Entitlements-Version', 'X-Entitlements-Staleness-Ms', 'X-Request-Id'],
    ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'],
    ...['Retry-After', 'Retry-After-Ms', 'X-Should-Retry'],
  ],
  maxAge: preflightAgeSeconds,
};

const unanswered: FastifyCorsOptions = { origin: false };

/**
 * Lets pages of the operator's origins read what a publishable key is answered, and refused. The answer to a server key no page can read: a
 * preflight, which bears no credential, is told of the same headers, but the answer itself names no origin. Source: security.md H-07; ADR-0119
 */
export async function answerOrigins(fastify: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const known = new Set(origins);
  await fastify.register(cors, {
    delegator: (request, done) => {
      const { origin } = request.headers;
      const isAnswered = origin !== undefined && known.has(origin) && isOfPage(request);
      done(null, isAnswered ? { ...answered, origin } : unanswered);
    },
  });
}

/** What kind a key is stands before it, and under its checksum. */
function isOfPage({ method, headers }: FastifyRequest): boolean {
  if (method === 'OPTIONS') return headers['access-control-request-method'] !== undefined;
  return isPublishableSecret(headers['x-api-key']);
}
