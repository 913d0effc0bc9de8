import { instant, integer, jsonb, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { Task } from './domain/task';
import { TaskResult } from './domain/task-result';

export const taskMapping = tenantMapping(Task, 'task', {
  columns: {
    kind: text(),
    entityType: text(),
    entityId: text(),
    state: text(),
    payload: jsonb(),
    principal: jsonb(),
    total: integer(),
    done: integer(),
    failed: integer(),
    position: text(true),
    attempts: integer(),
    leaseOwner: uuid(true),
    leaseUntil: instant(true),
    startedAt: instant(true),
    finishedAt: instant(true),
  },
  indices: [{ name: 'ix_task_entity', columns: ['entityType', 'entityId', 'uid'] }],
});
// Who looks for work, and who forgets old tasks, does so in all environments at once.
taskMapping.options.indices?.push(
  { name: 'ix_task_open', columns: ['createdAt'], where: 'finished_at IS NULL' },
  { name: 'ix_task_finished_at', columns: ['finishedAt'], where: 'finished_at IS NOT NULL' },
);

export const taskResultMapping = tenantMapping(TaskResult, 'task_result', {
  columns: {
    taskUid: uuid(),
    subjectKey: text(),
    entityType: text(),
    entityId: text(),
    state: text(),
    code: text(true),
    message: text(true),
    result: jsonb(true),
  },
  // Each subject has one turn.
  uniques: [{ name: 'uq_task_result_subject', columns: ['taskUid', 'subjectKey'] }],
  indices: [{ name: 'ix_task_result_state', columns: ['taskUid', 'state', 'uid'] }],
  references: [
    { name: 'fk_task_result_task', property: 'taskUid', target: () => 'Task', onDelete: 'CASCADE' },
  ],
});
