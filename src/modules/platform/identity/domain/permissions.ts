import { ownNamesFor } from '#libs/kernel/errors/own-nouns';
import type { Permission } from '#libs/kernel/permission';

/** What a scope can be about. Domain: access-and-events S1. */
const resources: readonly string[] = [
  'customers',
  'subscriptions',
  'products',
  'features',
  'plans',
  'addons',
  'coupons',
  'promotionalEntitlements',
  'usage',
  'events',
  'entitlements',
  'credits',
  'contracts',
  'invoices',
  'webhooks',
  'apiKeys',
  'governance',
  'dataExport',
  'activity',
  'eventQueue',
  ...ownNamesFor('permission').map(([, name]) => name),
];

/** Every permission; `eventQueue` can only be read. */
export const permissions: readonly Permission[] = resources.flatMap((resource): Permission[] =>
  resource === 'eventQueue' ? [`${resource}:read`] : [`${resource}:read`, `${resource}:write`],
);

/** A scope of write implies read. Domain: access-and-events S1 */
export const implied = (scopes: readonly string[]): ReadonlySet<string> =>
  new Set(scopes.flatMap((scope) => [scope, scope.replace(/:write$/, ':read')]));

export type EnvironmentRole = 'ADMIN' | 'SUPPORT' | 'VIEWER' | 'NONE';
export type MemberRole = 'OWNER' | 'MEMBER';

const supportWrites: ReadonlySet<string> = new Set<Permission>([
  'customers:write',
  'subscriptions:write',
  'promotionalEntitlements:write',
]);

/** The matrix of roles. Domain: access-and-events A3 */
export function memberMay(role: MemberRole, inEnvironment: EnvironmentRole, permission: Permission): boolean {
  if (role === 'OWNER') return true;
  if (permission.endsWith(':read')) return inEnvironment !== 'NONE';
  if (inEnvironment === 'ADMIN') return permission !== 'apiKeys:write';
  return inEnvironment === 'SUPPORT' && supportWrites.has(permission);
}
