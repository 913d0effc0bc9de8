import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * The page runs and asks nothing that this server does not serve, is in no frame, and cannot turn a text into markup. It has no
 * inline script or style, so none is allowed.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/**
 * The console: static files, built from the folder `console`. Each of its addresses answers the same page, which knows the rest by
 * itself; the files below `/console/assets/` bear the digest of what they hold in their names. ADR-0137
 */
export async function installConsole(app: NestFastifyApplication): Promise<void> {
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
  for (const url of ['/console', '/console/*']) {
    fastify.get(url, (_request, reply) =>
      reply
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
        .sendFile('index.html', root, { immutable: false, maxAge: 0, cacheControl: false }),
    );
  }
}
