import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import type { TaskTally } from '#libs/kernel/task-state';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { TaskResult } from './domain/task-result';
import { taskResultMapping } from './task.mapping';

@Injectable()
export class TaskResultsRepository extends TenantTable<TaskResult> {
  constructor(persistence: Persistence) {
    super(persistence, taskResultMapping);
  }

  /** By task: how many subjects have had their turn. */
  async tallyOf(taskUids: readonly string[]): Promise<Map<string, TaskTally>> {
    const text = `select t.task_uid as "taskUid", count(*) filter (where t.state = 'DONE')::int as done,
                         count(*) filter (where t.state = 'FAILED')::int as failed
                    from task_result t where ${this.own} and t.task_uid = any($2) group by t.task_uid`;
    const rows = await this.ask<TaskTally & { taskUid: string }>(text, [taskUids]);
    return new Map(rows.map(({ taskUid, done, failed }) => [taskUid, { done, failed }]));
  }

  /** Some of one task, in the order of the work: those that failed, then the others. */
  async firstOf(taskUid: string, limit: number): Promise<TaskResult[]> {
    const ofState = 't.task_uid = $2 and t.state = $3 order by t.uid limit $4';
    const failed = await this.where(ofState, [taskUid, 'FAILED', limit]);
    const room = limit - failed.length;
    return room === 0 ? failed : [...failed, ...(await this.where(ofState, [taskUid, 'DONE', room]))];
  }

  /** @throws BadUserInput for a cursor that names nothing in this environment */
  list(
    request: PageRequest,
    taskUid: string,
    states: readonly string[] | undefined,
  ): Promise<Page<TaskResult>> {
    const predicate = new Predicate().equals('t.task_uid', taskUid).oneOf('t.state', states);
    return this.pageByKey(request, predicate);
  }
}
