import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { OfferedGroup } from '#modules/catalog/package-versions';
import type { PackageGroup } from './package-group';

/** With this offer in the place of the one that it replaces, or at the end. */
export const withOffer = (offered: readonly OfferedGroup[], offer: OfferedGroup): OfferedGroup[] =>
  offered.some(({ uid }) => uid === offer.uid)
    ? offered.map((each) => (each.uid === offer.uid ? offer : each))
    : [...offered, offer];

/** @throws PackageGroupNotFound */
export function offerOf(offered: readonly OfferedGroup[], groupId: string, planId: string): OfferedGroup {
  const offer = offered.find(({ id }) => id === groupId);
  if (offer) return offer;
  const message = `The draft of plan ${planId} has no package group ${groupId}`;
  throw new DomainError('PackageGroupNotFound', message);
}

/** May a plan of this product offer the group? @throws EntityIsArchivedError, BadUserInput. Domain: catalog A6 */
export function requireOfferable(
  group: PackageGroup,
  product: { productUid: string; productId: string },
  minItems: number | null,
): void {
  group.requireLive();
  if (group.productUid !== product.productUid) {
    throw badInput(`Package group ${group.id} is of product ${group.productId}, not of ${product.productId}`);
  }
  group.requireEnough(minItems, 'minItems');
}
