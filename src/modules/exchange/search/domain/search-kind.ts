import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Permission } from '#libs/kernel/permission';

/** What can be found, in the order in which it is told, and what reading it needs. Domain: access-and-events P3 */
const needs = {
  CUSTOMER: 'customers:read',
  PRODUCT: 'products:read',
  FEATURE: 'features:read',
  PLAN: 'plans:read',
  ADDON: 'addons:read',
  CURRENCY: 'credits:read',
  COUPON: 'coupons:read',
  PROMOTION_CODE: 'coupons:read',
  SUBSCRIPTION: 'subscriptions:read',
  CONTRACT: 'contracts:read',
  INVOICE: 'invoices:read',
} as const satisfies Readonly<Record<string, Permission>>;

export type SearchKind = keyof typeof needs;
export const searchKinds = Object.keys(needs) as readonly SearchKind[];

/**
 * The kinds that are looked through: those that the caller may read, or those that it names.
 * @throws IdentityForbidden for one that is named and that the caller may not read
 */
export function readableKinds(
  named: readonly SearchKind[] | undefined,
  may: (permission: Permission) => boolean,
): SearchKind[] {
  if (named === undefined) return searchKinds.filter((kind) => may(needs[kind]));
  const refused = named.find((kind) => !may(needs[kind]));
  if (refused !== undefined) {
    const message = `kinds: ${refused} needs the permission ${needs[refused]}; leave it out`;
    throw new DomainError('IdentityForbidden', message);
  }
  return [...new Set(named)];
}
