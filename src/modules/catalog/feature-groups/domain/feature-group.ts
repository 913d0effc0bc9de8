import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { withoutAbsent } from '#libs/kernel/patch';

export type FeatureGroupStatus = 'PUBLISHED' | 'ARCHIVED';

type NewFeatureGroup = Pick<FeatureGroup, 'id' | 'displayName' | 'metadata'>;

interface FeatureGroupChanges {
  displayName?: string;
  metadata?: MetadataPatch | null;
}

/** A named set of features that packages take whole. Its members lie in rows of their own. Domain: catalog F10 */
export class FeatureGroup extends AddressedEntity {
  id: string;
  displayName: string;
  status: FeatureGroupStatus;
  metadata: Metadata;

  static create(given: NewFeatureGroup, now: Date): FeatureGroup {
    return FeatureGroup.instantiate<FeatureGroup>(FeatureGroup, { ...given, status: 'PUBLISHED' }, now);
  }

  /** @throws EntityIsArchivedError, InvalidMetadataError */
  change({ metadata, ...rest }: FeatureGroupChanges): void {
    this.requireLive();
    Object.assign(this, withoutAbsent(rest));
    this.metadata = patchMetadata(this.metadata, metadata);
  }

  /** Packages that took it keep what they took. @throws EntityIsArchivedError when it is archived already */
  archive(): void {
    this.requireLive();
    this.status = 'ARCHIVED';
  }

  /** @throws BadUserInput when it is not archived, as customers do */
  unarchive(): void {
    if (this.status !== 'ARCHIVED') throw badInput(`Feature group ${this.id} is not archived`);
    this.status = 'PUBLISHED';
  }

  /** @throws EntityIsArchivedError: an archived group is not changed and not taken by another package */
  requireLive(): void {
    if (this.status !== 'ARCHIVED') return;
    throw new DomainError(
      'EntityIsArchivedError',
      `Feature group ${this.id} is archived; unarchive it first`,
    );
  }
}
