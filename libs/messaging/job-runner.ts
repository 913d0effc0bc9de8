import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Logger as JobLogger,
  run,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker';
import type { Logger } from 'pino';
import type { Database } from '#libs/persistence/database';
import { forgivingPool } from '#libs/persistence/forgiving-pool';
import { isDatabaseAway } from '#libs/persistence/pg-errors';
import { acrossOutages } from './outage';

const firstPauseMs = 200;
const longestPauseMs = 5000;
/**
 * Once its workers have let go, the library waits for what it still notes of jobs that are done. Where two could not be noted at once it counts
 * one of them twice, and waits for ever.
 */
const lastNotesMs = 2000;

/** What is to be run, and what comes up whenever it begins. */
export interface JobPlan {
  taskList: TaskList;
  crontab: string;
  atEachStart: readonly string[];
}

/**
 * The job library on the pool of this process, kept running. It ends itself when it cannot note what became of a job, as when
 * the database goes away at that moment; then it is started again, later and later, until the database is back.
 */
export class JobRunner {
  /** Of the library: set as long as it runs. */
  private pool?: WorkerPool;
  private isEnding = false;
  /** Of that pool: it has ended, or has let go of all that it did, some time ago. */
  private ended: Promise<void> = Promise.resolve();
  private runner?: Runner;
  private keeping?: Promise<void>;
  private isStopping = false;
  private readonly giveUp = new AbortController();
  /** Of pools that have ended here: jobs that bear them were left half-done. */
  private readonly formerPools: string[] = [];

  constructor(
    private readonly database: Database,
    private readonly plan: JobPlan,
    private readonly logger: Logger,
  ) {}

  /** @throws what the database refuses; a database that is away is waited for, in the background */
  async start(): Promise<void> {
    await this.launch().catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      this.logger.warn({ err: error }, 'background work waits for the database');
    });
    this.keeping = this.keep();
  }

  /** Waits for the jobs that run. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.giveUp.abort();
    await this.end();
    await this.keeping;
    // A start that was under way.
    await this.end();
  }

  private async keep(): Promise<void> {
    for (let pauseMs = firstPauseMs; !this.isStopping; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      if (this.pool) {
        await this.ended.catch((error: unknown) =>
          this.logger.warn({ err: error }, 'background work broke off; it is taken up again'),
        );
        await this.end();
        pauseMs = firstPauseMs;
      }
      await pause(pauseMs, undefined, { signal: this.giveUp.signal }).catch(() => undefined);
      if (this.isStopping) return;
      await this.launch().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'background work could not be taken up; it is tried again'),
      );
    }
  }

  private async launch(): Promise<void> {
    const events = new EventEmitter() as WorkerEvents;
    events.once('pool:create', ({ workerPool }) => {
      this.pool = workerPool;
      this.isEnding = false;
      this.ended = Promise.race([workerPool.promise, letGo(events)]);
      // Heard by who waits for it, if anybody does.
      this.ended.catch(() => undefined);
    });
    events.once('pool:gracefulShutdown', () => (this.isEnding = true));
    await this.freeOwnJobs();
    this.runner = await run(this.options(events));
    await this.askAll().catch((error: unknown) => this.askLater(error));
  }

  private async askAll(): Promise<void> {
    for (const name of this.plan.atEachStart) await this.ask(name);
  }

  /** What runs by now may wait for the database itself, so nobody waits for this. */
  private askLater(error: unknown): void {
    if (!isDatabaseAway(error)) throw error;
    acrossOutages(
      () => this.askAll(),
      () => this.isStopping,
    ).catch((cause: unknown) => this.logger.warn({ err: cause }, 'periodic work waits for its hour'));
  }

  /** Not by the runner's own stop: that waits for the library's clock, which may sleep for a minute after a fault. */
  private async end(): Promise<void> {
    const { pool } = this;
    if (!pool) return;
    if (!this.isEnding) Promise.resolve(pool.gracefulShutdown()).catch(() => undefined);
    await this.ended.catch(() => undefined);
    if (this.pool !== pool) return;
    this.pool = undefined;
    // Its clock, of a pool that did not end by itself; nobody waits for it, see above.
    this.runner?.stop().catch(() => undefined);
    this.runner = undefined;
    this.formerPools.push(pool.id);
  }

  /** Jobs that could not be noted as done are done again: all that a job does may be done twice. */
  private async freeOwnJobs(): Promise<void> {
    if (this.formerPools.length === 0) return;
    const pools = [...this.formerPools];
    const text = 'select graphile_worker.force_unlock_workers($1::text[])';
    await this.database.query(text, [pools]);
    this.formerPools.splice(0, pools.length);
  }

  /** For any process, behind the jobs that wait by now. */
  async ask(name: string): Promise<void> {
    const text = 'select graphile_worker.add_job($1::text)';
    await this.database.query(text, [name]);
  }

  private options(events: WorkerEvents): RunnerOptions {
    return {
      pgPool: forgivingPool(this.database.pool),
      concurrency: 2,
      pollInterval: 2000,
      noHandleSignals: true,
      crontab: this.plan.crontab,
      logger: jobLogger(this.logger),
      taskList: this.plan.taskList,
      events,
      // By itself the library notes the end of a job and lets nobody hear that this failed: a rejection that nothing handles,
      // which ends the process. A batch, even of one, has a handler.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    };
  }
}

const endings = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const;

const letGo = (events: WorkerEvents): Promise<void> =>
  new Promise((resolve) => {
    for (const end of endings) events.once(end, () => setTimeout(resolve, lastNotesMs).unref());
  });

/** The job library speaks of every poll; only what needs a person is passed on. */
const jobLogger = (logger: Logger): JobLogger =>
  new JobLogger(() => (level, message) => {
    const text = String(message);
    if (level === 'error') logger.error(text);
    else if (level === 'warning') logger.warn(text);
    else logger.debug(text);
  });
