import { TenantEntity } from '#libs/kernel/tenant-entity';

/** What became of one subject of a task. Written once, with the work on it. Domain: catalog L7 */
export class TaskResult extends TenantEntity {
  taskUid: string;
  /** Its place in the order of the task. */
  subjectKey: string;
  entityType: string;
  entityId: string;
  state: 'DONE' | 'FAILED';
  /** Of the refusal; null for a fault, and where nothing failed. */
  code: string | null;
  message: string | null;
  /** What its kind tells of it. */
  result: object | null;
}
