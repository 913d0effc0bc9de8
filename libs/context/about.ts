import { requireContext, type About, type Principal } from './request-context';

/** The place of what is about nothing but a user: no environment and no account has this id. */
export const nowhere = '00000000-0000-0000-0000-000000000000';

/** @throws what refuses this caller in all operations about such a subject, whatever it may do in others (access-and-events B5) */
export function requireStanding(principal: Principal | undefined, about: About = 'environment'): void {
  const refusal = principal?.refusals?.[about];
  if (refusal) throw refusal;
}

/** Keys are of one environment, and have none of the account's work. */
const isOfEnvironment = ({ kind }: Principal): boolean => kind !== 'USER' && kind !== 'SYSTEM';

/**
 * The caller where the work of such an operation takes place: stored answers, the activity log and locks go by the id of that place. It is
 * the account's own, where the operation is about an account.
 */
export function placed(principal: Principal, about: About = 'environment'): Principal {
  if (about === 'environment' || isOfEnvironment(principal)) return principal;
  return { ...principal, environmentId: about === 'account' ? principal.accountId : nowhere };
}

/** Whose rate such a call counts in: that of a place, and of a user who has none, their own. */
export function counterOf(principal: Principal | undefined, about: About = 'environment'): string {
  if (!principal) throw new Error('Nobody asks');
  const place = placed(principal, about).environmentId;
  return !place || place === nowhere ? principal.actor : place;
}

/** From here on the work of this use case is the account's: it was about nobody but the user, until that said which account is meant. */
export function enterAccount(accountId: string): void {
  const context = requireContext();
  if (!context.principal) throw new Error('Nobody asks');
  context.principal = { ...context.principal, accountId, environmentId: accountId };
}
