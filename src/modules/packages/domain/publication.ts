import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { nameOf, type PackageKind, type PackageReference } from './package-kind';
import type { PackageVersion } from './package-version';
import type { PackageNode, ProductStructure, VersionLinks } from './product-structure';

export const linksOf = (version: PackageVersion): VersionLinks => ({
  pricingType: version.pricingType,
  parentPlanUid: version.parentPlanUid,
  compatibleAddonUids: (version.compatibleAddons ?? []).map(({ uid }) => uid),
  dependencyUids: (version.dependencies ?? []).map(({ uid }) => uid),
});

/**
 * May this draft become the live version, its entitlements apart? Domain: catalog L8, in its order
 * @throws PackagePricingTypeNotSet, PlanCannotBePublishWhenBasePlanIsDraft, PlanCannotBePublishWhenCompatibleAddonIsDraft,
 *   PlansCircularDependencyError, AddonHasToHavePriceError, BadUserInput
 */
export function requirePublishable(
  stored: PackageReference & { kind: PackageKind },
  draft: PackageVersion,
  structure: ProductStructure,
): void {
  if (draft.pricingType === null) throw new DomainError('PackagePricingTypeNotSet');
  const links = linksOf(draft);
  if (stored.kind === 'PLAN') {
    requirePublishedParent(structure, links);
    requirePublishedAddons(structure, links);
    structure.requireChain(stored, links, 'published');
    structure.requireChildrenAtLeast(stored, draft.pricingType);
  } else {
    structure.requireNoDependencyCycle(stored, links.dependencyUids, 'published');
  }
  if (draft.pricingType === 'PAID') refuseWithoutPrice(stored);
}

const isPublished = (node: PackageNode | undefined): boolean => node?.latest !== undefined;

function requirePublishedParent(structure: ProductStructure, { parentPlanUid }: VersionLinks): void {
  if (parentPlanUid === null) return;
  const parent = structure.find(parentPlanUid);
  if (isPublished(parent)) return;
  throw new DomainError(
    'PlanCannotBePublishWhenBasePlanIsDraft',
    `parentPlanId: ${nameOf('PLAN', parent?.id ?? parentPlanUid)} is not published; publish it first`,
  );
}

function requirePublishedAddons(structure: ProductStructure, { compatibleAddonUids }: VersionLinks): void {
  for (const uid of compatibleAddonUids) {
    const addon = structure.find(uid);
    if (isPublished(addon)) continue;
    throw new DomainError(
      'PlanCannotBePublishWhenCompatibleAddonIsDraft',
      `compatibleAddonIds: ${nameOf('ADDON', addon?.id ?? uid)} is not published; publish it or take it off the plan`,
    );
  }
}

/** This release has no charges, so nothing PAID has one. */
function refuseWithoutPrice({ kind, id }: { kind: PackageKind; id: string }): never {
  if (kind === 'ADDON') throw new DomainError('AddonHasToHavePriceError');
  throw badInput(
    `charges: ${nameOf(kind, id)} is PAID and needs a charge or a minimum spend; set another pricingType until it has one`,
  );
}
