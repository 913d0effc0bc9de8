import type { Permission } from '#libs/kernel/permission';

export const environmentRoles = ['ADMIN', 'SUPPORT', 'VIEWER', 'NONE'] as const;
export type EnvironmentRole = (typeof environmentRoles)[number];
export const memberRoles = ['OWNER', 'MEMBER'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** About accounts, and about oneself: no key has these. Domain: access-and-events A3, A7, A8 */
export const ofUsers: readonly Permission[] = [
  'environments:write',
  'members:read',
  'members:write',
  'invitations:write',
];

/** Of whoever is signed in, member or not: an invitation is accepted by who is none yet. */
const ofAnybody: Permission = 'invitations:write';

/** What an ADMIN may not do beside an OWNER. */
const ownersAlone: ReadonlySet<string> = new Set<Permission>([
  'apiKeys:write',
  'environments:write',
  'members:write',
]);

const supportWrites: ReadonlySet<string> = new Set<Permission>([
  'customers:write',
  'subscriptions:write',
  'promotionalEntitlements:write',
]);

/** What a member may do about the account follows from the best of these. */
export const bestOf = (roles: readonly (EnvironmentRole | null)[]): EnvironmentRole =>
  environmentRoles.find((role) => roles.includes(role)) ?? 'NONE';

/** Full access to an environment is all of it, and nothing of the account that owns it. */
export const fullAccessMay = (permission: Permission): boolean => !ofUsers.includes(permission);

/** Of somebody who is signed in, and no member. */
export const strangerMay = (permission: Permission): boolean => permission === ofAnybody;

/** The matrix of roles. Domain: access-and-events A3 */
export function memberMay(role: MemberRole, inEnvironment: EnvironmentRole, permission: Permission): boolean {
  if (role === 'OWNER' || permission === ofAnybody) return true;
  if (permission.endsWith(':read')) return inEnvironment !== 'NONE';
  if (inEnvironment === 'ADMIN') return !ownersAlone.has(permission);
  return inEnvironment === 'SUPPORT' && supportWrites.has(permission);
}
