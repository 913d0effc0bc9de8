import { DomainError } from '#libs/kernel/errors/domain-error';
import { nameOf, type PackageKind } from './package-kind';
import type { PackageLife } from './package-life';
import type { PackageNode, ProductStructure } from './product-structure';

const listed = (kind: PackageKind, nodes: readonly PackageNode[]): string =>
  nodes.map(({ id }) => nameOf(kind, id)).join(', ');

/**
 * May this package leave the market? Domain: catalog L9
 * @throws DraftPlanCantBeArchived, DraftAddonCantBeArchived, PlanWithChildCantBeDeleted, AddonIsCompatibleWithPlan,
 *   AddonWithDraftCannotBeDeletedError
 */
export function requireArchivable(life: PackageLife, structure: ProductStructure): void {
  life.requireOncePublished();
  refuseWhileLinked(life, structure);
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
