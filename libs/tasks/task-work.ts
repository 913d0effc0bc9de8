import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { runInContext, workerContext, type RequestContext } from '#libs/context/request-context';
import { remembering } from '#libs/context/remembered';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { acrossOutages } from '#libs/messaging/outage';
import { isWriteless } from '#libs/persistence/pg-errors';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import { TaskKinds, type FoundTaskKind, type TaskSubject } from './task-kinds';
import { TaskLeaseKeeper } from './task-lease-keeper';
import { TaskLeases, type LeasedTask } from './task-leases';
import { TaskResults, type FailedSubject, type SubjectFailure, type ToldResult } from './task-results';

/** How many subjects lie in memory at once. */
const batchSize = 100;
/** A total that grows is told anew no more often: what is left is counted for it. */
const countingMs = 1000;
const maxTurns = 3;
const retryDelayMs = 200;
/** As often a task is taken up again without coming further: by then it is the task that ends processes. */
const maxAttempts = 10;

/** Of a turn. Not all of them had theirs: they had it before, or the task is not ours any more. One of several failed, so nothing is kept. */
type Outcome = 'DONE' | 'NOT_ITS_TURN' | 'UNDONE';

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

  /** @param mustStop asked between two turns */
  async perform(task: LeasedTask, mustStop: () => boolean): Promise<void> {
    const keeper = new TaskLeaseKeeper(this.leases, task);
    await runInContext(contextOf(task), async () => {
      try {
        if (task.attempts > maxAttempts) await this.leases.fail(task);
        else await this.walk(task, keeper, mustStop);
      } catch (error) {
        const isAway = isWriteless(error);
        const level = isAway ? 'warn' : 'error';
        this.logger[level]({ err: error, taskId: task.uid, kind: task.kind }, 'a task broke off');
        const letGo = () => (isAway ? this.leases.giveBack(task) : this.leases.release(task, task.attempts));
        // Where no database comes back, or it has gone to another one, the lease runs out by itself.
        await acrossOutages(letGo, mustStop).catch(() => undefined);
      } finally {
        keeper.end();
      }
    });
  }

  private async walk(task: LeasedTask, keeper: TaskLeaseKeeper, mustStop: () => boolean): Promise<void> {
    const kind = this.kinds.get(task.kind);
    let counted = performance.now();
    for (let position = task.position; ;) {
      const subjects = await kind.provider.next(task.payload, position, batchSize);
      const turns = turnsOf(subjects, kind.facts.turnSize ?? 1);
      for (let turn = turns.shift(); turn; turn = turns.shift()) {
        if (keeper.isLost) return;
        if (mustStop()) return this.leases.release(task);
        const outcome = await this.turnOf(turn, task, kind);
        if (outcome === 'UNDONE') turns.unshift(...turnsOf(turn, 1));
        else if (outcome === 'NOT_ITS_TURN') await keeper.renew();
      }
      position = subjects.at(-1)?.key ?? null;
      if (position === null) return this.leases.finish(task);
      await this.leases.advance(task, position);
      if (!kind.provider.left || performance.now() - counted < countingMs) continue;
      await this.leases.expect(task, await kind.provider.left(task.payload, position));
      counted = performance.now();
    }
  }

  private async turnOf(subjects: TaskSubject[], task: LeasedTask, kind: FoundTaskKind): Promise<Outcome> {
    const [subject, ...others] = subjects as [TaskSubject, ...TaskSubject[]];
    return others.length === 0
      ? this.turnAlone(subject, task, kind)
      : this.turnTogether(subjects, task, kind);
  }

  /** Which of them failed shows when each has a turn of its own, and it is told why then. */
  private async turnTogether(
    subjects: readonly TaskSubject[],
    task: LeasedTask,
    kind: FoundTaskKind,
  ): Promise<Outcome> {
    try {
      return await this.oneTurn(subjects, task, kind);
    } catch (error) {
      if (isWriteless(error)) throw error;
      return 'UNDONE';
    }
  }

  private async turnAlone(subject: TaskSubject, task: LeasedTask, kind: FoundTaskKind): Promise<Outcome> {
    for (let turn = 1; ; turn++) {
      try {
        return await this.oneTurn([subject], task, kind);
      } catch (error) {
        if (isWriteless(error)) throw error;
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
        const claimed = await this.results.claim(task, kind.facts.entityType, [subject], failure);
        return claimed.size === 1 ? 'DONE' : 'NOT_ITS_TURN';
      }
    }
  }

  private async oneTurn(
    subjects: readonly TaskSubject[],
    task: LeasedTask,
    kind: FoundTaskKind,
  ): Promise<Outcome> {
    const work = () => this.process(subjects, task, kind);
    const { claimed, failed } = await this.unitOfWork.run(
      subjects.length > 1 ? () => remembering(work) : work,
    );
    this.metrics.taskSubject(task.kind, 'done', claimed - failed.length);
    for (const { code } of failed) this.metrics.taskSubject(task.kind, code ?? 'fault');
    return claimed === subjects.length ? 'DONE' : 'NOT_ITS_TURN';
  }

  /** @returns how many had their turn, and which of them were refused in it */
  private async process(
    subjects: readonly TaskSubject[],
    task: LeasedTask,
    kind: FoundTaskKind,
  ): Promise<{ claimed: number; failed: readonly FailedSubject[] }> {
    const claimed = await this.results.claim(task, kind.facts.entityType, subjects);
    const mine = subjects.filter(({ key }) => claimed.has(key));
    if (mine.length > 1) await kind.provider.prepare?.(task.payload, mine);
    const told: ToldResult[] = [];
    const failed: FailedSubject[] = [];
    for (const subject of mine) {
      const { key } = subject;
      const result = await kind.provider.process(task.payload, subject);
      if (result instanceof DomainError) failed.push({ key, ...failureOf(result) });
      else if (result) told.push({ key, result });
    }
    await this.results.tell(task, told);
    await this.results.fail(task, failed);
    return { claimed: claimed.size, failed };
  }
}

function turnsOf<S>(subjects: readonly S[], size: number): S[][] {
  const turns: S[][] = [];
  for (let first = 0; first < subjects.length; first += size) turns.push(subjects.slice(first, first + size));
  return turns;
}

/** What the work changes is changed by who asked for it; the log finds it by the id of the task. */
const contextOf = ({ uid, kind, principal, environmentId }: LeasedTask): RequestContext =>
  workerContext(uid, { ...principal, environmentId, may: () => true }, kind);

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
