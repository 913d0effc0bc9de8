import { createContext, use } from 'react';
import { needs } from 'virtual:permissions';
import type { Wire } from './client';

export type Identity = Wire['Identity'];

const IdentityContext = createContext<Identity | undefined>(undefined);
export const Identified = IdentityContext.Provider;

/** Who is signed in. @throws outside of the signed-in part of the console */
export function useIdentity(): Identity {
  const identity = use(IdentityContext);
  if (!identity) throw new Error('Nobody is signed in');
  return identity;
}

/** Whether the role or key may do what needs this permission. The service refuses it all the same. Domain: access-and-events P2 */
export const useMay = (permission: string): boolean => useIdentity().permissions.includes(permission);

/** The same of an operation of the contract, by its name. */
export const useMayDo = (operationId: string): boolean => useMay(needs[operationId] ?? '');
