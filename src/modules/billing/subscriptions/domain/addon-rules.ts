import { DomainError } from '#libs/kernel/errors/domain-error';
import type { GroupOffer } from '#modules/catalog/package-groups';
import type { PublishedPackage } from '#modules/catalog/packages';

export interface RequestedAddon {
  id: string;
  quantity: number;
}

/** @throws DuplicateAddonProvisionedError, InvalidQuantity. Domain: catalog A4 */
export function requireDistinct(addons: readonly RequestedAddon[]): void {
  const seen = new Set<string>();
  for (const [index, { id, quantity }] of addons.entries()) {
    if (seen.has(id)) {
      throw new DomainError(
        'DuplicateAddonProvisionedError',
        `addons[${index}]: ${id} stands twice in the request`,
      );
    }
    seen.add(id);
    if (quantity < 1) {
      throw new DomainError(
        'InvalidQuantity',
        `addons[${index}].quantity must be at least 1, got ${quantity}`,
      );
    }
  }
}

/** Spec: an addition. */
export type AddonsMode = 'REPLACE' | 'MERGE';

/**
 * The whole list that a change asks for: by default what it names, else that in the place of what is held of it, beside the others.
 * Domain: customers-subscriptions D1 @throws as `requireDistinct`
 */
export function listAskedFor(
  held: readonly RequestedAddon[],
  asked: readonly RequestedAddon[],
  mode: AddonsMode = 'REPLACE',
): readonly RequestedAddon[] {
  requireDistinct(asked);
  if (mode === 'REPLACE') return asked;
  const named = new Map(asked.map((each) => [each.id, each]));
  const added = asked.filter(({ id }) => !held.some((each) => each.id === id));
  return [...held.map((each) => named.get(each.id) ?? each), ...added];
}

/**
 * Do these addons go with this plan? Domain: catalog A1–A4
 * @param offers the groups of addons that the plan offers
 * @throws IncompatibleSubscriptionAddon, AddonQuantityExceedsLimitError, AddonDependencyMissingError
 */
export function requireCompatible(
  plan: PublishedPackage,
  offers: readonly GroupOffer[],
  addons: readonly { addon: PublishedPackage; quantity: number }[],
): void {
  const listed = plan.compatibleAddons.map(({ uid }) => uid);
  const compatible = new Set([...listed, ...offers.flatMap(({ addonUids }) => [...addonUids])]);
  const present = new Set(addons.map(({ addon }) => addon.packageUid));
  for (const { addon, quantity } of addons) {
    if (!compatible.has(addon.packageUid) || !fitsPricing(plan, addon)) {
      throw new DomainError(
        'IncompatibleSubscriptionAddon',
        `addons: ${addon.id} cannot be added to ${plan.id}`,
      );
    }
    if (addon.maxQuantity !== null && quantity > addon.maxQuantity) {
      throw new DomainError(
        'AddonQuantityExceedsLimitError',
        `addons: at most ${addon.maxQuantity} of ${addon.id}, got ${quantity}`,
      );
    }
    const missing = addon.dependencies.find(({ uid }) => !present.has(uid));
    if (missing) {
      throw new DomainError(
        'AddonDependencyMissingError',
        `addons: ${addon.id} needs ${missing.id} beside it`,
      );
    }
  }
}

/** @throws PackageGroupMinItemsError when too few different addons of a group are there. Domain: catalog A6 */
export function requireMinItems(
  plan: PublishedPackage,
  offers: readonly GroupOffer[],
  addons: readonly { addon: PublishedPackage }[],
): void {
  for (const { id, minItems, addonUids } of offers) {
    const picked = addons.filter(({ addon }) => addonUids.has(addon.packageUid)).length;
    if (picked >= minItems) continue;
    throw new DomainError(
      'PackageGroupMinItemsError',
      `addons: plan ${plan.id} needs ${minItems} different addons of package group ${id}, got ${picked}`,
    );
  }
}

/** A FREE plan takes FREE addons only, a CUSTOM addon needs a CUSTOM plan. Domain: catalog A2 */
function fitsPricing(plan: PublishedPackage, addon: PublishedPackage): boolean {
  if (plan.pricingType === 'FREE') return addon.pricingType === 'FREE';
  return addon.pricingType !== 'CUSTOM' || plan.pricingType === 'CUSTOM';
}
