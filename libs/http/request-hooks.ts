import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newContext, runInContext, type RequestContext } from '#libs/context/request-context';
import { readIfMatch } from '#libs/context/precondition';
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
  /** Whether this process is about to end. */
  isDraining(): boolean;
}

const isGraphql = (route: string): boolean => route === '/graphql';
const isProtected = (route: string): boolean => route.startsWith('/api/') || isGraphql(route);

/**
 * The way of a request before Nest sees it: context, address limit and credential come before the body is read, so nobody
 * without a credential makes us parse anything.
 */
export function installRequestHooks(fastify: FastifyInstance, hooks: RequestHooks): void {
  fastify.addHook('onRequest', async (request, reply) => {
    // The route that was found, never the path as sent: `/%61pi` leads to the same route as `/api`.
    const route = request.routeOptions.url ?? '';
    request.startedAt = performance.now();
    request.context = newContext(request.id, isGraphql(route) ? 'GRAPHQL' : 'REST');
    reply.header('x-request-id', request.id);
    if (!isProtected(route) || request.is404 || request.method === 'OPTIONS') return;
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

  // Callbacks, because every promise of a request costs the asynchronous context a turn.
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    tellLimits(request, reply);
    if (request.context?.wasThere && reply.statusCode === 201) reply.code(200);
    // Callers go elsewhere with their next request, and no connection outlives its last answer.
    if (hooks.isDraining()) reply.header('connection', 'close');
    done();
  });

  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    hooks.metrics.observeRequest(request.method, route, reply.statusCode, seconds(request));
    done();
  });
}

const seconds = (request: FastifyRequest): number =>
  (performance.now() - (request.startedAt ?? performance.now())) / 1000;

async function admit(request: FastifyRequest, authentication: Authentication): Promise<void> {
  const context = request.context as RequestContext;
  context.principal = await authentication.authenticate(request);
  requireUnpacked(request.headers['content-encoding']);
  const ifMatch = request.headers['if-match'];
  if (ifMatch !== undefined && request.method !== 'GET') context.ifMatch = readIfMatch(ifMatch);
  const key = request.headers['idempotency-key'];
  if (key === undefined || (request.method !== 'POST' && request.method !== 'PATCH')) return;
  if (typeof key !== 'string' || key === '' || codePoints(key) > 255) {
    throw badInput('Idempotency-Key must have 1 to 255 characters');
  }
  context.idempotencyKey = key;
}

/** Before a byte of the body is read: a small packed body can unpack to all the memory there is. */
function requireUnpacked(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw Object.assign(new Error('packed body'), { statusCode: 415 });
}

function tellLimits(request: FastifyRequest, reply: FastifyReply): void {
  const { nearestLimit, replayed, entityTag } = request.context ?? {};
  if (entityTag) reply.header('etag', entityTag);
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
