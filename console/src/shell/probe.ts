import type { Wire } from '~/api/client';
import { Away, Refusal } from '~/api/faults';
import { headersOf, type Credential } from '~/api/session';

/**
 * Asks with a credential before it is taken.
 * @throws Refusal, Away
 */
async function probe<Data>(path: string, credential: Credential, body?: object): Promise<Data> {
  const response = await fetch(path, {
    ...{ cache: 'no-store', credentials: 'omit', method: body ? 'POST' : 'GET' },
    headers: { ...headersOf(credential), ...(body ? { 'Content-Type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new Away('The service does not answer. Try again.');
  });
  if (!response.ok) throw await Refusal.of(response);
  return ((await response.json()) as { data: Data }).data;
}

export const identityOf = (key: string): Promise<Wire['Identity']> => probe('/api/v1/identity', { key });

const nowhere = (token: string): Credential => ({ token, environmentId: undefined });

/** Of a user: those of the account in which they have a role. */
export const environmentsOf = (token: string): Promise<Wire['Environment'][]> =>
  probe('/api/v1/environments', nowhere(token));

/** Makes whoever signed in a member. @param invitation the token that was told to who invited */
export const acceptInvitation = (token: string, invitation: string): Promise<Wire['Member']> =>
  probe('/api/v1/members/accept', nowhere(token), { token: invitation });
