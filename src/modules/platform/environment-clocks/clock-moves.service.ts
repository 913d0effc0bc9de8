import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EnvironmentClock } from '#libs/context/environment-clock';
import { currentEnvironmentId } from '#libs/context/request-context';
import { dueBySetClocks, DueOrder, type DueStep } from '#libs/messaging/due-order';
import { Upkeep } from '#libs/messaging/extensions';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { LongTask, type TaskKind, type TaskSubject } from '#libs/tasks/task-kinds';
import { Tasks } from '#libs/tasks/tasks';
import type { EnvironmentClock as StoredClock } from './domain/environment-clock';
import { EnvironmentClocksRepository } from './environment-clocks.repository';

const kind = 'MOVE_CLOCK';
const lookMs = 50;
/** By then a process that lives has heard of it, or something is wrong and the task is taken up again. */
const patienceMs = 30_000;
/** Measured: one by one, each costs twice as much. Who writes for a customer waits for these at most. */
const turnSize = 50;
/** Further ones are found on the way. */
const mostCounted = 10_000;

interface Payload {
  /** Of the setting. */
  version: number;
  /** Milliseconds. */
  until: number;
}

interface Subject extends TaskSubject {
  step: DueStep;
}

/**
 * What falls due on the way of a clock that is moved: done in its order once every process goes by the new time, so that none writes
 * at the old one any more. Domain: access-and-events K3; ADR-0065
 */
@Injectable()
@LongTask(kind, { entityType: 'ENVIRONMENT_CLOCK', turnSize })
export class ClockMoves implements TaskKind<Payload, Subject> {
  constructor(
    private readonly clocks: EnvironmentClocksRepository,
    private readonly order: DueOrder,
    private readonly tasks: Tasks,
    private readonly inForce: EnvironmentClock,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** From the commit on, for the next request of the same caller; other processes hear of it by their polls. */
  goBy({ environmentId, frozenAt, aheadMs, version }: StoredClock): void {
    const setting = { environmentId, frozenAt: frozenAt?.getTime() ?? null, aheadMs, version };
    this.unitOfWork.afterCommit(() => this.inForce.learn(setting));
  }

  /** With the unit of work that is open. @returns the id of the task */
  async start(version: number, until: Date): Promise<string> {
    const environmentId = currentEnvironmentId();
    const total = await this.order.count(environmentId, until, null, mostCounted);
    const payload: Payload = { version, until: until.getTime() };
    return this.tasks.start({
      kind,
      entityType: 'ENVIRONMENT_CLOCK',
      entityId: environmentId,
      payload,
      total,
    });
  }

  async next({ version, until }: Payload, after: string | null, limit: number): Promise<Subject[]> {
    if (after === null) await this.reachAll(version);
    const steps = await this.order.next(currentEnvironmentId(), new Date(until), after, limit);
    return steps.map((step) => ({ key: step.key, id: step.subject.uid, step }));
  }

  async process(_: Payload, { step }: Subject): Promise<object> {
    await this.order.carryOut(step);
    return { work: step.kind.name, dueAt: step.subject.dueAt };
  }

  prepare(_: Payload, subjects: readonly Subject[]): Promise<void> {
    return this.order.prepare(subjects.map(({ step }) => step));
  }

  left({ until }: Payload, after: string): Promise<number> {
    return this.order.count(currentEnvironmentId(), new Date(until), after, mostCounted);
  }

  /**
   * Where a clock runs before or behind the machine's, and what a move could not do. Not beside a move: two that walk at once would come out of
   * order.
   */
  @Upkeep(dueBySetClocks, '* * * * *')
  async catchUp(): Promise<void> {
    const moving = await this.tasks.environmentsOf(kind);
    for (const environmentId of this.inForce.set)
      if (!moving.has(environmentId)) await this.order.catchUp(environmentId);
  }

  private async reachAll(version: number): Promise<void> {
    const since = performance.now();
    while (await this.clocks.isBehind(version)) {
      if (performance.now() - since > patienceMs) throw new Error('A process does not hear of the clock');
      await pause(lookMs);
    }
  }
}
