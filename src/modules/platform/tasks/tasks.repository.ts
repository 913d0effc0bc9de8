import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { isUid } from '#libs/kernel/ids';
import type { Page, PageRequest } from '#libs/kernel/page';
import type { TaskState } from '#libs/kernel/task-state';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { Task } from './domain/task';
import { taskMapping } from './task.mapping';

export interface TaskFilter {
  state?: TaskState[];
  kind?: string;
  entityType?: string[];
  entityId?: string;
  createdAt?: InstantRange;
}

@Injectable()
export class TasksRepository extends TenantTable<Task> {
  constructor(persistence: Persistence) {
    super(persistence, taskMapping);
  }

  /** @throws TaskNotFound */
  async getOrThrow(id: string): Promise<Task> {
    return present(id, isUid(id) ? await this.where('t.uid = $2', [id]) : []);
  }

  /** Waits for the subject that is in work just now. @throws TaskNotFound */
  async lockOrThrow(id: string): Promise<Task> {
    return present(id, isUid(id) ? await this.where('t.uid = $2 for update', [id]) : []);
  }

  /** @throws BadUserInput for a cursor that names nothing in this environment */
  list(request: PageRequest, filter: TaskFilter): Promise<Page<Task>> {
    const predicate = new Predicate()
      .oneOf('t.state', filter.state)
      .equals('t.kind', filter.kind)
      .oneOf('t.entity_type', filter.entityType)
      .equals('t.entity_id', filter.entityId)
      .within('t.created_at', filter.createdAt);
    return this.pageByKey(request, predicate);
  }
}

function present(id: string, [task]: Task[]): Task {
  if (!task) throw new DomainError('TaskNotFound', `Task ${id} was not found`);
  return task;
}
