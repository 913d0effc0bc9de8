import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '#libs/changes/change-feed';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { isCutOff, UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { CountedUsage, type CountedGroup } from './counted-usage.service';
import { CountersRepository, isConflict } from './counters.repository';
import type { CounterKey } from './domain/counter';
import {
  attach,
  countBatch,
  counterIdIn,
  filed,
  type BatchOutcome,
  type CountedReport,
  type Counters,
  type FiledBatch,
  type FiledReport,
  type GroupShares,
  type ReportBatch,
} from './domain/report-batch';
import type { Spend } from './domain/spend';
import { drawsOnShared, type Counter } from './domain/usage-ledger';
import { HeldCounters } from './held-counters.cache';
import { hasReached, ReachedLimits } from './reached-limits.service';

type Outcomes = BatchOutcome[];
type Written = Omit<CountedGroup, 'environmentId'>;

interface Counted {
  outcomes: Outcomes;
  /** Undefined where nothing had to be. */
  written?: Written;
}

interface Writing {
  now: Date;
  /** Somebody wants to hear of each report. */
  isHeard: boolean;
  /** Nobody need be asked by the statement. */
  isTold: boolean;
}

/** From this attempt on, counters are locked before they are read: another process keeps changing them. */
const lockedFrom = 3;
/** How long an environment's groups lock first once one had to: who changed the counters so often goes on. */
const lockingMs = 1000;
/** After a connection broke in the middle of a write: how long until each look for what became of it. */
const looksAfterMs = [0, 100, 400, 1000];

/** A write whose connection broke before the database had answered. */
class UnknownOutcome extends Error {
  constructor(
    readonly outcomes: Outcomes,
    cause: unknown,
  ) {
    super('Connection terminated while a group was written', { cause });
  }
}

/**
 * Counts batches of one environment together: decided in their order on counters in memory, written by one statement, answered after
 * its commit. Exact for any number of processes, because the statement holds each counter against the revision it was decided on.
 * ADR-0052
 */
@Injectable()
export class GroupCommit {
  private readonly held = new HeldCounters();
  private readonly lockingUntil = new Map<string, number>();

  constructor(
    private readonly counters: CountersRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly counted: CountedUsage,
    private readonly reached: ReachedLimits,
    private readonly changes: ChangeFeed,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  /**
   * One outcome a batch: what is refused fails alone. Outside a unit of work; one group at a time of each of an environment's two lanes, of
   * which one is that of budgets.
   */
  async count(asked: readonly ReportBatch[]): Promise<Outcomes> {
    const batches = filedAll(asked);
    try {
      return await this.countTogether(batches);
    } catch (error) {
      if (batches.length === 1 || isCutOff(error)) throw error;
      this.metrics.groupCommitted('apart', batches.length);
      return this.countApart(batches);
    }
  }

  /** Under locks, in the unit of work that is open. */
  async countLocked(asked: readonly ReportBatch[]): Promise<Outcomes> {
    return (await this.countFiled(filedAll(asked))).outcomes;
  }

  private async countFiled(batches: readonly FiledBatch[]): Promise<Counted> {
    const reports = reportsOf(batches);
    const now = this.clock.now();
    const { spends, ...shares } = await this.reached.hold(reports.map(({ report }) => report));
    const { counters: locked, isHeard } = await this.counters.lock(keysOf(reports), now);
    this.reached.measurements.note(isHeard);
    const counters = byId(locked);
    attach(reports, counters, spends);
    await this.counters.loadKnown(reports, counters);
    await this.counters.loadTotals(reports, counters);
    const outcomes = await decide(batches, counters, now, shares);
    const written = await this.write(outcomes, counters, { now, isHeard, isTold: true });
    // What was held besides is as it was, or by the time that memory is told as another process has left it.
    const moved = written ? spendsOf(written.counters) : [];
    await this.reached.keep(moved, shares);
    if (!written) return { outcomes };
    return { outcomes, written: { ...written, spends: moved } };
  }

  private async countTogether(batches: readonly FiledBatch[]): Promise<Outcomes> {
    const environmentId = currentEnvironmentId();
    if (batches.some(isShared)) return this.countShared(environmentId, batches);
    const isLocking = performance.now() < (this.lockingUntil.get(environmentId) ?? 0);
    for (let attempt = isLocking ? lockedFrom : 1; attempt < lockedFrom; attempt++) {
      try {
        const outcomes = await this.attempt(environmentId, batches, attempt > 1);
        this.metrics.groupCommitted(attempt === 1 ? 'together' : 'again', batches.length);
        return outcomes;
      } catch (error) {
        if (error instanceof UnknownOutcome) return this.lockAndCount(batches, error);
        if (!isConflict(error)) throw error;
      }
    }
    if (!isLocking) this.lockingUntil.set(environmentId, performance.now() + lockingMs);
    return this.lockAndCount(batches);
  }

  /**
   * What is spent of a budget or a wallet is shared by counters, and so are budgets of entities: no revision of one of them holds it, so all are
   * locked. ADR-0087, ADR-0105, ADR-0125
   */
  private async countShared(environmentId: string, batches: readonly FiledBatch[]): Promise<Outcomes> {
    let tried: Counted | undefined;
    try {
      await this.unitOfWork.runTold(async () => (tried = await this.countFiled(batches)));
    } catch (error) {
      if (!tried || !isCutOff(error)) throw error;
      return this.lockAndCount(batches, new UnknownOutcome(tried.outcomes, error));
    }
    const { outcomes, written } = tried as Counted;
    if (written) this.counted.tell({ environmentId, ...written });
    await this.changes.acknowledging();
    this.metrics.groupCommitted('shared', batches.length);
    return outcomes;
  }

  /** @param isCareful a key or a counter was not as expected, so nothing that is held is used */
  private async attempt(
    environmentId: string,
    batches: readonly FiledBatch[],
    isCareful: boolean,
  ): Promise<Outcomes> {
    const reports = reportsOf(batches);
    const held = this.held.take(reports);
    const counters = isCareful ? new Map<string, Counter>() : held;
    const missing = reports.filter((each) => !counters.has(each.counterId));
    const read = missing.length > 0 ? await this.counters.find(keysOf(missing)) : [];
    for (const [id, counter] of byId(read)) counters.set(id, counter);
    await this.counters.loadTotals(reports, counters);
    // Keys last: one that another process counts meanwhile is in the totals only if it is found here too.
    if (isCareful || this.held.isRepeated(reports)) {
      await this.counters.loadKnown(reports, counters);
    }
    // It may have been what failed the statement before.
    const isHeard = isCareful ? await this.reached.measurements.ask() : this.reached.measurements.isHeard;
    const now = this.clock.now();
    const outcomes = await decide(batches, counters, now);
    // The statement holds what is written against the tables, a refusal nothing: by now another process may have given back what
    // is lacking here, or counted the key.
    if (!isCareful && outcomes.some((outcome) => 'refusal' in outcome)) {
      return this.attempt(environmentId, batches, true);
    }
    let written: Written | undefined;
    try {
      written = await this.write(outcomes, counters, { now, isHeard, isTold: isHeard });
    } catch (error) {
      throw isCutOff(error) ? new UnknownOutcome(outcomes, error) : error;
    }
    if (written) this.counted.tell({ environmentId, ...written });
    this.held.keep(reports, counters);
    await this.changes.acknowledging();
    return outcomes;
  }

  /**
   * In a unit of work of its own. Where a connection broke in the middle of a write, that may be committed or on its way still:
   * whoever holds the locks knows, and nobody counts it again.
   */
  private async lockAndCount(batches: readonly FiledBatch[], unknown?: UnknownOutcome): Promise<Outcomes> {
    const tried = unknown ? [unknown.outcomes] : [];
    for (const afterMs of looksAfterMs) {
      await pause(afterMs);
      try {
        const counted = await this.unitOfWork.run(async () => {
          const written = tried.length > 0 ? await this.writtenOf(tried, reportsOf(batches)) : undefined;
          if (written) return written;
          const { outcomes } = await this.countFiled(batches);
          tried.push(outcomes);
          return outcomes;
        });
        this.metrics.groupCommitted('locked', batches.length);
        return counted;
      } catch (error) {
        if (!isCutOff(error) || tried.length === 0) throw error;
      }
    }
    throw unknown ?? new UnknownOutcome(tried.at(-1) ?? [], undefined);
  }

  private async writtenOf(tried: Outcomes[], reports: readonly FiledReport[]): Promise<Outcomes | undefined> {
    await this.counters.lock(keysOf(reports), this.clock.now());
    for (const outcomes of tried) {
      if (await this.counters.isStored(freshOf(outcomes).map(({ measurement }) => measurement)))
        return outcomes;
    }
    return undefined;
  }

  private async write(outcomes: Outcomes, counters: Counters, how: Writing): Promise<Written | undefined> {
    const fresh = freshOf(outcomes);
    if (fresh.length === 0) return undefined;
    const touched = new Set(fresh.map(({ counter }) => counter));
    const changed = new Map([...counters].filter(([, counter]) => touched.has(counter)));
    const revision = newUid();
    const write = () => this.counters.write(changed, fresh, { revision, ...how });
    const telling = how.isHeard ? fresh : fresh.filter(hasReached);
    // Of nearly all groups none: one statement is their commit.
    const version =
      telling.length === 0 ? await write() : await this.writeAndTell(write, telling, how.isHeard);
    for (const outcome of outcomes) if ('counted' in outcome) outcome.version = version;
    return { revision, counters: [...changed.values()] };
  }

  /** What was reached is told by the commit that counts it, and so is each report that somebody wants to hear of. ADR-0058, ADR-0127 */
  private writeAndTell(
    write: () => Promise<number>,
    telling: readonly CountedReport[],
    isHeard: boolean,
  ): Promise<number> {
    return this.unitOfWork.run(async () => {
      const version = await write();
      if (isHeard) this.reached.measurements.tell(telling, version);
      await this.reached.tell(telling, version);
      return version;
    });
  }

  /** Something of the group cannot be stored, or is held by somebody else: whose it is is refused, and nobody besides. */
  private async countApart(batches: readonly FiledBatch[]): Promise<Outcomes> {
    const outcomes: Outcomes = [];
    const inUse = new Map<string, unknown>();
    for (const batch of batches) {
      const ids = batch.map(({ asked }) => asked.counterId);
      const stuck = ids.find((id) => inUse.has(id));
      if (stuck !== undefined) {
        // Each wait takes seconds, in which nobody of this environment is counted.
        outcomes.push({ refusal: inUse.get(stuck) });
        continue;
      }
      try {
        outcomes.push(...(await this.countTogether([batch])));
      } catch (refusal) {
        if (isCutOff(refusal)) throw refusal;
        if (isInUse(refusal)) for (const id of ids) inUse.set(id, refusal);
        outcomes.push({ refusal });
      }
    }
    return outcomes;
  }
}

const isInUse = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'ObjectAlreadyBeingUsedByAnotherRequestError';

async function decide(
  batches: readonly FiledBatch[],
  counters: Counters,
  now: Date,
  shares?: GroupShares,
): Promise<Outcomes> {
  const outcomes: Outcomes = [];
  for (const batch of batches) outcomes.push(await countBatch(batch, counters, now, shares));
  return outcomes;
}

function filedAll(batches: readonly ReportBatch[]): FiledBatch[] {
  const environmentId = currentEnvironmentId();
  return batches.map((batch) => filed(environmentId, batch));
}

const reportsOf = (batches: readonly FiledBatch[]): FiledReport[] =>
  batches.flatMap((batch) => batch.map(({ asked }) => asked));

/** Of the budgets that they have counted for, each once. */
const spendsOf = (counters: readonly Counter[]): Spend[] => [
  ...new Set(counters.flatMap(({ spend }) => spend ?? [])),
];

const isShared = (batch: FiledBatch): boolean => batch.some(({ asked }) => drawsOnShared(asked.report));

const keysOf = (reports: readonly FiledReport[]): CounterKey[] => reports.map(({ report }) => report);

function byId(counters: readonly Counter[]): Map<string, Counter> {
  const environmentId = currentEnvironmentId();
  return new Map(counters.map((counter) => [counterIdIn(environmentId, counter.key), counter]));
}

function freshOf(outcomes: Outcomes): CountedReport[] {
  const fresh: CountedReport[] = [];
  for (const outcome of outcomes) {
    if (!('counted' in outcome)) continue;
    for (const counted of outcome.counted) if (counted.isFresh) fresh.push(counted);
  }
  return fresh;
}
