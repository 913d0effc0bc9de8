import { TenantEntity } from '#libs/kernel/tenant-entity';

/** One change of one object, as it was made. The journal writes it; nobody changes it. Domain: access-and-events W8 */
export class ActivityEntry extends TenantEntity {
  type: string;
  entityType: string;
  entityId: string;
  parentId: string | null;
  actorType: string;
  /** Key, user or job. */
  actor: string;
  before: object | null;
  after: object | null;
  requestId: string;
  /** Its place in the log of its environment, from 1 on without gaps. */
  seq: number;
  /** Of it and of the entry before it, hexadecimal. */
  hash: string;
}
