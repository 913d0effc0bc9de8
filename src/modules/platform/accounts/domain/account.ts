import { badInput, DomainError } from '#libs/kernel/errors/domain-error';

/** What the vendor's own account has paid for. Domain: access-and-events A5 */
export type AccountTier = 'FULL' | 'BASIC';
export type AccountStatus = 'ACTIVE' | 'BLOCKED';
/** How somebody becomes and stays a member. Domain: access-and-events A1 */
export type AccountAccess = 'INVITE_ONLY' | 'AUTHORIZED_DOMAIN' | 'SSO';
export const accountTiers = ['FULL', 'BASIC'] as const satisfies AccountTier[];
export const accountAccesses = ['INVITE_ONLY', 'AUTHORIZED_DOMAIN', 'SSO'] as const satisfies AccountAccess[];

/** Who has the service: whose environments they are, and who may enter them. Domain: access-and-events A1 */
export interface Account {
  id: string;
  name: string;
  tier: AccountTier;
  status: AccountStatus;
  access: AccountAccess;
  /** Of the e-mail addresses that may be invited, lower case; asked for under AUTHORIZED_DOMAIN alone. */
  domains: string[];
  /** May it have budgets of entities? Domain: access-and-events G1 */
  hasGovernance: boolean;
  createdAt: Date;
}

/** @param email lower case @throws MemberInvitationError for one of no domain of the account. Domain: access-and-events A1 */
export function requireInvitable({ access, domains }: Account, email: string): void {
  if (access !== 'AUTHORIZED_DOMAIN' || domains.includes(email.slice(email.lastIndexOf('@') + 1))) return;
  throw new DomainError(
    'MemberInvitationError',
    `email: ${email} is of no domain of this account; those are ${domains.join(', ')}`,
  );
}

const domainForm = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** @throws BadUserInput for what is no domain */
export function domainsOf(told: readonly string[]): string[] {
  const domains = told.map((each) => each.trim().toLowerCase());
  const wrong = domains.find((each) => !domainForm.test(each));
  if (wrong !== undefined || domains.length === 0)
    throw badInput(`domains: ${wrong ?? 'none'} is no domain such as example.com`);
  return [...new Set(domains)].sort();
}
