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

/** No scope is about these: they are of full access keys and of users by their role. Domain: access-and-events S1, A6 */
const unscoped: readonly string[] = ['environmentSettings', 'integrations'];

/** `eventQueue` can only be read. */
const permissionsOf = (about: readonly string[]): Permission[] =>
  about.flatMap((resource): Permission[] =>
    resource === 'eventQueue' ? [`${resource}:read`] : [`${resource}:read`, `${resource}:write`],
  );

/** To be told who one is: of whoever has a server key or a role, so no scope is needed for it. Domain: access-and-events P2 */
export const ofEveryCaller: Permission = 'identity:read';

/** What a scoped key can have. */
export const grantable: readonly Permission[] = permissionsOf(resources);

/** Every permission. */
export const permissions: readonly Permission[] = [...grantable, ...permissionsOf(unscoped), ofEveryCaller];

/** A scope of write implies read. Domain: access-and-events S1 */
export const implied = (scopes: readonly string[]): ReadonlySet<string> =>
  new Set(scopes.flatMap((scope) => [scope, scope.replace(/:write$/, ':read')]));

/** What is new in these scopes, against those from before. Domain: access-and-events S4 */
export function widened(before: readonly string[], after: readonly string[]): string[] {
  const had = implied(before);
  return after.filter((scope) => !had.has(scope));
}
