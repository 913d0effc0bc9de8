import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import type { PackageKind } from './package-kind';

/** What can be changed at any time, draft or not. Domain: catalog L4 */
export interface PackageChanges {
  displayName?: string;
  description?: string | null;
  billingId?: string | null;
  metadata?: MetadataPatch;
}

type NewPackage = Omit<Package, Exclude<keyof AddressedEntity, 'id'> | 'change'>;

/** What all versions of a plan or an addon share. Domain: catalog L1, L4 */
export class Package extends AddressedEntity {
  kind: PackageKind;
  id: string;
  productUid: string;
  productId: string;
  displayName: string;
  description: string | null;
  billingId: string | null;
  metadata: Metadata;

  static create(given: NewPackage, now: Date): Package {
    return Package.instantiate<Package>(Package, given, now);
  }

  /** @throws InvalidMetadataError */
  change({ metadata, ...rest }: PackageChanges): void {
    Object.assign(this, withoutAbsent(rest));
    this.metadata = patchMetadata(this.metadata, metadata);
  }
}
