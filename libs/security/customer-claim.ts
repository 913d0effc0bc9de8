import type { Principal } from '#libs/context/request-context';

/** A publishable key in the name of a customer; undefined where nothing proves that it may. Domain: access-and-events B4 */
export function speakingFor(
  key: Principal,
  customerId: string,
  token: string | undefined,
): Principal | undefined {
  const customer = key.customerTokens?.proofOf(customerId, token);
  return customer && { ...key, kind: 'CUSTOMER', customer };
}
