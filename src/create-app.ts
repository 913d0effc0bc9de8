import { NestFactory } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '#libs/config/env';
import { ErrorAnswers } from '#libs/doors/error-answers';
import { formatError } from '#libs/graphql/format-error';
import { Subscriptions } from '#libs/graphql/subscriptions';
import { installConsole } from '#libs/http/console';
import { answerOrigins } from '#libs/http/cors';
import { refuseBrokenRequest } from '#libs/http/broken-requests';
import { decodablePath } from '#libs/http/decodable-path';
import { callFieldsDirectly } from '#libs/graphql/direct-fields';
import { callDirectly } from '#libs/http/direct-routes';
import { installDocuments } from '#libs/http/documents';
import { refuseAtDoorstep } from '#libs/http/doorstep';
import { ErrorReplies } from '#libs/http/error-replies';
import { NestLogger } from '#libs/telemetry/logger';
import { largeText, parseLargeJson } from '#libs/http/large-json';
import { Metrics } from '#libs/telemetry/metrics';
import { Overload } from '#libs/doors/overload';
import { patienceOf } from '#libs/http/patience';
import { badInput } from '#libs/kernel/errors/domain-error';
import { jsonOf } from '#libs/kernel/json-writer';
import { tellingRefusedKeys } from '#libs/http/refused-keys';
import { installRequestHooks } from '#libs/http/request-hooks';
import { requestIdOf } from '#libs/http/request-id';
import { installRevalidation } from '#libs/http/revalidation';
import { installSafetyHeaders } from '#libs/http/safety-headers';
import { installUnknownRoutes } from '#libs/http/unknown-routes';
import { readBodiesOfGets } from '#libs/http/unasked-body';
import { Authentication } from '#libs/security/authentication';
import { RateLimits } from '#libs/security/rate-limits';
import { OperationGate } from '#libs/doors/operation-gate';
import { PaymentNotices, SandboxPages } from '#modules/billing/payments';
import { AppModule, documentLimits } from './app.module';
import { installNotices } from './notice-route';
import { installPaymentPages } from './payment-page-route';
import { installSubscriptions } from './subscription-route';
import { OperationsController } from './operations.controller';
import type { Platform } from './platform.module';

/** Nest would answer unknown routes itself; ours tells 405 and 404 apart (unknown-routes.ts). */
class ServiceAdapter extends FastifyAdapter {
  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance();
  }
}

function adapterFor(environment: Environment): FastifyAdapter {
  const { bodyLimitBytes, trustProxyHops } = environment;
  return new ServiceAdapter({
    bodyLimit: bodyLimitBytes,
    ...patienceOf(environment),
    clientErrorHandler: refuseBrokenRequest,
    trustProxy: trustProxyHops > 0 && ((_address: string, hop: number) => hop < trustProxyHops),
    // Longer than any address that the HTTP parser lets through: what is too long for an id is refused as such.
    routerOptions: { maxParamLength: 64 * 1024 },
    rewriteUrl: decodablePath,
    forceCloseConnections: 'idle',
    genReqId: requestIdOf,
  });
}

/** All parts of the application, none of them at work: nothing is served, polled or done in the background. */
export const assembleApp = (platform: Platform): Promise<NestFastifyApplication> =>
  NestFactory.create<NestFastifyApplication>(AppModule.of(platform), adapterFor(platform.environment), {
    logger: new NestLogger(platform.logger),
    bodyParser: false,
    abortOnError: false,
  });

/** The application, ready to listen: what main.ts starts and what tests talk to. */
export async function createApp(platform: Platform): Promise<NestFastifyApplication> {
  const { environment } = platform;
  const app = await assembleApp(platform);
  const fastify = app.getHttpAdapter().getInstance();
  const replies = app.get(ErrorReplies);
  const operations = app.get(OperationsController);
  const safetyHeaders = await installSafetyHeaders(fastify, {
    contentSecurityPolicy: contentPolicy,
    // Said only where a proxy ends TLS in front of us.
    strictTransportSecurity: environment.trustProxyHops > 0,
  });
  fastify.setReplySerializer((answer) => jsonOf(answer) as string);
  readJson(fastify);
  readBodiesOfGets(fastify);
  admitLargerBodies(fastify, environment.bodyLimitBytes);
  installRevalidation(fastify);
  installUnknownRoutes(fastify, replies);
  // Before the request hooks: its pages are open to everybody.
  await installDocuments(app, environment);
  if (environment.consoleEnabled) await installConsole(app, environment.consoleSignIn);
  // Before the request hooks: a page must be able to read why it was refused.
  await answerOrigins(fastify, environment.corsOrigins);
  const doorstep = {
    metrics: app.get(Metrics),
    overload: app.get(Overload),
    isDraining: () => operations.isDraining,
  };
  installRequestHooks(fastify, {
    ...doorstep,
    authentication: app.get(Authentication),
    gate: app.get(OperationGate),
    replies,
  });
  refuseAtDoorstep(fastify.server, { ...doorstep, safetyHeaders });
  callDirectly(app);
  installSubscriptions(
    fastify,
    new Subscriptions({
      schema: () => app.get(GraphQLSchemaHost).schema,
      limits: documentLimits(environment, app.get(RateLimits)),
      format: formatError(app.get(ErrorAnswers)),
    }),
    replies,
  );
  installNotices(fastify, {
    receive: (notice) => app.get(PaymentNotices).receive(notice),
    limits: app.get(RateLimits),
    replies,
  });
  installPaymentPages(fastify, { pages: app.get(SandboxPages), limits: app.get(RateLimits), replies });
  await app.init();
  callFieldsDirectly(app);
  await fastify.ready();
  return app;
}

// The reference and GraphiQL style themselves inline; no script runs that this server does not serve.
const contentPolicy = {
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    upgradeInsecureRequests: null,
  },
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decoded = (body: Buffer): string | undefined => {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
};

/** Only where an endpoint says so, and only for callers whose credential and permission were read before. */
function admitLargerBodies(fastify: FastifyInstance, usualBytes: number): void {
  fastify.addHook('onRoute', (route) => {
    const { largestBodyBytes = 0 } = route.config ?? {};
    route.bodyLimit ??= Math.max(usualBytes, largestBodyBytes);
  });
}

/**
 * Many clients send `Content-Type: application/json` with an empty body where no body is needed. Bytes that are no UTF-8
 * are refused: Node would replace them, and then store what nobody sent.
 */
function readJson(fastify: FastifyInstance): void {
  const parse = tellingRefusedKeys(fastify.getDefaultJsonParser('error', 'error'));
  fastify.removeAllContentTypeParsers();
  void fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decoded(body as Buffer);
    if (request.context) request.context.bodyBytes = body.length;
    if (text === undefined) done(badInput('The body is not valid JSON: it must be UTF-8'));
    else if (text === '') done(null, {});
    else if (text.length < largeText) void parse(request, text, done);
    else {
      const parsePiece = (piece: string) => parsed((told) => void parse(request, piece, told));
      parseLargeJson(text, parsePiece).then(
        (value) => done(null, value),
        (error: Error) => done(error),
      );
    }
  });
}

/** What a parser told at once. @throws what it told instead */
function parsed(parse: (told: (error: Error | null, value?: unknown) => void) => void): unknown {
  let outcome: { error: Error | null; value?: unknown } | undefined;
  parse((error, value) => (outcome = { error, value }));
  if (outcome?.error) throw outcome.error;
  return outcome?.value;
}
