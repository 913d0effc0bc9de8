import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ConsoleSignIn } from '#libs/config/env';

/**
 * The page runs and asks nothing that this server does not serve, but for the issuer where people sign in; it is in no frame, and cannot
 * turn a text into markup. It has no inline script or style, so none is allowed.
 */
const policyOf = (signIn: ConsoleSignIn | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${signIn ? ` ${new URL(signIn.issuer).origin}` : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/**
 * The console: static files, built from the folder `console`. Each of its addresses answers the same page, which knows the rest by
 * itself; the files below `/console/assets/` bear the digest of what they hold in their names. ADR-0137
 */
export async function installConsole(
  app: NestFastifyApplication,
  signIn: ConsoleSignIn | undefined,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  // Written there by the build.
  const root = path.dirname(require.resolve('#assets/console/index.html'));
  await app.register(fastifyStatic, {
    root: path.join(root, 'assets'),
    prefix: '/console/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  });
  fastify.get('/console/settings.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ signIn: signIn ?? null }),
  );
  const headers = { 'content-security-policy': policyOf(signIn), 'cache-control': 'no-cache' };
  for (const url of ['/console', '/console/*']) {
    fastify.get(url, (_request, reply) =>
      reply
        .headers(headers)
        .sendFile('index.html', root, { immutable: false, maxAge: 0, cacheControl: false }),
    );
  }
}
