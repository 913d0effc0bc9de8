import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import {
  linksOf,
  type PackageNode,
  type ProductStructure,
  type VersionLinks,
} from '#modules/catalog/package-structure';
import {
  requireGroupsAllowed,
  nameOf,
  type PackageKind,
  type PackageReference,
  type PackageVersion,
} from '#modules/catalog/package-versions';

/**
 * May this draft become the live version, its entitlements apart? Domain: catalog L8, in its order
 * @param charges how many price rows it has, minimum spends among them
 * @throws PackagePricingTypeNotSet, PlanCannotBePublishWhenBasePlanIsDraft, PlanCannotBePublishWhenCompatibleAddonIsDraft,
 *   PlansCircularDependencyError, PlanIsUsedAsDefaultStartPlan, PlanIsUsedAsDowngradePlan,
 *   FreePlanCantHaveCompatiblePackageGroupError, AddonHasToHavePriceError, BadUserInput
 */
export function requirePublishable(
  stored: PackageReference & { kind: PackageKind },
  draft: PackageVersion,
  structure: ProductStructure,
  charges: number,
): void {
  if (draft.pricingType === null) throw new DomainError('PackagePricingTypeNotSet');
  const links = linksOf(draft);
  if (stored.kind === 'PLAN') {
    requirePublishedParent(structure, links);
    requirePublishedAddons(structure, links);
    structure.requireChain(stored, links, 'published');
    structure.requireChildrenAtLeast(stored, draft.pricingType);
    if (draft.pricingType !== 'FREE') {
      structure.requireNotInSettings(stored, `would be ${draft.pricingType}`);
    }
    requireGroupsAllowed(draft.pricingType, links.packageGroups);
  } else {
    structure.requireNoDependencyCycle(stored, links.dependencyUids, 'published');
  }
  if (draft.pricingType === 'PAID' && charges === 0) refuseWithoutPrice(stored);
  if (draft.pricingType === 'FREE' && charges > 0) refusePriced(stored);
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

function refuseWithoutPrice({ kind, id }: { kind: PackageKind; id: string }): never {
  if (kind === 'ADDON') throw new DomainError('AddonHasToHavePriceError');
  throw badInput(
    `charges: ${nameOf(kind, id)} is PAID and needs a charge or a minimum spend; set one, or another pricingType`,
  );
}

function refusePriced({ kind, id }: { kind: PackageKind; id: string }): never {
  throw badInput(
    `charges: ${nameOf(kind, id)} is FREE and has charges; remove them or set another pricingType`,
  );
}
