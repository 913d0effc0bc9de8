import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { saidBy } from '#libs/persistence/pg-errors';
import type { CounterKey, UpdateBehavior } from './domain/counter';
import { counterId, type CountedReport, type Counters, type FiledReport } from './domain/report-batch';
import { keyApart, namedBy, placesElsewhere, placesHere, type KeyPlace } from './domain/report-key';
import { windowKey, type Counter, type Measurement } from './domain/usage-ledger';
import type { UsageWindow } from './domain/usage-window';
import { wantedWindows, type WantedWindow } from './domain/wanted-windows';
import {
  headColumns,
  measurementColumns,
  otherLevelColumns,
  placesIn,
  windowColumns,
  writtenTotals,
} from './group-columns.record';
import { endOf, never, readRule, type StoredRule } from './stored-rule.record';
import {
  find,
  lock,
  measurementsByKey,
  measurementsByUid,
  reported,
  rewrite,
  tellWindows,
  totalsOf,
  write,
} from './counters.statements';

interface CounterRow {
  customer_uid: string;
  resource_key: string;
  feature_uid: string;
  level: number;
  last_set_at: Date | null;
  last_event_at: Date | null;
  rules: StoredRule[];
  revision: string | null;
}

interface LockedRow extends CounterRow {
  is_heard: boolean;
}

/** Counters under lock, and whether somebody wants to hear of each report on them. */
export interface LockedCounters {
  counters: Counter[];
  isHeard: boolean;
}

interface MeasurementRow {
  counter: number;
  idempotency_key: string;
  uid: string;
  value: number;
  delta: number;
  occurred_at: Date;
  recorded_at: Date;
  usage_after: number;
  window_start: Date | null;
  window_end: Date | null;
  update_behavior: UpdateBehavior;
  named_resource_uid: string | null;
}

/** How often something was reported, and what it adds up to: exact text of a whole number. */
export interface Reported {
  reports: number;
  total: string;
}

/** Of a feature. Half-open; without a start from the first report on. */
export interface ReportedPeriod {
  featureUid: string;
  /** Of one resource alone, '' for what is the customer's own; absent: of all together. */
  resourceKey?: string | undefined;
  from: Date | null;
  until: Date;
}

/**
 * Counters, their windows and their measurements. Every write of a counter gives it another revision, and holds it against the one
 * that it was decided on: locked before or not, no writer comes between.
 */
@Injectable()
export class CountersRepository {
  constructor(private readonly database: Database) {}

  /** As they are now, without a lock. One that has counted nothing yet is there too. */
  async find(keys: readonly CounterKey[]): Promise<Counter[]> {
    const asked = inOrder(keys);
    const found = new Map(asked.map((key) => [counterId(key), newCounter(key)]));
    const rows = await this.database.query<CounterRow>(find, [currentEnvironmentId(), ...columnsOf(asked)]);
    for (const counter of rows.map(counterOf)) found.set(counterId(counter.key), counter);
    return [...found.values()];
  }

  /** Locks in one order for everybody, so that two batches never wait for each other in a circle. Makes those that are missing. */
  async lock(keys: readonly CounterKey[], now: Date): Promise<LockedCounters> {
    const values = [currentEnvironmentId(), ...columnsOf(inOrder(keys)), now];
    const rows = await this.database.query<LockedRow>(lock, values);
    return { counters: rows.map(counterOf), isHeard: rows.some(({ is_heard: isHeard }) => isHeard) };
  }

  /** The totals that the reports are counted into, and no other: kept ones, else the sum of the measurements. */
  async loadTotals(reports: readonly FiledReport[], counters: Counters): Promise<void> {
    const lacking: (WantedWindow & { counter: Counter; id: string })[] = [];
    for (const [counter, windows] of wantedWindows(reports, counters)) {
      for (const id of counter.totals.keys()) if (!windows.has(id)) counter.totals.delete(id);
      for (const [id, wanted] of windows) {
        if (counter.totals.has(id)) continue;
        // Who has reported nothing since the window began has used nothing in it.
        if (counter.lastEventAt && counter.lastEventAt >= wanted.window.start) {
          lacking.push({ ...wanted, counter, id });
        } else {
          counter.totals.set(id, { window: wanted.window, total: 0, isCounted: false, told: 0 });
        }
      }
    }
    if (lacking.length === 0) return;
    const rows = await this.database.query<{ place: number; total: number; told: number }>(totalsOf, [
      currentEnvironmentId(),
      ...columnsOf(lacking.map(({ counter }) => counter.key)),
      lacking.map(({ window }) => window.start),
      lacking.map(({ window }) => window.end ?? never),
      lacking.map(({ isKept }) => isKept),
    ]);
    for (const { place, total, told } of rows) {
      const found = lacking[place - 1];
      found?.counter.totals.set(found.id, { window: found.window, total, isCounted: false, told });
    }
  }

  /** What was counted before under the keys of these reports. */
  async loadKnown(reports: readonly FiledReport[], counters: Counters): Promise<void> {
    // What was counted where it counts now stands behind, and so wins.
    const asked = [...reports.flatMap(knownElsewhere), ...reports.flatMap(knownHere)];
    if (asked.length === 0) return;
    const values = [
      currentEnvironmentId(),
      ...columnsOf(asked.map(({ place, report }) => ({ ...report, ...place }))),
      asked.map(({ place }) => place.storedKey),
      asked.map(({ place }) => place.namedResourceUid),
    ];
    const rows = await this.database.query<MeasurementRow>(measurementsByKey, values);
    for (const row of rows.toSorted((a, b) => a.counter - b.counter)) {
      const found = asked[row.counter - 1];
      if (found) counters.get(found.counterId)?.known.set(found.knownAs, measurementOf(row));
    }
  }

  /** Whether one of these measurements is stored: those of one write are stored together. */
  async isStored(measurements: readonly Measurement[]): Promise<boolean> {
    const uids = measurements.map(({ uid }) => uid);
    const rows = await this.database.query(measurementsByUid, [currentEnvironmentId(), uids]);
    return rows.length > 0;
  }

  /**
   * All in one statement. @throws what `isConflict` knows when a counter is no longer as it was read, or a key was counted
   * meanwhile, or when somebody wants to hear of each report and none would be told; then nothing is written
   * @param isTold each report is told in this transaction, or nobody wanted to hear when the counters were locked
   * @returns the place of the write in the order of changes
   */
  async write(
    counters: Counters,
    counted: readonly CountedReport[],
    { revision, now, isTold }: { revision: string; now: Date; isTold: boolean },
  ): Promise<number> {
    const told = [...counters].sort(byKey).map(([, counter]) => counter);
    const totals = writtenTotals(told);
    const placeOf = placesIn(told);
    const isAllStored =
      told.every(({ isStored }) => isStored) && totals.every(({ written }) => written.isStored);
    const [row] = await this.database.query<{ version: number }>(isAllStored ? rewrite : write, [
      currentEnvironmentId(),
      now,
      ...headColumns(told),
      revision,
      ...windowColumns(totals),
      ...measurementColumns(counted, placeOf),
      ...otherLevelColumns(counted, placeOf),
      isTold,
    ]);
    for (const counter of told)
      Object.assign(counter, { revision, isStored: true, storedRules: counter.rules });
    for (const { counter, written } of totals) {
      if (!written.isStored) counter.totals.set(windowKey(written.window), { ...written, isStored: true });
    }
    return (row as { version: number }).version;
  }

  /** How far windows of these counters were told of, in the transaction that counts in them. */
  async tellWindows(told: readonly { counter: Counter; window: UsageWindow; told: number }[]): Promise<void> {
    await this.database.query(tellWindows, [
      currentEnvironmentId(),
      ...columnsOf(told.map(({ counter }) => counter.key)),
      told.map(({ window }) => window.start),
      told.map(({ window }) => window.end ?? never),
      told.map((each) => each.told),
    ]);
  }

  /** In the order of the periods. */
  async reported(customerUid: string, periods: readonly ReportedPeriod[]): Promise<Reported[]> {
    if (periods.length === 0) return [];
    const values = [
      periods.map(({ featureUid }) => featureUid),
      periods.map(({ from }) => from),
      periods.map(({ until }) => until),
      periods.map(({ resourceKey = null }) => resourceKey),
    ];
    return this.database.query<Reported>(reported, [currentEnvironmentId(), customerUid, ...values]);
  }
}

/** Raised by usage_guard: see `write`. */
const moved = 'EG001';
const uniqueViolation = '23505';
const deadlock = '40P01';

/** Another writer came between what was read and what was written. Nothing was written; read again, the same may succeed. */
export function isConflict(error: unknown): boolean {
  const { state, constraint } = saidBy(error);
  return (
    state === moved ||
    state === deadlock ||
    (state === uniqueViolation && constraint === 'uq_usage_measurement_key')
  );
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Each once, in one order for everybody. */
const inOrder = <K extends CounterKey>(keys: readonly K[]): K[] => {
  const byId = new Map(keys.map((key) => [counterId(key), key]));
  return [...byId].sort(byKey).map(([, key]) => key);
};

/** Side by side, as statements unnest them. */
export const columnsOf = (keys: readonly CounterKey[]): string[][] => [
  keys.map(({ customerUid }) => customerUid),
  keys.map(({ resourceKey }) => resourceKey),
  keys.map(({ featureUid }) => featureUid),
];

/** Where a report may have been counted before, and under which key its counter then knows it. */
interface AskedPlace extends FiledReport {
  place: KeyPlace;
  knownAs: string;
}

const knownHere = (filed: FiledReport): AskedPlace[] =>
  placesHere(filed.report).map((place) => ({ ...filed, place, knownAs: place.storedKey }));

function knownElsewhere(filed: FiledReport): AskedPlace[] {
  const { report } = filed;
  const knownAs = keyApart(report.idempotencyKey ?? '', namedBy(report));
  return placesElsewhere(report).map((place) => ({ ...filed, place, knownAs }));
}

const newCounter = ({ customerUid, resourceKey, featureUid }: CounterKey): Counter => ({
  key: { customerUid, resourceKey, featureUid },
  revision: null,
  isStored: false,
  level: 0,
  lastSetAt: null,
  lastEventAt: null,
  rules: [],
  totals: new Map(),
  known: new Map(),
});

function counterOf(row: CounterRow): Counter {
  const rules = row.rules.map(readRule);
  return {
    key: { customerUid: row.customer_uid, resourceKey: row.resource_key, featureUid: row.feature_uid },
    revision: row.revision,
    isStored: true,
    level: row.level,
    lastSetAt: row.last_set_at,
    lastEventAt: row.last_event_at,
    rules,
    storedRules: rules,
    totals: new Map(),
    known: new Map(),
  };
}

const measurementOf = (row: MeasurementRow): Measurement => ({
  uid: row.uid,
  delta: row.delta,
  value: row.value,
  updateBehavior: row.update_behavior,
  occurredAt: row.occurred_at,
  recordedAt: row.recorded_at,
  usageAfter: row.usage_after,
  window: row.window_start && row.window_end && { start: row.window_start, end: endOf(row.window_end) },
  storedKey: row.idempotency_key,
  namedResourceUid: row.named_resource_uid,
});
