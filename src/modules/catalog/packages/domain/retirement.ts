import { DomainError } from '#libs/kernel/errors/domain-error';
import {
  linksOf,
  type PackageNode,
  type ProductStructure,
  type VersionLinks,
} from '#modules/catalog/package-structure';
import { nameOf, type PackageKind, type PackageLife } from '#modules/catalog/package-versions';

const listed = (kind: PackageKind, nodes: readonly PackageNode[]): string =>
  nodes.map(({ id }) => nameOf(kind, id)).join(', ');

/**
 * May this package leave the market? Domain: catalog L9
 * @throws DraftPlanCantBeArchived, DraftAddonCantBeArchived, PlanWithChildCantBeDeleted, PlanIsUsedAsDefaultStartPlan,
 *   PlanIsUsedAsDowngradePlan, AddonIsCompatibleWithPlan, AddonWithDraftCannotBeDeletedError
 */
export function requireArchivable(life: PackageLife, structure: ProductStructure): void {
  life.requireOncePublished();
  refuseWhileLinked(life, structure);
  if (life.package.kind === 'PLAN') structure.requireNotInSettings(life.package, 'would be archived');
  if (life.package.kind === 'ADDON' && life.openDraft) {
    const message = `${life.name} has an open draft; publish or discard it first`;
    throw new DomainError('AddonWithDraftCannotBeDeletedError', message);
  }
}

/**
 * May a package that was never published vanish with its draft? Links would lead nowhere.
 * @throws PlanWithChildCantBeDeleted, AddonIsCompatibleWithPlan, IntegrityViolation
 */
export function requireRemovable(life: PackageLife, structure: ProductStructure): void {
  refuseWhileLinked(life, structure);
  const needing = structure.addonsNeeding(life.package.uid);
  if (needing.length === 0) return;
  throw new DomainError(
    'IntegrityViolation',
    `${listed('ADDON', needing)} depends on ${life.name}; change that first`,
  );
}

/**
 * May this package return to the market? What it links to has to be there, as it had to when the link was made: nothing on
 * the market leads to what has left it. Its draft returns too. Domain: catalog L2, I5
 * @throws BadUserInput when it is not archived, EntityIsArchivedError, PlansCircularDependencyError
 */
export function requireRevivable(life: PackageLife, structure: ProductStructure): void {
  life.requireArchived();
  if (life.package.kind === 'ADDON') return;
  const versions = [
    ['published', life.latestVersion],
    ['draft', life.openDraft],
  ] as const;
  for (const [view, version] of versions) {
    if (!version) continue;
    const links = linksOf(version);
    requireLinkedLive(life.name, links, structure);
    structure.requireChain(life.package, links, view);
  }
}

function requireLinkedLive(name: string, links: VersionLinks, structure: ProductStructure): void {
  const { parentPlanUid, compatibleAddonUids } = links;
  const uids = parentPlanUid === null ? compatibleAddonUids : [parentPlanUid, ...compatibleAddonUids];
  const gone = uids.map((uid) => structure.find(uid)).find((node) => node?.isArchived);
  if (!gone) return;
  const message = `${name} needs ${nameOf(gone.kind, gone.id)}, which is archived; unarchive that first`;
  throw new DomainError('EntityIsArchivedError', message);
}

function refuseWhileLinked({ package: { uid }, name }: PackageLife, structure: ProductStructure): void {
  const children = structure.childrenOf(uid);
  if (children.length > 0) {
    const message = `${listed('PLAN', children)} inherits from ${name}; change the parent or archive it first`;
    throw new DomainError('PlanWithChildCantBeDeleted', message);
  }
  const plans = structure.plansListing(uid);
  if (plans.length > 0) {
    const message = `${listed('PLAN', plans)} lists ${name} as compatible; take it off first`;
    throw new DomainError('AddonIsCompatibleWithPlan', message);
  }
}
