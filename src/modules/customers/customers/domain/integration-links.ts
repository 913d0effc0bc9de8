import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { VendorIdentifier } from '#modules/customers/integrations';

/** The customer in the service of a vendor. Domain: customers-subscriptions U9 */
export interface IntegrationLink {
  /** Of the integration of the environment. */
  id: string;
  vendorIdentifier: VendorIdentifier;
  /** Null: it is not known there yet. */
  syncedEntityId: string | null;
}

/** What a customer is linked to, the oldest first; never empty. */
export type IntegrationLinks = readonly IntegrationLink[] | null;

export const linkOf = (links: IntegrationLinks, id: string): IntegrationLink | undefined =>
  links?.find((each) => each.id === id);

/** @throws DuplicateIntegrationNotAllowed. Domain: customers-subscriptions U9 */
export function linksOf(links: readonly IntegrationLink[]): IntegrationLinks {
  const vendors = new Set<string>();
  for (const { vendorIdentifier: vendor } of links) {
    if (vendors.has(vendor)) {
      const message = `integrations: the customer would be linked to ${vendor} twice; change or unlink the first link`;
      throw new DomainError('DuplicateIntegrationNotAllowed', message);
    }
    vendors.add(vendor);
  }
  return links.length === 0 ? null : links;
}

/** One of each vendor: the newer ones take the places of the former. */
export function linksWith(before: IntegrationLinks, newer: readonly IntegrationLink[]): IntegrationLinks {
  if (newer.length === 0) return before;
  const vendors = new Set(newer.map(({ vendorIdentifier }) => vendorIdentifier));
  const kept = (before ?? []).filter(({ vendorIdentifier }) => !vendors.has(vendorIdentifier));
  return [...kept, ...newer];
}

/** @throws UnsupportedVendorIdentifier, IntegrationNotFound, BadUserInput. Domain: customers-subscriptions U9 */
export function requireKnown(
  { id, vendorIdentifier: vendor }: Omit<IntegrationLink, 'syncedEntityId'>,
  connected: readonly Omit<IntegrationLink, 'syncedEntityId'>[],
): void {
  const known = connected.find((each) => each.id === id);
  if (known?.vendorIdentifier === vendor) return;
  if (!connected.some((each) => each.vendorIdentifier === vendor)) {
    const message = `vendorIdentifier: ${vendor} is not connected with this environment; connect it by POST /integrations`;
    throw new DomainError('UnsupportedVendorIdentifier', message);
  }
  if (!known) throw new DomainError('IntegrationNotFound', `Integration ${id} was not found`);
  throw badInput(`vendorIdentifier: integration ${id} is of ${known.vendorIdentifier}, not of ${vendor}`);
}

/** Does the customer become another one there? A first link changes none. Domain: customers-subscriptions U9 */
export function isChangedThere(
  vendor: VendorIdentifier,
  before: IntegrationLinks,
  after: IntegrationLinks,
): boolean {
  const [was, is] = [before, after].map((links) => links?.find((each) => each.vendorIdentifier === vendor));
  return was?.syncedEntityId != null && was.syncedEntityId !== is?.syncedEntityId;
}
