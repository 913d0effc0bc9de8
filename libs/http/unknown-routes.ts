import type { FastifyInstance } from 'fastify';
import type { ErrorReplies } from './error-replies';

interface Route {
  method: string;
  pattern: RegExp;
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+|\{\w+\}/g, '[^/]+')}$`);

/** What no route answers: 405 where another method would, else 404. */
export function installUnknownRoutes(fastify: FastifyInstance, replies: ErrorReplies): void {
  const known: Route[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return;
    for (const name of [method].flat()) known.push({ method: name, pattern: patternOf(url) });
  });
  fastify.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const methods = [
      ...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ];
    const meant = withoutSlashes(path);
    const isNearby = meant !== path && known.some(({ pattern }) => pattern.test(meant));
    if (methods.length === 0 && isNearby) {
      const message = `No such route, because of the slash at its end; send ${meant}`;
      return reply.status(404).send({ message, code: null });
    }
    if (methods.length === 0) return replies.send(reply, new UnknownRoute());
    const message = `${path} takes ${methods.join(', ')}`;
    return reply.status(405).header('allow', methods.join(', ')).send({ message, code: null });
  });
}

/** Without those at the end. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

class UnknownRoute extends Error {
  readonly statusCode = 404;
}
