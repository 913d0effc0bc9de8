import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryResult } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { noteVersion } from '#libs/context/standing';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Soon } from '#libs/kernel/soon';
import { asDomainError, isBeingMoved, isDatabaseAway, isInFailedTransaction, isRetryable } from './pg-errors';
import { noRows, type HeldScope } from './row-scopes';

interface Transaction {
  readonly manager: EntityManager;
  readonly client: PoolClient;
  readonly scope: HeldScope;
  readonly put: Map<string, PutOff>;
  readonly beforeCommit: Map<string, () => Promise<void>>;
  readonly lastOfAll: Map<string, () => Promise<void>>;
  readonly afterCommit: (() => void)[];
}

/** Subjects of one kind, and what is done with all of them together. */
interface PutOff {
  readonly subjects: unknown[];
  readonly work: (subjects: readonly unknown[]) => Promise<void>;
}

/** How a transaction goes. */
interface Course {
  isUndone?: true;
  /** Who runs it tells memory what has changed, and stands between commit and acknowledgement itself. */
  isTold?: true;
  /** Said only where it is not the one of the session: READ COMMITTED (ormconfig.ts); naming it costs a round trip. */
  isolation?: 'REPEATABLE READ';
}

const kept: Course = {};
const undone: Course = { isUndone: true };
const told: Course = { isTold: true };
const ofOneInstant: Course = { isUndone: true, isolation: 'REPEATABLE READ' };

const maxAttempts = 3;
const retryDelayMs = 20;

/** Whether a commit may have happened although the work failed: the connection broke, and nobody told. */
export const isCutOff = (error: unknown): boolean => isDatabaseAway(error);

/** Whether it is refused because its environment takes no writes here any more: whoever takes it up there begins anew. */
export const isHeldBack = (error: unknown): boolean => isBeingMoved(error);

/**
 * "This must be atomic": joins the transaction that is open, or opens one. Deadlocks and serialisation failures run the
 * whole closure again, at most three times, so a closure must not have effects outside the database.
 */
@Injectable()
export class UnitOfWork {
  private readonly open = new AsyncLocalStorage<Transaction>();
  private committed?: () => Soon<void>;

  constructor(private readonly dataSource: DataSource) {}

  /** @throws DomainError where the database's refusal has a published code (see pg-errors) */
  async run<T>(work: () => Promise<T>): Promise<T> {
    return this.open.getStore() ? work() : this.attempt(kept, work);
  }

  /** As `run`, by who tells all that hold in memory what it changes: after it nobody need hear of it by a poll. Never within another one. */
  runTold<T>(work: () => Promise<T>): Promise<T> {
    return this.attempt(told, work);
  }

  /**
   * Does the work and undoes it: what it answers or refuses is what would have come of it. What belongs to a commit is not
   * run. @throws as `run`
   */
  rehearse<T>(work: () => Promise<T>): Promise<T> {
    return this.attempt(undone, work);
  }

  /** Everything that the work reads is of one instant, whatever others write meanwhile. Nothing that it writes stays. */
  readAtOnce<T>(work: () => Promise<T>): Promise<T> {
    return this.attempt(ofOneInstant, work);
  }

  private async attempt<T>(course: Course, work: () => Promise<T>): Promise<T> {
    if (this.open.getStore()) throw new Error('A unit of work is open already');
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.runOnce(course, work);
        if (!course.isUndone && !course.isTold) await this.committed?.();
        return answer;
      } catch (error) {
        // It may be committed, and nobody has told memory of it: whoever comes again is answered by what is there, and tells nothing either.
        if (course.isTold && isCutOff(error)) await this.committed?.();
        if (!isRetryable(error) || attempt === maxAttempts) throw asDomainError(error);
        await sleep(retryDelayMs * attempt * (0.5 + Math.random()));
      }
    }
  }

  /**
   * With all subjects of a key in one go, once everything else is done but what belongs to the commit: so what makes others wait is taken as
   * late as can be. A rehearsal leaves it out.
   */
  putOff<S>(key: string, subject: S, work: (subjects: readonly S[]) => Promise<void>): void {
    const { put } = this.require();
    const known = put.get(key);
    if (known) known.subjects.push(subject);
    else put.set(key, { subjects: [subject], work: work as PutOff['work'] });
  }

  /** What was put off under this key, at once: for an answer that tells of it. */
  async doNow(key: string): Promise<void> {
    const { put } = this.require();
    const due = put.get(key);
    put.delete(key);
    if (due) await due.work(due.subjects);
  }

  /** Work that belongs to the commit, once per key, after everything else: outbox, snapshots. */
  beforeCommit(key: string, work: () => Promise<void>): void {
    this.require().beforeCommit.set(key, work);
  }

  /**
   * The very last statements, once per key: what they lock, others wait for until the commit, and nothing but the commit comes after them. They
   * may put off or leave nothing themselves.
   */
  lastOfAll(key: string, work: () => Promise<void>): void {
    this.require().lastOfAll.set(key, work);
  }

  /** Effects inside this process that may only follow a durable commit, such as dropping a cache entry. */
  afterCommit(effect: () => void): void {
    this.require().afterCommit.push(effect);
  }

  /** What stands between each commit and its acknowledgement, in this process. A later call takes the place of an earlier one. */
  onCommit(committed: (() => Soon<void>) | undefined): void {
    this.committed = committed;
  }

  /**
   * Statements that are undone alone where the database refuses one of them, so that the rest can go on. Nothing of what they do may be put
   * off or left for the commit. @throws what they throw
   */
  async apart<T>(statements: () => Promise<T>): Promise<T> {
    const { client, scope } = this.require();
    await client.query('savepoint part');
    try {
      const answer = await statements();
      await client.query('release savepoint part');
      return answer;
    } catch (error) {
      await client.query('rollback to savepoint part');
      scope.at = undefined;
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.open.getStore() !== undefined;
  }

  get manager(): EntityManager {
    return this.open.getStore()?.manager ?? this.dataSource.manager;
  }

  /** The driver's client of the open transaction, for prepared statements. */
  get client(): PoolClient | undefined {
    return this.open.getStore()?.client;
  }

  /** Whose rows the next statement of the open transaction would see. */
  get scope(): HeldScope | undefined {
    return this.open.getStore()?.scope;
  }

  private require(): Transaction {
    const transaction = this.open.getStore();
    if (!transaction) throw new Error('No unit of work is open');
    return transaction;
  }

  private async runOnce<T>({ isUndone, isolation }: Course, work: () => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction(isolation);
      const transaction: Transaction = {
        manager: runner.manager,
        client,
        scope: { at: noRows },
        put: new Map(),
        beforeCommit: new Map(),
        lastOfAll: new Map(),
        afterCommit: [],
      };
      const result = await this.open.run(transaction, async () => {
        const answer = await work();
        if (isUndone) return answer;
        // What is done of it may put off more.
        for (const key of transaction.put.keys()) await this.doNow(key);
        for (const late of transaction.beforeCommit.values()) await late();
        for (const last of transaction.lastOfAll.values()) await last();
        return answer;
      });
      if (isUndone) await runner.rollbackTransaction();
      else noteVersion(await commit(client));
      if (!isUndone) transaction.afterCommit.forEach((effect) => effect());
      return result;
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      // TypeORM lets go of a runner whose connection broke, and complains of that instead of the break.
      if (!runner.isReleased || error instanceof DomainError) throw error;
      throw new Error('Connection terminated in a transaction', { cause: error });
    } finally {
      await runner.release();
    }
  }
}

interface Committed {
  version: string;
}

// What wrote nothing has seen all that had ended.
const commitment = `select coalesce(pg_current_xact_id_if_assigned()::text::bigint,
                pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text as version; commit`;

/**
 * PostgreSQL ends a failed transaction quietly with a ROLLBACK, and we would promise what is lost; but it refuses to answer in one.
 * @returns the place of the transaction in the order of changes
 */
async function commit(client: PoolClient): Promise<number> {
  try {
    // Two statements in one message, so two results.
    const results = (await client.query<Committed>(commitment)) as unknown as QueryResult<Committed>[];
    return Number(results[0]?.rows[0]?.version);
  } catch (error) {
    if (!isInFailedTransaction(error)) throw error;
    throw new Error(
      'A statement of this transaction failed and its error was swallowed; nothing of it is kept',
      { cause: error },
    );
  }
}
