import { DomainError } from '#libs/kernel/errors/domain-error';
import type { PackageReference, PricingType } from './package-kind';

/** A package group that goes with a version of a plan. Domain: catalog A6 */
export interface OfferedGroup extends PackageReference {
  /** Different addons of the group that a subscription must have; null asks for none. */
  minItems: number | null;
  /** So many of its addons, the cheapest first, cost nothing; null is none. */
  freeItems: number | null;
}

/** @throws FreePlanCantHaveCompatiblePackageGroupError. Domain: catalog L8 */
export function requireGroupsAllowed(
  pricingType: PricingType | null,
  groups: readonly OfferedGroup[] | null,
): void {
  if (pricingType !== 'FREE' || !groups || groups.length === 0) return;
  const names = groups.map(({ id }) => id).join(', ');
  throw new DomainError(
    'FreePlanCantHaveCompatiblePackageGroupError',
    `A FREE plan takes no package groups; remove ${names} or choose another pricingType`,
  );
}
