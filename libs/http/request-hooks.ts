import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireStanding } from '#libs/context/about';
import { newContext, runInContext, type Origin, type RequestContext } from '#libs/context/request-context';
import { readIfMatch } from '#libs/context/precondition';
import { versionOf } from '#libs/context/standing';
import { badInput } from '#libs/kernel/errors/domain-error';
import { codePoints } from '#libs/kernel/ids';
import { soon, type Soon } from '#libs/kernel/soon';
import { customerTokenHeader, type Authentication } from '#libs/security/authentication';
import type { OperationGate } from '#libs/doors/operation-gate';
import type { Metrics } from '#libs/telemetry/metrics';
import { inSpan, type TraceSpan } from '#libs/telemetry/tracing';
import type { Overload } from '#libs/doors/overload';
import type { ErrorReplies } from './error-replies';
import { EventStream, EventStreams, eventStreamHeaders } from './event-stream';
import { largeText } from './large-json';
import { beginRequestSpan, endRequestSpan } from './request-span';

declare module 'fastify' {
  interface FastifyRequest {
    context?: RequestContext;
    startedAt?: number;
    /** Has a place that is to be given back. */
    isInside?: boolean;
    /** Was counted when it was opened. */
    isStream?: boolean;
    span?: TraceSpan | undefined;
  }
}

export interface RequestHooks {
  authentication: Authentication;
  gate: OperationGate;
  replies: ErrorReplies;
  metrics: Metrics;
  overload: Overload;
  /** Whether this process is about to end. */
  isDraining(): boolean;
}

const isGraphql = (route: string): boolean => route === '/graphql' || route === '/graphql/stream';
const isProtected = (route: string): boolean => route.startsWith('/api/') || isGraphql(route);

/**
 * The way of a request before Nest sees it: context, address limit, credential, the environment's rate and, over REST, the
 * permission come before the body is read, so nobody makes us parse what they may not ask.
 */
export function installRequestHooks(fastify: FastifyInstance, hooks: RequestHooks): void {
  const streams = new EventStreams();
  // Callbacks, because every promise of a request costs the asynchronous context a turn.
  fastify.addHook('onRequest', (request, reply, done) => {
    const refuse = (error: unknown): void => void hooks.replies.send(reply, error);
    reply.header('x-request-id', request.id);
    let entered: Soon<void>;
    try {
      entered = enter(request, hooks);
    } catch (error) {
      return refuse(error);
    }
    if (entered instanceof Promise) entered.then(() => done(), refuse);
    else done();
  });

  // Body parsing leaves the asynchronous context of the first hook, so it is entered again here.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const { context, span } = request;
    if (context) inSpan(span, () => runInContext(context, done));
    else done();
  });

  fastify.addHook('onSend', (request, reply, payload, done) => {
    tellLimits(request, reply);
    if (payload instanceof EventStream) {
      opened(request, reply, hooks);
      streams.add(payload);
    }
    if (request.context?.wasThere && reply.statusCode === 201) reply.code(200);
    // Callers go elsewhere with their next request, and no connection outlives its last answer.
    if (hooks.isDraining()) reply.header('connection', 'close');
    done();
  });

  fastify.addHook('onResponse', (request, reply, done) => {
    if (!request.isStream) answered(request, reply, hooks);
    done();
  });

  // Before the server waits for its answers: a stream has no end of its own.
  fastify.addHook('preClose', (done) => {
    streams.endAll();
    done();
  });
}

function answered(request: FastifyRequest, reply: FastifyReply, { metrics, overload }: RequestHooks): void {
  const route = request.routeOptions.url ?? 'unknown';
  metrics.observeRequest(request.method, route, reply.statusCode, seconds(request));
  if (request.isInside) overload.answered(request.raw.socket);
  endRequestSpan(request, reply);
}

/** An open stream is no request in service: it has its answer, and neither waits for anything nor keeps anybody waiting. */
function opened(request: FastifyRequest, reply: FastifyReply, hooks: RequestHooks): void {
  answered(request, reply, hooks);
  request.isStream = true;
  void reply.headers(eventStreamHeaders);
}

/** @throws what refuses the request */
function enter(request: FastifyRequest, hooks: RequestHooks): Soon<void> {
  // The route that was found, never the path as sent: `/%61pi` leads to the same route as `/api`.
  const route = request.routeOptions.url ?? '';
  request.startedAt = performance.now();
  const context = newContext(request.id, isGraphql(route) ? 'GRAPHQL' : 'REST');
  context.origin = originOf(request, route);
  request.context = context;
  request.span = beginRequestSpan(request, route);
  requireOneHost(request);
  if (!isProtected(route) || request.is404 || request.method === 'OPTIONS') return;
  // Before all else: a refusal is worth something only while it is cheap. Most were refused at the doorstep.
  hooks.overload.requireRoom(request.raw);
  request.isInside = true;
  return inSpan(request.span, () => runInContext(context, () => admit(request, context, hooks)));
}

/** Of two, a proxy in front of us may have read the other one. RFC 9112, section 3.2 */
function requireOneHost({ raw: { rawHeaders } }: FastifyRequest): void {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) throw badInput('The request has more than one Host header');
}

const seconds = (request: FastifyRequest): number =>
  (performance.now() - (request.startedAt ?? performance.now())) / 1000;

function originOf({ method, ip, headers }: FastifyRequest, route: string): Origin {
  const bearer = headers.authorization === undefined ? 'NOTHING' : 'BEARER';
  const presented = headers['x-api-key'] === undefined ? bearer : 'API_KEY';
  return { address: ip, route: `${method} ${route}`, presented };
}

function admit(
  request: FastifyRequest,
  context: RequestContext,
  { authentication, gate }: RequestHooks,
): Soon<void> {
  const { serves } = request.routeOptions.config;
  return soon(authentication.authenticate(request), (principal) => {
    context.principal = principal;
    // What a request of GraphQL is about, its fields say, each for itself.
    if (context.door === 'REST') requireStanding(principal, serves?.about);
    if (principal.kind === 'PUBLISHABLE_KEY')
      context.customerToken = request.headers[customerTokenHeader] as string | undefined;
    return soon(serves && gate.enter(serves, customersNamed(request)), () =>
      readConditions(request, context),
    );
  });
}

/** Whom an operation asks about: in its path, where it is one of customers, or in its query. */
function customersNamed({ routeOptions, params, query }: FastifyRequest): unknown {
  const isOfCustomer = routeOptions.url?.startsWith('/api/v1/customers/:id') ?? false;
  return isOfCustomer ? (params as { id?: unknown }).id : (query as { customerId?: unknown }).customerId;
}

/** What the headers say of how a body is to be read and a write to be made. */
function readConditions(request: FastifyRequest, context: RequestContext): void {
  requireUnpacked(request.headers['content-encoding']);
  const ifMatch = request.headers['if-match'];
  if (ifMatch !== undefined && request.method !== 'GET') context.ifMatch = readIfMatch(ifMatch);
  const atLeast = request.headers['x-min-version'];
  if (atLeast !== undefined) context.atLeast = readVersion(atLeast);
  const lastPlace = request.headers['last-event-id'];
  if (typeof lastPlace === 'string') context.lastPlace = lastPlace;
  const key = request.headers['idempotency-key'];
  if (key === undefined || (request.method !== 'POST' && request.method !== 'PATCH')) return;
  if (typeof key !== 'string' || key === '' || codePoints(key) > 255) {
    throw badInput('Idempotency-Key must have 1 to 255 characters');
  }
  context.idempotencyKey = key;
  // Without a length it may be anything.
  context.isLarge = !(Number(request.headers['content-length']) <= largeText);
}

function readVersion(text: string | string[]): number {
  const version = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(version)) return version;
  throw badInput('X-Min-Version must be a number that X-Entitlements-Version told');
}

/** Before a byte of the body is read: a small packed body can unpack to all the memory there is. */
function requireUnpacked(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw Object.assign(new Error('packed body'), { statusCode: 415 });
}

function tellLimits(request: FastifyRequest, reply: FastifyReply): void {
  const { nearestLimit, replayed, entityTag, standing } = request.context ?? {};
  const version = standing ? versionOf(standing) : 0;
  if (version > 0) reply.header('x-entitlements-version', version);
  if (standing?.stalenessMs !== undefined) reply.header('x-entitlements-staleness-ms', standing.stalenessMs);
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
