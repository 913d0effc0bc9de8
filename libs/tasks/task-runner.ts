import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { WorkShift, type TakenWork } from '#libs/messaging/work-shift';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { TaskKinds } from './task-kinds';
import { TaskLeases } from './task-leases';
import { TaskWork } from './task-work';

/** At once in one process; the others wait for it or for another process. */
const capacity = 2;
const lookMs = 2000;

/**
 * Looks for tasks that nobody works on and works on them: new ones, those that a killed process left behind, those that
 * another gave back as it was stopped. The table of tasks is the queue.
 */
@Injectable()
export class TaskRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly shift: WorkShift;

  constructor(
    private readonly kinds: TaskKinds,
    private readonly leases: TaskLeases,
    private readonly work: TaskWork,
    @Inject(APP_LOGGER) logger: Logger,
  ) {
    const failed = (error: unknown) => logger.warn({ err: error }, 'tasks could not be looked for');
    this.shift = new WorkShift(() => this.takeOne(), capacity, lookMs, failed);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** May follow a stop. */
  async start(): Promise<void> {
    this.shift.start();
  }

  /** The running subjects are finished, the tasks given back. */
  stop(): Promise<void> {
    return this.shift.stop();
  }

  /** There may be something to do. */
  wake(): void {
    this.shift.wake();
  }

  private async takeOne(): Promise<TakenWork | undefined> {
    const task = await this.leases.take(this.kinds.names);
    return task && (() => this.work.perform(task, () => this.shift.isStopping));
  }
}
