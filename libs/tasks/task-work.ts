import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { newContext, runInContext, type RequestContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { acrossOutages } from '#libs/messaging/outage';
import { isDatabaseAway } from '#libs/persistence/pg-errors';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import { TaskKinds, type FoundTaskKind, type TaskSubject } from './task-kinds';
import { TaskLeaseKeeper } from './task-lease-keeper';
import { TaskLeases, type LeasedTask } from './task-leases';
import { TaskResults, type SubjectFailure } from './task-results';

/** How many subjects lie in memory at once. */
const batchSize = 100;
const maxTurns = 3;
const retryDelayMs = 200;
/** As often a task is taken up again without coming further: by then it is the task that ends processes. */
const maxAttempts = 10;

/** From where a task stands to its end, or until something stops it: whoever takes it up next goes on from there. */
@Injectable()
export class TaskWork {
  constructor(
    private readonly kinds: TaskKinds,
    private readonly leases: TaskLeases,
    private readonly results: TaskResults,
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: Metrics,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** @param mustStop asked between two subjects */
  async perform(task: LeasedTask, mustStop: () => boolean): Promise<void> {
    const keeper = new TaskLeaseKeeper(this.leases, task);
    await runInContext(contextOf(task), async () => {
      try {
        if (task.attempts > maxAttempts) await this.leases.fail(task);
        else await this.walk(task, keeper, mustStop);
      } catch (error) {
        const isAway = isDatabaseAway(error);
        const level = isAway ? 'warn' : 'error';
        this.logger[level]({ err: error, taskId: task.uid, kind: task.kind }, 'a task broke off');
        const letGo = () => (isAway ? this.leases.giveBack(task) : this.leases.release(task, task.attempts));
        // Where no database comes back, the lease runs out by itself.
        await acrossOutages(letGo, mustStop).catch(() => undefined);
      } finally {
        keeper.end();
      }
    });
  }

  private async walk(task: LeasedTask, keeper: TaskLeaseKeeper, mustStop: () => boolean): Promise<void> {
    const kind = this.kinds.get(task.kind);
    for (let position = task.position; ;) {
      const subjects = await kind.provider.next(task.payload, position, batchSize);
      for (const subject of subjects) {
        if (keeper.isLost) return;
        if (mustStop()) return this.leases.release(task);
        if (!(await this.turnOf(subject, task, kind))) await keeper.renew();
      }
      position = subjects.at(-1)?.key ?? null;
      if (position === null) return this.leases.finish(task);
      await this.leases.advance(task, position);
    }
  }

  /** @returns whether this was the turn of the subject; it had it before, or the task is not ours any more */
  private async turnOf(subject: TaskSubject, task: LeasedTask, kind: FoundTaskKind): Promise<boolean> {
    for (let turn = 1; ; turn++) {
      try {
        const isDone = await this.unitOfWork.run(() => this.process(subject, task, kind));
        if (isDone) this.metrics.taskSubject(task.kind, 'done');
        return isDone;
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        const failure = failureOf(error);
        if (isPassing(error) && turn < maxTurns) {
          await sleep(retryDelayMs * turn);
          continue;
        }
        if (failure.code === null) {
          this.logger.error(
            { err: error, taskId: task.uid, subject: subject.id },
            'a subject of a task failed',
          );
        }
        this.metrics.taskSubject(task.kind, failure.code ?? 'fault');
        return this.results.claim(task, kind.facts.entityType, subject, failure);
      }
    }
  }

  private async process(subject: TaskSubject, task: LeasedTask, kind: FoundTaskKind): Promise<boolean> {
    if (!(await this.results.claim(task, kind.facts.entityType, subject))) return false;
    const result = await kind.provider.process(task.payload, subject);
    if (result) await this.results.tell(task, subject, result);
    return true;
  }
}

/** What the work changes is changed by who asked for it; the log finds it by the id of the task. */
const contextOf = ({ uid, kind, principal, environmentId }: LeasedTask): RequestContext => ({
  ...newContext(uid, 'WORKER'),
  principal: { ...principal, environmentId, may: () => true },
  useCase: kind,
});

/** A refusal stays what it is; a fault may be over, and so may the lock of another writer. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof DomainError) ||
  (error.code === 'ObjectAlreadyBeingUsedByAnotherRequestError' && !error.isDefinite);

const failureOf = (error: unknown): SubjectFailure =>
  error instanceof DomainError
    ? { code: error.code, message: error.message }
    : {
        code: null,
        message: 'An unexpected failure; the log of the service tells it under the id of the task',
      };
