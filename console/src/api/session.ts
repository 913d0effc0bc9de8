import { useSyncExternalStore } from 'react';

/** Who asks: what every request bears. A user says besides where, for an account has several environments. */
export type Credential =
  | { readonly key: string }
  | { readonly token: string; readonly environmentId: string | undefined };

/** Why nobody is signed in any more; undefined where nobody was, or who was signed out themselves. */
export interface Ended {
  readonly reason: string;
}

type Session = { readonly credential: Credential } | { readonly ended: Ended | undefined };

/**
 * Held in this variable alone. No storage, address, cookie or log ever has it, so a reload of the page forgets it, and so does the
 * end of the session. Domain: access-and-events P1
 */
let session: Session = { ended: undefined };
const listeners = new Set<() => void>();

function become(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export const credential = (): Credential | undefined =>
  'credential' in session ? session.credential : undefined;

export const begin = (given: Credential): void => become({ credential: given });

/** @param reason as the next sign-in tells it */
export const end = (reason?: string): void =>
  become({ ended: reason === undefined ? undefined : { reason } });

/** The headers that a credential is shown by. */
export function headersOf(given: Credential): Record<string, string> {
  if ('key' in given) return { 'X-API-KEY': given.key };
  const { token, environmentId } = given;
  return {
    Authorization: `Bearer ${token}`,
    ...(environmentId === undefined ? {} : { 'X-ENVIRONMENT-ID': environmentId }),
  };
}

/** What was read with a credential is forgotten with it, whoever ends it, and whoever takes another. */
export function onChange(forget: () => void): void {
  let last = credential();
  listeners.add(() => {
    const now = credential();
    // A new token of the same user in the same place sees the same.
    const isSame =
      last !== undefined &&
      now !== undefined &&
      'token' in last &&
      'token' in now &&
      last.environmentId === now.environmentId;
    last = now;
    if (!isSame) forget();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session);
