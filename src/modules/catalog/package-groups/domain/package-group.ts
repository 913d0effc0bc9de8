import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { withoutAbsent } from '#libs/kernel/patch';
import type { PackageReference } from '#modules/catalog/package-versions';

export type PackageGroupStatus = 'PUBLISHED' | 'ARCHIVED';

export interface PackageGroupChanges {
  displayName?: string | null;
  addons?: PackageReference[];
}

type NewPackageGroup = Pick<PackageGroup, 'id' | 'displayName' | 'productUid' | 'productId' | 'addons'>;

/** A named set of addons of one product, to be offered with plans as a whole. Domain: catalog A6 */
export class PackageGroup extends AddressedEntity {
  id: string;
  displayName: string | null;
  productUid: string;
  productId: string;
  /** In the order of the last request that named them, each once. */
  addons: PackageReference[];
  status: PackageGroupStatus;

  static create(given: NewPackageGroup, now: Date): PackageGroup {
    return PackageGroup.instantiate<PackageGroup>(PackageGroup, { ...given, status: 'PUBLISHED' }, now);
  }

  get addonIds(): string[] {
    return this.addons.map(({ id }) => id);
  }

  change(changes: PackageGroupChanges): void {
    Object.assign(this, withoutAbsent(changes));
  }

  archive(): void {
    this.requireLive();
    this.status = 'ARCHIVED';
  }

  /** @throws BadUserInput when it is not archived. Choice: the mirror of archiving twice, which is refused too. */
  unarchive(): void {
    if (this.status !== 'ARCHIVED') throw badInput(`Package group ${this.id} is not archived`);
    this.status = 'PUBLISHED';
  }

  /** @throws EntityIsArchivedError */
  requireLive(): void {
    if (this.status !== 'ARCHIVED') return;
    throw new DomainError('EntityIsArchivedError', `Package group ${this.id} is archived`);
  }

  /** Nobody could pick more different addons than there are. @throws BadUserInput. Domain: catalog A6 */
  requireEnough(minItems: number | null, field: string, by = ''): void {
    if (minItems === null || minItems <= this.addons.length) return;
    const has = `package group ${this.id} has ${this.addons.length} addons`;
    throw badInput(`${field}: ${has} and ${minItems} different ones are asked for${by}`);
  }
}
