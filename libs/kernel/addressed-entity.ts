import { TenantEntity } from './tenant-entity';

/** A stored object that callers address by a public id, unique in its environment. */
export abstract class AddressedEntity extends TenantEntity {
  abstract id: string;
  /**
   * Counts its states; kept by the repository. The entity tag tells it, so that nobody overwrites what they have not read.
   * Domain: catalog C10
   */
  revision: number;
}
