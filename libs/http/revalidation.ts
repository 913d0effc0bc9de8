import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer bears the tag of its text, and who holds that text already is told so. */
    isRevalidated?: boolean;
  }
}

/** Only the routes that say so look at their answers. Call it before they are made. */
export function installRevalidation(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (!route.config?.isRevalidated) return;
    const own = [route.onSend ?? []].flat();
    // The route of a HEAD has it from its GET, and then takes the text away.
    if (!own.includes(revalidate)) route.onSend = [revalidate, ...own];
  });
}

const revalidate: onSendHookHandler = (request, reply, text, done) =>
  done(null, revalidated(request, reply, text));

/**
 * What is sent in the place of an answer that its caller has: 304, without a body. The tag is of the text itself, because what an answer
 * tells also changes with time, without a write. RFC 9110, section 13.1.2; domain: entitlements-usage C2
 */
function revalidated(request: FastifyRequest, reply: FastifyReply, text: unknown): unknown {
  if (reply.statusCode !== 200 || typeof text !== 'string') return text;
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', tag);
  reply.header('cache-control', 'private, no-cache');
  if (!names(request.headers['if-none-match'], tag)) return text;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  // Of a text, even of none, Fastify would tell the length of a HEAD: that of another answer.
  return request.method === 'HEAD' ? Readable.from([]) : null;
}

const any = '*';

/** By weak comparison. What is no list of tags names none: the answer is then sent, which is never wrong. */
function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => {
    const each = part.trim();
    return each === any || each.replace(/^W\//, '') === tag;
  });
}
