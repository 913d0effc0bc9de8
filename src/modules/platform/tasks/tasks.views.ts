import { taskStates, type TaskState, type TaskTally } from '#libs/kernel/task-state';
import { View } from '#libs/shape/classes';
import { Int, Json, ListOf, Nested, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { ActivityEntityEnum } from '#modules/platform/activity';
import type { Task as StoredTask } from './domain/task';
import type { TaskResult as StoredTaskResult } from './domain/task-result';

export const TaskStateEnum = enumShape<TaskState>('TaskState', [...taskStates]);
export const TaskResultStateEnum = enumShape('TaskResultState', ['DONE', 'FAILED']);
const count = { min: 0, max: 2 ** 31 - 1 } as const;

@View('How many of its subjects have had their turn.')
export class TaskProgress {
  @Int(count) done: number;
  @Int(count) failed: number;
  @Int({
    ...count,
    description:
      'As far as is known by now: what is found on the way makes it grow. Exact once the task has ended.',
  })
  total: number;
}

@View('What became of one subject of a task.')
export class TaskResult {
  @Text({ format: 'uuid' }) id: string;
  @OneOf(ActivityEntityEnum) entityType: string;

  @Text({ description: 'Of the subject: the subscription that was moved, the last customer of a range.' })
  entityId: string;

  @OneOf(TaskResultStateEnum) state: 'DONE' | 'FAILED';

  @Text({ nullable: true, description: 'Error code of a refusal; null for an unexpected failure.' })
  code: string | null;

  @Text({ nullable: true }) message: string | null;
  @Json({ nullable: true, description: 'What tasks of this kind tell of a subject.' }) result: object | null;
  @Timestamp() createdAt: Date;

  static from(stored: StoredTaskResult): TaskResult {
    const { uid: id, entityType, entityId, state, code, message, result, createdAt } = stored;
    return { id, entityType, entityId, state, code, message, result, createdAt };
  }
}

@View('Background work on many subjects.')
export class Task {
  @Text({ format: 'uuid' }) id: string;
  @Text({ description: 'Such as `MIGRATE_SUBSCRIPTIONS`.' }) kind: string;
  @OneOf(ActivityEntityEnum) entityType: string;

  @Text({ description: 'What it is about: the plan that was published, the hash of a catalog plan.' })
  entityId: string;

  @OneOf(TaskStateEnum) state: TaskState;
  @Nested(TaskProgress) progress: TaskProgress;

  @ListOf(TaskResult, {
    optional: true,
    description:
      'The first 20, those that failed before the others; left out of lists, and where the caller may not read what they tell.',
  })
  results?: TaskResult[];

  @Timestamp() createdAt: Date;
  @Timestamp({ nullable: true }) startedAt: Date | null;
  @Timestamp({ nullable: true }) finishedAt: Date | null;

  static from(stored: StoredTask, tally: TaskTally): Task {
    const { uid: id, kind, entityType, entityId, state, createdAt, startedAt, finishedAt } = stored;
    const progress = stored.progressWith(tally);
    return { id, kind, entityType, entityId, state, progress, createdAt, startedAt, finishedAt };
  }

  /** With results, as a single task is told. */
  static whole(stored: StoredTask, tally: TaskTally, results: readonly StoredTaskResult[]): Task {
    return { ...Task.from(stored, tally), results: results.map(TaskResult.from) };
  }
}
