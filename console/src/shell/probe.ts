import { Away, Refusal } from '~/api/faults';
import type { Identity } from '~/api/access';

/**
 * Who a key is, before it is taken.
 * @throws Refusal, Away
 */
export async function probe(key: string): Promise<Identity> {
  const headers = { 'X-API-KEY': key };
  const response = await fetch('/api/v1/identity', { headers, cache: 'no-store', credentials: 'omit' }).catch(
    () => {
      throw new Away('The service does not answer. Try again.');
    },
  );
  if (!response.ok) throw await Refusal.of(response);
  return ((await response.json()) as { data: Identity }).data;
}
