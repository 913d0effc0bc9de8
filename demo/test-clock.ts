import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceClient } from './service-client';
import type { Stage } from './stage';

interface ClockTold {
  now: string;
  isFrozen: boolean;
  taskId: string | null;
}

interface Task {
  state: string;
  progress: { done: number; failed: number; total: number };
  results?: { result: { work: string; dueAt: string } | null }[];
}

interface Environment {
  id: string;
  name: string;
  type: string;
}

const minuteMs = 60_000;
const pauseMs = 50;
const patienceMs = 120_000;

/** The test clock of the environment in which the story is told. */
export class TestClock {
  /** Undefined until it is touched. */
  private wasFrozen: boolean | undefined;
  private readonly path: string;

  private constructor(
    private readonly service: ServiceClient,
    private readonly stage: Stage,
    environmentId: string,
  ) {
    this.path = `/environments/${environmentId}/clock`;
  }

  /** @returns why the clock of this environment stays as it is, where the story may not move it */
  static async find(
    service: ServiceClient,
    stage: Stage,
    { mayMove }: { mayMove: boolean },
  ): Promise<TestClock | string> {
    const answer = await service.rest<Environment[]>('GET', '/environments').catch(() => undefined);
    // A server that is not there is told of by the first chapter.
    if (answer?.code !== undefined || !answer) return 'this key is not told its environment';
    const { id, name, type } = answer.data()[0] as Environment;
    if (type === 'PRODUCTION') return `environment ${name} is PRODUCTION, whose clock nobody moves`;
    if (!mayMove)
      return `they move the one of environment ${name} on by months, for good; DEMO_CLOCK=move lets them`;
    return new TestClock(service, stage, id);
  }

  /** It stands a minute from now, so that instants can be told exactly: what is over when the request comes is refused. */
  async stop(): Promise<Date> {
    const { now, isFrozen } = (await this.service.rest<ClockTold>('GET', this.path)).data();
    this.wasFrozen = isFrozen;
    const begin = new Date(Date.parse(now) + minuteMs);
    await this.moveTo(begin);
    return begin;
  }

  async now(): Promise<Date> {
    return new Date((await this.service.rest<ClockTold>('GET', this.path)).data().now);
  }

  /** With all that falls due on the way. */
  async moveTo(instant: string | Date): Promise<void> {
    await this.follow(await this.set(instant));
  }

  /** @returns the task that does what fell due on the way; nobody needs to wait for it */
  async set(instant: string | Date | null): Promise<string | null> {
    const now = instant instanceof Date ? instant.toISOString() : instant;
    const answer = await this.service.rest<ClockTold>('PUT', this.path, { now });
    const told = answer.data();
    this.stage.exchange(`PUT /api/v1${this.path}`, { now }, answer.status, {
      now: told.now,
      isFrozen: told.isFrozen,
    });
    return told.taskId;
  }

  /** Shows what a task does, until it has ended. */
  async follow(taskId: string | null): Promise<void> {
    if (taskId === null) return;
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const { state, progress, results } = (await this.service.rest<Task>('GET', `/tasks/${taskId}`)).data();
      const done = progress.done + progress.failed;
      if (['PENDING', 'IN_PROGRESS'].includes(state)) {
        if (performance.now() > deadline) throw new Error(`The task ${taskId} does not end`);
        // What falls due of what is done is not counted ahead, so the end is told once it is known.
        if (done > 0) this.stage.progress('done on the way', done, Math.max(progress.total, done + 1));
        await sleep(pauseMs);
        continue;
      }
      if (done > 0) this.stage.progress('done on the way', done, done);
      for (const { result } of results ?? [])
        if (result) this.stage.say(`${result.work}, as of ${result.dueAt}`);
      if (state !== 'COMPLETED') throw new Error(`The task ${taskId} has ended ${state}`);
      return;
    }
  }

  /** As it was found: it runs on from where it is, or stands there. */
  async leave(): Promise<void> {
    if (this.wasFrozen === undefined) return;
    if (!this.wasFrozen) await this.set(null);
    const now = (await this.now()).toISOString();
    this.stage.say(
      `The clock of this environment ${this.wasFrozen ? 'stands at' : 'runs on from'} ${now}; it never goes back.`,
    );
    this.wasFrozen = undefined;
  }
}
