import type { Wire } from '~/api/client';
import { Away, Refusal } from '~/api/faults';
import { headersOf, type Credential } from '~/api/session';

/**
 * What a credential sees, before it is taken.
 * @throws Refusal, Away
 */
async function probe<Data>(path: string, credential: Credential): Promise<Data> {
  const request = { headers: headersOf(credential), cache: 'no-store', credentials: 'omit' } as const;
  const response = await fetch(path, request).catch(() => {
    throw new Away('The service does not answer. Try again.');
  });
  if (!response.ok) throw await Refusal.of(response);
  return ((await response.json()) as { data: Data }).data;
}

export const identityOf = (key: string): Promise<Wire['Identity']> => probe('/api/v1/identity', { key });

/** Of a user: those of the account in which they have a role. */
export const environmentsOf = (token: string): Promise<Wire['Environment'][]> =>
  probe('/api/v1/environments', { token, environmentId: undefined });
