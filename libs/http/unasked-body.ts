import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

// Enough to tell `{}`, with blanks around it, from a body that says something.
const mostCharacters = 64;

/** The framework reads no body of a GET: this reads as much of it as shows whether it says something. */
export function readBodiesOfGets(fastify: FastifyInstance): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    if (!isGet(request) || !hasBody(request)) return done(null, payload);
    beginningOf(payload, (text) => {
      request.body = text.trim() === '' || /^\s*\{\s*\}\s*$/.test(text) ? {} : text;
      done(null, payload);
    });
  });
}

const isGet = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** What follows is let go by unread: Node drains only what nobody began to read, and the next request waits behind it. */
function beginningOf(payload: Readable, take: (text: string) => void): void {
  let text = '';
  const finish = (): void => {
    payload.off('data', read).off('end', finish).off('error', finish);
    take(text);
  };
  const read = (chunk: Buffer | string): void => {
    text += chunk.toString();
    if (text.length <= mostCharacters) return;
    finish();
    payload.resume();
  };
  payload.on('data', read).on('end', finish).on('error', finish);
}
