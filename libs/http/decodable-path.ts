import type { IncomingMessage } from 'node:http';

const broken = new WeakSet<IncomingMessage>();

/**
 * The address by which a request is routed. A path that is no percent-encoded UTF-8, such as `/customers/%ff`, has no route of
 * its own; with its `%` taken literally it finds the one that was meant, whose door refuses it in our words.
 */
export function decodablePath(request: IncomingMessage): string {
  const { url: asked = '/' } = request;
  // `*` is no path, and leads nowhere.
  const url = /^(\/|https?:)/i.test(asked) ? asked : `/${asked}`;
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  if (canDecode(path)) return url;
  broken.add(request);
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

export const hasBrokenPath = (request: IncomingMessage): boolean => broken.has(request);

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
