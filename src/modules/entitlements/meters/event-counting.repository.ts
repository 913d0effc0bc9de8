import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { digests, instants } from '#libs/persistence/array-columns';
import { Database } from '#libs/persistence/database';
import { saidBy } from '#libs/persistence/pg-errors';
import { never, windowKey } from '#modules/entitlements/metering';
import type { EventBatch } from './domain/event-batch';
import type { AttributedCounter } from './domain/fed-event';
import type { OnceGenerations } from './domain/once-generations';
import { noTally, storedUsageOf, type MeterTally, type StoredTally } from './domain/meter-tally';
import {
  cellColumns,
  countsValues,
  eventColumns,
  headColumns,
  sharingPlaces,
  resourceKeysOf,
} from './event-columns.record';
import { count, lock, make, meet, tell, turn } from './event-counting.statements';
import { MeterFoldsReader } from './meter-folds.reader';

/** A counter that events were counted on, with the window that is in force as it is now. */
export interface MovedCounter {
  head: AttributedCounter;
  /** In reported units. */
  usage: number;
  /** The highest threshold that the window was told of. */
  told: number;
  lastEventAt: Date;
}

/** What a statement has done. */
export interface CountedEvents {
  /** Its place in the order of changes. */
  version: number;
  /** Events that were not there before; of those, how many were counted, and how many came too late. */
  stored: number;
  fed: number;
  late: number;
  /** Of those that are paid in credits, or count for budgets of entities, the places of what was not there before. */
  fresh: readonly number[];
  moved: MovedCounter[];
}

interface CountRow extends StoredTally {
  version: number;
  stored: number;
  fed: number;
  late: number;
  fresh: number[] | null;
  /** Null where nothing was counted. */
  head: number | null;
  told: number;
  /** In seconds. */
  last_event_at: number;
}

interface LockedRow {
  place: number;
  meter_uid: string;
  window_start: Date;
  window_end: Date;
  told: number;
  told_before: ToldWindows;
}

/** Of windows that were in force before: by meter and window. */
type ToldWindows = Record<string, number>;

/** How many windows of the past are remembered to have been told of. */
const mostTold = 8;

/** A counter whose window is another one now, with what is known of that. */
interface TurnedCounter {
  head: AttributedCounter;
  tally: MeterTally;
  told: number;
  toldBefore: ToldWindows;
}

/** Events, and the counters, days and values that they feed. */
@Injectable()
export class EventCountingRepository {
  constructor(
    private readonly database: Database,
    private readonly folds: MeterFoldsReader,
  ) {}

  /**
   * All in one statement. @throws what `isOtherWindow` knows where a counter is missing or stands in another window, with nothing written
   * @param revision of the counters from now on
   */
  async count(
    batch: EventBatch,
    { targets, asked }: OnceGenerations,
    revision: string,
    now: Date,
  ): Promise<CountedEvents> {
    const { events, heads, cells } = batch;
    const rows = await this.database.query<CountRow>(count, [
      currentEnvironmentId(),
      now,
      revision,
      targets,
      asked,
      ...eventColumns(events),
      ...headColumns(heads),
      ...cellColumns(cells),
      countsValues(heads),
      sharingPlaces(batch),
    ]);
    const { version, stored, fed, late, fresh } = rows[0] as CountRow;
    const moved = rows.flatMap((row) => {
      if (row.head === null) return [];
      const head = heads[row.head - 1] as AttributedCounter;
      const usage = storedUsageOf(head.aggregation.function, row);
      return [{ head, usage, told: row.told, lastEventAt: new Date(Math.round(row.last_event_at * 1000)) }];
    });
    return { version, stored, fed, late, fresh: fresh ?? [], moved };
  }

  /**
   * Makes the counters that are missing and locks all; who stands in another window, or counts by another meter, is turned to what is in
   * force: whoever counted there has ended, and nobody counts meanwhile, so the sum of its days is exact.
   */
  async turn(heads: readonly AttributedCounter[], revision: string): Promise<void> {
    const environmentId = currentEnvironmentId();
    const values = [environmentId, ...headColumns(heads), resourceKeysOf(heads)];
    const made = await this.database.query<{
      customer_uid: string;
      resource_key: string;
      feature_uid: string;
    }>(make, [...values, revision]);
    const isMade = new Set(made.map((row) => `${row.customer_uid}/${row.resource_key}/${row.feature_uid}`));
    const turned: TurnedCounter[] = [];
    for (const row of await this.database.query<LockedRow>(lock, values)) {
      const head = heads[row.place - 1] as AttributedCounter;
      const { customerUid, resourceKey, featureUid } = head.key;
      const isNew = isMade.has(`${customerUid}/${resourceKey}/${featureUid}`);
      if (isNew || !isOf(row, head)) turned.push(turnedOf(row, head));
    }
    await this.sum(turned);
    await this.write(turned, revision);
  }

  /** How far counters were told of, in the transaction that counts in them. */
  async tell(told: readonly { head: AttributedCounter; told: number }[]): Promise<void> {
    await this.database.query(tell, [
      currentEnvironmentId(),
      told.map(({ head }) => head.key.customerUid),
      told.map(({ head }) => head.key.resourceKey),
      told.map(({ head }) => head.key.featureUid),
      told.map((each) => each.told),
    ]);
  }

  private async sum(turned: readonly TurnedCounter[]): Promise<void> {
    const [unique, others] = [true, false].map((isUnique) =>
      turned.filter(({ head }) => (head.aggregation.function === 'UNIQUE') === isUnique),
    ) as [TurnedCounter[], TurnedCounter[]];
    const tallies = await this.folds.of(others.map(({ head }) => head));
    for (const [place, each] of others.entries()) each.tally = tallies[place] as MeterTally;
    for (const each of unique) each.tally = { ...noTally, n: await this.meetAll(each.head) };
  }

  /** All values of the window, however the windows were cut when they came. */
  private async meetAll(head: AttributedCounter): Promise<number> {
    const values = await this.folds.values(head);
    if (values.size === 0) return 0;
    const { customerUid, resourceKey } = head.key;
    await this.database.query(meet, [
      ...[currentEnvironmentId(), customerUid, resourceKey, head.meterUid],
      ...[head.window.start, head.window.end ?? never],
      digests([...values.keys()]),
      instants([...values.values()]),
    ]);
    return values.size;
  }

  private async write(turned: readonly TurnedCounter[], revision: string): Promise<void> {
    if (turned.length === 0) return;
    const heads = turned.map(({ head }) => head);
    const tallies = turned.map(({ tally }) => tally);
    await this.database.query(turn, [
      ...[currentEnvironmentId(), ...headColumns(heads), resourceKeysOf(heads), revision],
      tallies.map(({ n }) => n),
      tallies.map(({ total }) => total.toFixed()),
      tallies.map(({ low }) => low?.toFixed() ?? null),
      tallies.map(({ high }) => high?.toFixed() ?? null),
      turned.map(({ told }) => told),
      turned.map(({ toldBefore }) => JSON.stringify(toldBefore)),
    ]);
  }
}

/** Raised by usage_guard: see `count`. */
const moved = 'EG001';
const deadlock = '40P01';

/** Nothing was written; with the counters locked and turned, the same succeeds. */
export function isOtherWindow(error: unknown): boolean {
  const { state } = saidBy(error);
  return state === moved || state === deadlock;
}

const isOf = (row: LockedRow, { meterUid, window }: AttributedCounter): boolean =>
  row.meter_uid === meterUid &&
  row.window_start.getTime() === window.start.getTime() &&
  row.window_end.getTime() === (window.end ?? never).getTime();

const toldKey = (meterUid: string, start: Date, end: Date | null): string =>
  `${meterUid}/${windowKey({ start, end })}`;

/** What a window was told of goes along with it: sources may take turns. Domain: entitlements-usage N1, N2 */
function turnedOf(row: LockedRow, head: AttributedCounter): TurnedCounter {
  const { meterUid, window } = head;
  const left = toldKey(row.meter_uid, row.window_start, row.window_end);
  const entered = toldKey(meterUid, window.start, window.end ?? never);
  const known = Object.entries({ ...row.told_before, ...(row.told > 0 && { [left]: row.told }) });
  const toldBefore = Object.fromEntries(known.slice(-mostTold));
  return { head, tally: noTally, told: toldBefore[entered] ?? 0, toldBefore };
}
