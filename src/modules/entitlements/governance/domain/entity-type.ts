import { TenantEntity } from '#libs/kernel/tenant-entity';

/** What is told of a type; what is left out stays. */
export interface EntityTypeState {
  displayName: string;
  description?: string | null | undefined;
  attributionKeys: string[];
}

/** A category of those who use what a customer has: teams, agents. Domain: access-and-events G2 */
export class EntityType extends TenantEntity {
  /** Unique in its environment. */
  id: string;
  displayName: string;
  description: string | null;
  /** Dimensions of usage that name an entity of this type. */
  attributionKeys: string[];

  static create(
    id: string,
    { displayName, description = null, attributionKeys }: EntityTypeState,
    now: Date,
  ) {
    const state = { id, displayName, description, attributionKeys };
    return EntityType.instantiate<EntityType>(EntityType, state, now);
  }

  change({ displayName, description = this.description, attributionKeys }: EntityTypeState): void {
    Object.assign(this, { displayName, description, attributionKeys });
  }
}
