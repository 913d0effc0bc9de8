import type { ApiClient } from './client';
import { addressOf } from './route-patterns';

/** Addresses of all that the served reference lets one read, about `id` where they name somebody, but for streams. */
export async function readAddresses(api: ApiClient, id: string): Promise<string[]> {
  const { body } = await api.send('GET', '/openapi.json');
  const { paths } = body as { paths: Record<string, { get?: object }> };
  return Object.entries(paths)
    .filter(([path, { get }]) => get && !path.endsWith('/stream'))
    .map(([path]) => addressOf(path, id));
}
