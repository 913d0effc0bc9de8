import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import { Database } from '#libs/persistence/database';
import { rememberPlaces } from '#libs/persistence/deleted-places';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { traced } from '#libs/telemetry/tracing';
import { DueWalks, type DueWalk } from './due-work';
import { EventDelivery } from './event-delivery';
import { HeldJobs } from './held-jobs';
import { ExtensionRegistry } from './extension-registry';
import { scheduleOf, type JobTry } from './extensions';
import { JobRunner } from './job-runner';
import { acrossOutages } from './outage';

/** By the clock of its environment: what is of today there is kept. Domain: access-and-events K4 */
const isOlder = (table: string, column: string, age: string): string =>
  `${table}.${column} < now() - interval '${age}' and not exists (
      select from environment_clock c where c.environment_id = ${table}.environment_id
         and ${table}.${column} >= coalesce(c.frozen_at, now() + c.ahead_ms * interval '1 millisecond') - interval '${age}')`;

// Bookkeeping only: answers are derived from the clock on read, so a late run changes none of them.
const housekeeping = {
  // Whole 13 months by either clock, so many at a time; the chain goes on from what is left. Domain: access-and-events W8; ADR-0120
  'forget-activity': 'select forget_activity(20000)',
  // Only what had ended when the last but one of these was run, a minute ago: no process is that far behind. ADR-0054
  'forget-changes': `with noted as (
      update engine_cell set forget_below = ended_below, noted_at = now(),
             ended_below = pg_snapshot_xmin(pg_current_snapshot())::text::bigint
       where noted_at < now() - interval '50 seconds' returning forget_below),
    gone as (delete from engine_member where seen_at < now() - interval '1 minute')
    delete from engine_change c using noted n where c.xid < n.forget_below`,
  // The library leaves jobs to a killed process for four hours. No job of ours runs this long, and a delivery is noted in
  // its transaction, so that a second one does nothing.
  'free-jobs-of-the-dead': `
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '10 minutes'))`,
};
/** The same of rows of all tenants. */
const forgetting = {
  'forget-idempotent-answers': `delete from idempotent_answer where created_at < now() - interval '25 hours'`,
  'forget-delivered-events': `with gone as (
      delete from outbox_event o where ${isOlder('o', 'occurred_at', '30 days')} returning environment_id, uid)
    delete from awaited_delivery a using gone g where a.environment_id = g.environment_id and a.event_uid = g.uid`,
  'forget-tasks': rememberPlaces(`delete from task t where finished_at < now() - interval '90 days'`, {
    list: 'task',
    cursor: 'uid',
  }),
  // Domain: access-and-events L2a
  'forget-deleted-places': `delete from deleted_place where deleted_at < now() - interval '1 day'`,
  // Domain: entitlements-usage C3
  'forget-streamed-changes': 'select stream_forget()',
};
/** What must come before: a change is forgotten once it has its place in the log of streams. ADR-0061 */
const before: Readonly<Record<string, string>> = { 'forget-changes': 'select stream_number(false)' };
const crontab = `
  * * * * * forget-changes
  */5 * * * * free-jobs-of-the-dead
  */5 * * * * forget-streamed-changes
  17 * * * * forget-idempotent-answers
  27 * * * * forget-deleted-places
  37 3 * * * forget-delivered-events
  */10 * * * * forget-activity
  57 3 * * * forget-tasks`;

type JobEntry = [name: string, perform: (payload: unknown, attempt: JobTry) => Promise<void>];

const attemptOf = ({ job }: JobHelpers): JobTry => ({ isLast: job.attempts >= job.max_attempts });

interface EventReference {
  environmentId: string;
  uid: string;
}

/** Background work of this process, on the queue that all processes of the database share. */
@Injectable()
export class Worker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private runner?: JobRunner;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly delivery: EventDelivery,
    private readonly due: DueWalks,
    private readonly registry: ExtensionRegistry,
    private readonly heldJobs: HeldJobs,
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
    if (this.runner) return;
    this.isStopping = false;
    const entries = this.due.all.map(({ name }) => `* * * * * ${name}`);
    const upkeep = this.registry.all('upkeep');
    const plan = {
      taskList: this.taskList(),
      crontab: [crontab, ...entries, ...upkeep.map(scheduleOf)].join('\n'),
      // What came up while no process was there; and what a killed one left.
      atEachStart: [...this.due.all, ...upkeep].map(({ name }) => name),
    };
    const runner = new JobRunner(this.database, plan, this.logger);
    this.runner = runner;
    await runner.start().catch(async (error: unknown) => {
      await this.stop();
      throw error;
    });
  }

  /** Waits for the jobs that run. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const { runner } = this;
    this.runner = undefined;
    await runner?.stop();
    for (const walk of this.due.all) walk.forget();
  }

  /** A part of what is due. What is left follows behind the jobs that wait by now. */
  async goOn(walk: DueWalk): Promise<void> {
    const left = await walk.goOn(() => this.isStopping);
    if (left === 'more' && !this.isStopping) await this.runner?.ask(walk.name);
  }

  /** @param run what bears `@Upkeep` */
  async keepUp(run: () => Promise<unknown>): Promise<void> {
    await run();
  }

  private taskList(): TaskList {
    const keeping = Object.entries(housekeeping).map(([name, text]): JobEntry => [
      name,
      async () => {
        if (before[name]) await this.database.queryEverywhere(before[name]);
        await this.database.query(text);
      },
    ]);
    const cleaning = Object.entries(forgetting).map(([name, text]): JobEntry => [
      name,
      async () => void (await this.database.queryEverywhere(text)),
    ]);
    const due = this.due.all.map((walk): JobEntry => [walk.name, () => this.goOn(walk)]);
    const asked = this.registry
      .all('job')
      .map(({ name, run }): JobEntry => [
        name,
        async (payload, attempt) => void (await run(payload, attempt)),
      ]);
    const upkeep = this.registry
      .all('upkeep')
      .map(({ name, run }): JobEntry => [name, () => this.keepUp(() => run(undefined))]);
    const handling: JobEntry = ['handle-event', (payload) => this.deliver(payload as EventReference)];
    return Object.fromEntries(
      [...keeping, ...cleaning, ...due, ...asked, ...upkeep, handling].map(([name, perform]) => [
        name,
        (payload: unknown, helpers: JobHelpers) =>
          traced({ name: `job ${name}`, kind: 'CONSUMER' }, () =>
            acrossOutages(
              () =>
                this.heldJobs.unlessHeld(name, payload, helpers, () => perform(payload, attemptOf(helpers))),
              () => this.isStopping,
            ),
          ),
      ]),
    );
  }

  private deliver({ environmentId, uid }: EventReference): Promise<void> {
    return this.delivery.deliver(environmentId, uid);
  }
}
