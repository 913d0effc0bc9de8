import { page, one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { callerMay } from '#libs/context/request-context';
import { UseCase } from '#libs/use-cases/use-case';
import { MachineClock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import type { Permission } from '#libs/kernel/permission';
import type { TaskTally } from '#libs/kernel/task-state';
import { Journal, type ActivityEntity } from '#libs/messaging/journal';
import { TaskKinds } from '#libs/tasks/task-kinds';
import type { Task as StoredTask } from './domain/task';
import { TaskResultsRepository } from './task-results.repository';
import type { ListTaskResultsQuery, ListTasksQuery } from './tasks.inputs';
import { TasksRepository } from './tasks.repository';
import { Task, TaskResult } from './tasks.views';

const shownResults = 20;

/** What callers see of background work. Every task of this release comes of packages, hence the permission. */
@Injectable()
export class TasksService {
  constructor(
    private readonly tasks: TasksRepository,
    private readonly results: TaskResultsRepository,
    private readonly kinds: TaskKinds,
    private readonly clock: MachineClock,
    private readonly journal: Journal,
  ) {}

  @UseCase('listTasks', {
    needs: 'plans:read',
    answers: page(Task),
    summary: 'List background tasks, newest first. An addition.',
  })
  async list(query: ListTasksQuery): Promise<Page<Task>> {
    const { createdAt, entityId, entityType, kind, state } = query;
    const page = await this.tasks.list(pageRequestOf(query), {
      createdAt,
      entityId,
      entityType,
      kind,
      state,
    });
    const tallies = await this.talliesOf(page.items);
    return mapPage(page, (task) => Task.from(task, tallies.get(task.uid) ?? task));
  }

  /** @throws TaskNotFound */
  @UseCase('getTask', {
    needs: 'plans:read',
    answers: one(Task),
    summary: 'Get a background task with its progress. An addition.',
  })
  async get(id: string): Promise<Task> {
    return this.show(await this.tasks.getOrThrow(id));
  }

  /** @throws TaskNotFound, IdentityForbidden where the results tell what the caller may not read */
  @UseCase('listTaskResults', {
    needs: 'plans:read',
    answers: page(TaskResult),
    summary: 'List what became of the subjects of a task, newest first. An addition.',
  })
  async listResults(id: string, query: ListTaskResultsQuery): Promise<Page<TaskResult>> {
    const { uid, kind } = await this.tasks.getOrThrow(id);
    const missing = this.missingFor(kind);
    if (missing)
      throw new DomainError('IdentityForbidden', `The results of task ${id} need the permission ${missing}`);
    return mapPage(await this.results.list(pageRequestOf(query), uid, query.state), TaskResult.from);
  }

  /** After the answer no further subject has its turn. @throws TaskNotFound, InvalidArgumentError when it has ended */
  @UseCase('cancelTask', {
    needs: 'plans:write',
    answers: one(Task),
    summary: 'Stop a task; what it has done stays. An addition.',
  })
  async cancel(id: string): Promise<Task> {
    const task = await this.tasks.lockOrThrow(id);
    const tallies = await this.results.tallyOf([task.uid]);
    const now = this.clock.now();
    const before = toldOf(task);
    task.cancel(tallies.get(task.uid) ?? nothing, now);
    await this.tasks.save(task, now);
    const about = { entityType: task.entityType as ActivityEntity, entityId: task.entityId };
    this.journal.record({ type: 'task.canceled', ...about, before, after: toldOf(task) });
    return this.show(task);
  }

  private async show(task: StoredTask): Promise<Task> {
    const tallies = await this.talliesOf([task]);
    if (this.missingFor(task.kind)) return Task.from(task, tallies.get(task.uid) ?? task);
    const results = await this.results.firstOf(task.uid, shownResults);
    return Task.whole(task, tallies.get(task.uid) ?? task, results);
  }

  /** The permission without which a caller does not see the results of such a task. */
  private missingFor(kind: string): Permission | undefined {
    const needed = this.kinds.find(kind)?.facts.resultsNeed;
    return needed && !callerMay(needed) ? needed : undefined;
  }

  /** Of those that run; one that has ended knows its own. */
  private async talliesOf(tasks: readonly StoredTask[]): Promise<Map<string, TaskTally>> {
    const running = tasks.filter(({ finishedAt }) => finishedAt === null).map(({ uid }) => uid);
    return running.length === 0 ? new Map() : this.results.tallyOf(running);
  }
}

/** As the activity log tells it. */
const toldOf = ({ uid: taskId, kind, state }: StoredTask): object => ({ taskId, kind, state });

const nothing: TaskTally = { done: 0, failed: 0 };
