import { onChange } from './session';

/** Of objects that were read: the version that they were read at, by their paths. */
const tags = new Map<string, string>();
const most = 500;

export function noteTag(request: Request, response: Response): void {
  const tag = response.headers.get('etag');
  if (request.method !== 'GET' || tag === null) return;
  const { pathname, search } = new URL(request.url);
  // With parameters it may be told in another way.
  if (search !== '') return;
  tags.delete(pathname);
  tags.set(pathname, tag);
  const [oldest] = tags.keys();
  if (tags.size > most && oldest !== undefined) tags.delete(oldest);
}

export const tagOf = (pathname: string): string | undefined => tags.get(pathname);

onChange(() => tags.clear());
