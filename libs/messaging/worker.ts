import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Logger as JobLogger, run, type Runner, type TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { APP_LOGGER } from '#libs/http/logger.token';
import { Database } from '#libs/persistence/database';
import { EventDelivery } from './event-delivery';
import { Jobs } from './jobs';
import { PeriodicWork, type PeriodicTask } from './periodic-work';

// Bookkeeping only: answers are derived from the clock on read, so a late run changes none of them.
const housekeeping = {
  'forget-idempotent-answers': `delete from idempotent_answer where created_at < now() - interval '25 hours'`,
  'forget-delivered-events': `delete from outbox_event where occurred_at < now() - interval '30 days'`,
  // Domain: access-and-events W8
  'forget-activity': `delete from activity where created_at < now() - interval '13 months'`,
  'forget-tasks': `delete from task where finished_at < now() - interval '90 days'`,
  // The library leaves jobs to a killed process for four hours. No job of ours runs this long, and a delivery is noted in
  // its transaction, so that a second one does nothing.
  'free-jobs-of-the-dead': `
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '10 minutes'))`,
};
const crontab = `
  */5 * * * * free-jobs-of-the-dead
  17 * * * * forget-idempotent-answers
  37 3 * * * forget-delivered-events
  47 3 * * * forget-activity
  57 3 * * * forget-tasks`;

/** Background work of this process, on the queue that all processes of the database share. */
@Injectable()
export class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private runner?: Runner;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly delivery: EventDelivery,
    private readonly periodic: PeriodicWork,
    private readonly jobs: Jobs,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const cleaning = Object.entries(housekeeping).map(([name, text]) => [
      name,
      async () => void (await this.database.query({ name, text })),
    ]);
    const periodic = this.periodic.all.map((task) => [task.name, () => this.perform(task)]);
    const asked = this.jobs.all.map((kind) => [kind.name, (payload: never) => kind.perform(payload)]);
    this.runner = await run({
      pgPool: this.database.pool,
      concurrency: 2,
      pollInterval: 2000,
      noHandleSignals: true,
      crontab: [crontab, ...this.periodic.all.map((task) => `${task.crontab} ${task.name}`)].join('\n'),
      logger: jobLogger(this.logger),
      taskList: {
        ...(Object.fromEntries([...cleaning, ...periodic, ...asked]) as TaskList),
        'handle-event': async (payload) => {
          const { environmentId, uid } = payload as { environmentId: string; uid: string };
          await this.delivery.deliver(environmentId, uid);
        },
      },
    });
    // What came up while no process was there; and what a killed one left.
    for (const { name } of this.periodic.all) await this.ask(name);
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.runner?.stop();
  }

  /** What is left follows behind the jobs that wait by now. */
  private async perform(task: PeriodicTask): Promise<void> {
    const left = await task.perform(() => this.isStopping);
    if (left === 'more' && !this.isStopping) await this.ask(task.name);
  }

  private async ask(name: string): Promise<void> {
    await this.database.query({ name: 'worker.ask', text: 'select graphile_worker.add_job($1::text)' }, [
      name,
    ]);
  }
}

/** The job library speaks of every poll; only what needs a person is passed on. */
const jobLogger = (logger: Logger): JobLogger =>
  new JobLogger(() => (level, message) => {
    const text = String(message);
    if (level === 'error') logger.error(text);
    else if (level === 'warning') logger.warn(text);
    else logger.debug(text);
  });
