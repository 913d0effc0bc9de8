import { DomainError } from '#libs/kernel/errors/domain-error';
import {
  Package,
  type PackageReference,
  type PackageLife,
  PackageVersion,
  type VersionTerms,
} from '#modules/catalog/package-versions';

const maxIdLength = 255;

/** The id with the lowest number that is free; a long one is cut so that it fits. Domain: catalog P7, C1 */
export function copyIdOf(id: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = `-copy-${number}`;
    const copyId = id.slice(0, maxIdLength - suffix.length) + suffix;
    if (!taken.has(copyId)) return copyId;
  }
}

type Owner = Pick<Package, 'productUid' | 'productId'>;

/** Another package with the same content, of the product that is the copy. It is known to no billing provider. */
export function copyOfPackage(original: Package, id: string, owner: Owner, now: Date): Package {
  const { kind, displayName, description, metadata } = original;
  const { productUid, productId } = owner;
  const given = { kind, id, productUid, productId, displayName, description, metadata, billingId: null };
  return Package.create(given, now);
}

/**
 * Version 1, with the links of what readers are told leading to the copies.
 * @param copies by uid of the original
 * @throws DuplicateProductValidationError where the copy would mean something else without an archived package
 */
export function copyOfVersion(
  { told, name }: PackageLife,
  copies: ReadonlyMap<string, Package>,
  now: Date,
): PackageVersion {
  const copied = ({ uid }: PackageReference): PackageReference[] => {
    const copy = copies.get(uid);
    return copy ? [{ uid: copy.uid, id: copy.id }] : [];
  };
  const needed = (field: string, link: PackageReference): PackageReference => {
    const [copy] = copied(link);
    if (copy) return copy;
    const message = `${field}: ${name} needs ${link.id}, which is archived and not copied; unarchive it or change ${name}`;
    throw new DomainError('DuplicateProductValidationError', message);
  };
  const { parentPlanUid: uid, parentPlanId: id, compatibleAddons, dependencies } = told.terms;
  const parent = uid !== null && id !== null ? needed('parentPlanId', { uid, id }) : null;
  const terms: VersionTerms = {
    ...told.terms,
    parentPlanUid: parent?.uid ?? null,
    parentPlanId: parent?.id ?? null,
    // An archived addon cannot be bought beside the plan, so nothing is lost without it.
    compatibleAddons: compatibleAddons?.flatMap(copied) ?? null,
    dependencies: dependencies?.map((link) => needed('dependencies', link)) ?? null,
  };
  const copy = copies.get(told.packageUid);
  if (!copy) throw new Error(`${name} has no copy`);
  return PackageVersion.draft(copy.uid, 1, terms, now);
}
