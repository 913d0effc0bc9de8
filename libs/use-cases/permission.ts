import { requireStanding } from '#libs/context/about';
import { isInPublic, type Principal, type RequestContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { speakingFor } from '#libs/security/customer-claim';
import type { UseCaseFacts } from './use-case';

/**
 * In whose name a use case runs. A publishable key whose headers name no customer speaks for the one whom the operation names, where that
 * is open to customers; all others speak for themselves. Domain: access-and-events B4
 * @param named as the call names customers, checked or not
 * @throws Unauthenticated
 */
export function speakerOf(
  { principal, customerToken }: RequestContext,
  { opens }: UseCaseFacts,
  named: unknown,
): Principal | undefined {
  if (principal?.kind !== 'PUBLISHABLE_KEY' || opens !== 'CUSTOMER') return principal;
  const only = onlyOne(named);
  const speaker = only === undefined ? undefined : speakingFor(principal, only, customerToken);
  if (!speaker) throw new DomainError('Unauthenticated');
  return speaker;
}

/** @throws Unauthenticated without a principal, what refuses a user about this subject, AuthCustomerReadonly, IdentityForbidden when it may not do this */
export function requirePermission(
  { customerToken }: RequestContext,
  facts: UseCaseFacts,
  speaker: Principal | undefined,
): void {
  if (!speaker) throw new DomainError('Unauthenticated');
  requireStanding(speaker, facts.about);
  const { kind } = speaker;
  if (speaker.may(facts.needs) || isOpenTo(speaker, facts)) return;
  const refused = `${facts.operation} needs the permission ${facts.needs}`;
  if (!isInPublic(speaker)) throw new DomainError('IdentityForbidden', refused);
  // Whomever the token is of: nobody writes with one.
  if (facts.needs.endsWith(':write') && (kind === 'CUSTOMER' || customerToken !== undefined))
    throw new DomainError('AuthCustomerReadonly');
  throw new DomainError(
    'IdentityForbidden',
    `${refused}, which a publishable key never has; send a server key (X-API-KEY: server-…)`,
  );
}

/** @throws AuthCustomerMismatch. Domain: access-and-events B4 */
export function requireOwn(
  speaker: Principal | undefined,
  asked: string | readonly string[] | undefined,
): void {
  const own = speaker?.customer?.id;
  if (own === undefined || asked === undefined) return;
  if ([asked].flat().some((id) => id !== own)) throw new DomainError('AuthCustomerMismatch');
}

function isOpenTo(speaker: Principal, { opens }: UseCaseFacts): boolean {
  return opens === 'PUBLIC' ? isInPublic(speaker) : opens === 'CUSTOMER' && speaker.kind === 'CUSTOMER';
}

/** A token is of one customer, so who asks for several at once must say whose it is. */
function onlyOne(named: unknown): string | undefined {
  const [first, ...others] = [...new Set([named].flat())];
  return typeof first === 'string' && others.length === 0 ? first : undefined;
}
