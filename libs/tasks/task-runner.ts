import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
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
  private looking?: Promise<void>;
  private isWoken = false;
  private isStopping = false;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly kinds: TaskKinds,
    private readonly leases: TaskLeases,
    private readonly work: TaskWork,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** May follow a stop. */
  async start(): Promise<void> {
    if (this.timer) return;
    this.isStopping = false;
    this.timer = setInterval(() => this.wake(), lookMs).unref();
    this.wake();
  }

  /** The running subjects are finished, the tasks given back. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    this.timer = undefined;
    await this.looking;
    await Promise.all(this.running);
    this.isWoken = false;
  }

  /** There may be something to do. */
  wake(): void {
    this.isWoken = true;
    this.looking ??= this.look()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'tasks could not be looked for'))
      .finally(() => {
        this.looking = undefined;
        // Woken after the last look and before this.
        if (this.isWoken && !this.isStopping) this.wake();
      });
  }

  private async look(): Promise<void> {
    while (this.isWoken && !this.isStopping) {
      this.isWoken = false;
      while (this.running.size < capacity && !this.isStopping && (await this.takeOne())) continue;
    }
  }

  private async takeOne(): Promise<boolean> {
    const task = await this.leases.take(this.kinds.names);
    if (!task) return false;
    const run = this.work
      .perform(task, () => this.isStopping)
      .finally(() => {
        this.running.delete(run);
        this.wake();
      });
    this.running.add(run);
    return true;
  }
}
