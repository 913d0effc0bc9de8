import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { Lookout } from '#libs/messaging/lookout';
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
  private readonly running = new Set<Promise<void>>();
  private readonly lookout: Lookout;

  constructor(
    private readonly kinds: TaskKinds,
    private readonly leases: TaskLeases,
    private readonly work: TaskWork,
    @Inject(APP_LOGGER) logger: Logger,
  ) {
    const failed = (error: unknown) => logger.warn({ err: error }, 'tasks could not be looked for');
    this.lookout = new Lookout(() => this.look(), lookMs, failed);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** May follow a stop. */
  async start(): Promise<void> {
    this.lookout.start();
  }

  /** The running subjects are finished, the tasks given back. */
  async stop(): Promise<void> {
    await this.lookout.stop();
    await Promise.all(this.running);
  }

  /** There may be something to do. */
  wake(): void {
    this.lookout.wake();
  }

  private async look(): Promise<void> {
    while (this.running.size < capacity && !this.lookout.isStopping && (await this.takeOne())) continue;
  }

  private async takeOne(): Promise<boolean> {
    const task = await this.leases.take(this.kinds.names);
    if (!task) return false;
    const run = this.work
      .perform(task, () => this.lookout.isStopping)
      .finally(() => {
        this.running.delete(run);
        this.wake();
      });
    this.running.add(run);
    return true;
  }
}
