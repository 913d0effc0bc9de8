import { DomainError } from '#libs/kernel/errors/domain-error';
import type { TaskState, TaskTally } from '#libs/kernel/task-state';
import { TenantEntity } from '#libs/kernel/tenant-entity';

/** Background work on many subjects, as it stands. The runner writes it; a caller may cancel it. Domain: catalog L7 */
export class Task extends TenantEntity {
  kind: string;
  /** What it is about: the plan that was published. */
  entityType: string;
  entityId: string;
  state: TaskState;
  /** What its kind needs. */
  payload: object;
  /** Who asked for it. */
  principal: object;
  /** Subjects, as far as is known by now. */
  total: number;
  /** Counted when it ends; until then the results are. */
  done: number;
  failed: number;
  /** Key of the last subject of the last whole batch. */
  position: string | null;
  attempts: number;
  leaseOwner: string | null;
  leaseUntil: Date | null;
  startedAt: Date | null;
  finishedAt: Date | null;

  /** Those that had their turn keep what became of them. @throws InvalidArgumentError when it has ended */
  cancel({ done, failed }: TaskTally, now: Date): void {
    if (this.finishedAt) {
      throw new DomainError('InvalidArgumentError', `id: task ${this.uid} is ${this.state} and has ended`);
    }
    const noLease = { leaseOwner: null, leaseUntil: null };
    Object.assign(this, { state: 'CANCELED', done, failed, finishedAt: now, ...noLease });
  }

  /** Subjects may come or go while it runs. */
  progressWith({ done, failed }: TaskTally): TaskTally & { total: number } {
    return { done, failed, total: Math.max(this.total, done + failed) };
  }
}
