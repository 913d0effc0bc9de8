import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newContext, runInContext, type RequestContext } from '#libs/context/request-context';
import { badInput } from '#libs/kernel/errors/domain-error';
import { codePoints } from '#libs/kernel/ids';
import type { Authentication } from '#libs/security/authentication';
import type { ErrorReplies } from './error-replies';
import type { Metrics } from './metrics';

declare module 'fastify' {
  interface FastifyRequest {
    context?: RequestContext;
    startedAt?: number;
  }
}

export interface RequestHooks {
  authentication: Authentication;
  replies: ErrorReplies;
  metrics: Metrics;
}

const isGraphql = (path: string): boolean => path === '/graphql';
const isProtected = (path: string): boolean => path.startsWith('/api/') || isGraphql(path);

/**
 * The way of a request before Nest sees it: context, address limit and credential come before the body is read, so nobody
 * without a credential makes us parse anything.
 */
export function installRequestHooks(fastify: FastifyInstance, hooks: RequestHooks): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    request.startedAt = performance.now();
    request.context = newContext(request.id, isGraphql(path) ? 'GRAPHQL' : 'REST');
    reply.header('x-request-id', request.id);
    if (!isProtected(path) || request.is404 || request.method === 'OPTIONS') return;
    try {
      await runInContext(request.context, () => admit(request, hooks.authentication));
    } catch (error) {
      return hooks.replies.send(reply, error);
    }
  });

  // Body parsing leaves the asynchronous context of the first hook, so it is entered again here.
  fastify.addHook('preValidation', (request, _reply, done) => {
    if (request.context) runInContext(request.context, done);
    else done();
  });

  fastify.addHook('onSend', async (request, reply) => tellLimits(request, reply));

  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    hooks.metrics.observeRequest(request.method, route, reply.statusCode, seconds(request));
  });
}

const seconds = (request: FastifyRequest): number =>
  (performance.now() - (request.startedAt ?? performance.now())) / 1000;

async function admit(request: FastifyRequest, authentication: Authentication): Promise<void> {
  const context = request.context as RequestContext;
  context.principal = await authentication.authenticate(request);
  const key = request.headers['idempotency-key'];
  if (key === undefined || (request.method !== 'POST' && request.method !== 'PATCH')) return;
  if (typeof key !== 'string' || key === '' || codePoints(key) > 255) {
    throw badInput('Idempotency-Key must have 1 to 255 characters');
  }
  context.idempotencyKey = key;
}

async function tellLimits(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { nearestLimit, replayed } = request.context ?? {};
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (!nearestLimit) return;
  const { bucket, limit, remaining, resetMs, windowMs } = nearestLimit;
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': Math.ceil(resetMs / 1000),
    'ratelimit-policy': `"${bucket.replace(/[^\x20-\x7e]|["\\]/g, '_')}";q=${limit};w=${windowMs / 1000}`,
  });
}
