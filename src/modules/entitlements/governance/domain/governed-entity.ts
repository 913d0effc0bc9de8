import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { TenantEntity } from '#libs/kernel/tenant-entity';

/** What a request says of an entity; what is left out stays. */
export interface EntityPatch {
  type?: { uid: string; id: string } | undefined;
  displayName?: string | null | undefined;
  metadata?: MetadataPatch | undefined;
}

/** Whose it is, and what it is called there. */
export interface EntityName {
  customerUid: string;
  customerId: string;
  id: string;
}

/** Somebody within a customer who uses what the customer has: a team, an agent. Domain: access-and-events G3, G5 */
export class GovernedEntity extends TenantEntity {
  customerUid: string;
  customerId: string;
  /** Unique within the customer. */
  id: string;
  entityTypeUid: string;
  entityTypeId: string;
  displayName: string | null;
  metadata: Metadata;
  archivedAt: Date | null;
  /** Keys of those above it, its parent first. They change with its own parent only: who has children keeps its place. */
  ancestorUids: string[];
  /** Its parent, the first of them. */
  parentUid: string | null;
  parentId: string | null;

  /** @param at its place in the request @throws BadUserInput without a type, InvalidMetadataError */
  static create(
    name: EntityName,
    { type, displayName = null, metadata }: EntityPatch,
    at: string,
    now: Date,
  ): GovernedEntity {
    if (!type)
      throw badInput(
        `${at}.entityTypeId is required: there is no entity ${name.id} yet, and it needs a type`,
      );
    const state = {
      ...name,
      ...{ entityTypeUid: type.uid, entityTypeId: type.id, displayName },
      metadata: patchMetadata({}, metadata, `${at}.metadata`),
      ...{ archivedAt: null, ancestorUids: [], parentUid: null, parentId: null },
    };
    return GovernedEntity.instantiate<GovernedEntity>(GovernedEntity, state, now);
  }

  /** @throws EntityIsArchivedError, InvalidMetadataError */
  change({ type, displayName = this.displayName, metadata }: EntityPatch, at: string): void {
    this.requireLive(at);
    if (type) Object.assign(this, { entityTypeUid: type.uid, entityTypeId: type.id });
    this.displayName = displayName;
    this.metadata = patchMetadata(this.metadata, metadata, `${at}.metadata`);
  }

  /** @throws EntityIsArchivedError */
  requireLive(at: string): void {
    if (this.archivedAt === null) return;
    throw new DomainError(
      'EntityIsArchivedError',
      `${at}: entity ${this.id} is archived; unarchive it first`,
    );
  }
}
