import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { rulesWith, sameRule, type CounterKey, type UpdateBehavior } from './domain/counter';
import {
  windowKey,
  windowsOf,
  type Counter,
  type Measurement,
  type UsageReport,
} from './domain/usage-ledger';
import type { UsageWindow } from './domain/usage-window';
import { endOf, never, readRule, storedRule, type StoredRule } from './stored-rule.record';
import { lock, measurementsByKey, reported, totalsOf, write } from './counters.statements';

interface CounterRow {
  customer_uid: string;
  resource_key: string;
  feature_uid: string;
  level: number;
  last_set_at: Date | null;
  last_event_at: Date | null;
  rules: StoredRule[];
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
}

export interface CountedReport {
  report: UsageReport;
  measurement: Measurement;
}

/** How often something was reported, and what it adds up to: exact text of a whole number. */
export interface Reported {
  reports: number;
  total: string;
}

/** Half-open; without a start from the first report on. */
export interface ReportedPeriod {
  from: Date | null;
  until: Date;
}

export const counterId = ({ customerUid, resourceKey, featureUid }: CounterKey): string =>
  `${customerUid}/${resourceKey}/${featureUid}`;

/** Counters, their windows and their measurements. All writes happen under the lock of the counter's row. */
@Injectable()
export class CountersRepository {
  constructor(private readonly database: Database) {}

  /** Locks in one order for everybody, so that two batches never wait for each other in a circle. */
  async lockFor(reports: readonly UsageReport[], now: Date): Promise<Map<string, Counter>> {
    const keys = new Map<string, CounterKey>(reports.map((report) => [counterId(report), report]));
    const sorted = [...keys].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
    const rows = await this.database.query<CounterRow>(lock, [
      currentEnvironmentId(),
      ...columnsOf(sorted),
      now,
    ]);
    const counters = new Map(rows.map(counterOf).map((counter) => [counterId(counter.key), counter]));
    await this.loadKnown(reports, counters);
    await this.loadTotals(reports, counters);
    return counters;
  }

  async reported(
    customerUid: string,
    featureUid: string,
    { from, until }: ReportedPeriod,
  ): Promise<Reported> {
    const values = [currentEnvironmentId(), customerUid, featureUid, from, until];
    const [row] = await this.database.query<Reported>(reported, values);
    return row ?? { reports: 0, total: '0' };
  }

  async save(counters: Map<string, Counter>, counted: readonly CountedReport[], now: Date): Promise<void> {
    const heads = [...counters.values()].map(({ key, level, lastSetAt, lastEventAt, rules }) => ({
      customer_uid: key.customerUid,
      resource_key: key.resourceKey,
      feature_uid: key.featureUid,
      level,
      last_set_at: lastSetAt,
      last_event_at: lastEventAt,
      rules: rules.map(storedRule),
    }));
    const windows = [...counters.values()].flatMap(({ key, totals }) =>
      [...totals].map(([id, total]) => {
        const [start, end] = id.split('/');
        const window_end = end === '' ? never : new Date(Number(end));
        return {
          customer_uid: key.customerUid,
          resource_key: key.resourceKey,
          feature_uid: key.featureUid,
          window_start: new Date(Number(start)),
          window_end,
          total,
        };
      }),
    );
    const json = [heads, windows, counted.map(measurementRow)].map((rows) => JSON.stringify(rows));
    await this.database.query(write, [currentEnvironmentId(), now, ...json]);
  }

  private async loadKnown(reports: readonly UsageReport[], counters: Map<string, Counter>): Promise<void> {
    const keyed = reports.filter(({ idempotencyKey }) => idempotencyKey !== null);
    if (keyed.length === 0) return;
    const values = [
      currentEnvironmentId(),
      ...columnsOf(keyed),
      keyed.map((report) => report.idempotencyKey),
    ];
    for (const row of await this.database.query<MeasurementRow>(measurementsByKey, values)) {
      const report = keyed[row.counter - 1];
      if (report) counters.get(counterId(report))?.known.set(row.idempotency_key, measurementOf(row));
    }
  }

  /** A window without a total of its own is summed from the measurements; so is one of a rule the counter forgot. */
  private async loadTotals(reports: readonly UsageReport[], counters: Map<string, Counter>): Promise<void> {
    const asked = new Map<string, { key: CounterKey; window: UsageWindow; isTrusted: boolean }>();
    for (const report of reports) {
      const counter = counters.get(counterId(report));
      if (!counter) continue;
      windowsOf(report, counter).forEach((window, index) => {
        const rule = rulesWith(counter.rules, report.rule)[index];
        const isTrusted = rule !== undefined && counter.rules.some((known) => sameRule(known, rule));
        asked.set(`${counterId(report)}/${windowKey(window)}`, { key: counter.key, window, isTrusted });
      });
    }
    if (asked.size === 0) return;
    const wanted = [...asked.values()];
    const rows = await this.database.query<{ place: number; total: number }>(totalsOf, [
      currentEnvironmentId(),
      ...columnsOf(wanted.map(({ key }) => key)),
      wanted.map(({ window }) => window.start),
      wanted.map(({ window }) => window.end ?? never),
      wanted.map(({ isTrusted }) => isTrusted),
    ]);
    for (const { place, total } of rows) {
      const found = wanted[place - 1];
      if (found) counters.get(counterId(found.key))?.totals.set(windowKey(found.window), total);
    }
  }
}

/** Side by side, as statements unnest them. */
export const columnsOf = (keys: readonly CounterKey[]): string[][] => [
  keys.map(({ customerUid }) => customerUid),
  keys.map(({ resourceKey }) => resourceKey),
  keys.map(({ featureUid }) => featureUid),
];

const counterOf = (row: CounterRow): Counter => ({
  key: { customerUid: row.customer_uid, resourceKey: row.resource_key, featureUid: row.feature_uid },
  level: row.level,
  lastSetAt: row.last_set_at,
  lastEventAt: row.last_event_at,
  rules: row.rules.map(readRule),
  totals: new Map(),
  known: new Map(),
});

const measurementOf = (row: MeasurementRow): Measurement => ({
  uid: row.uid,
  delta: row.delta,
  value: row.value,
  updateBehavior: row.update_behavior,
  occurredAt: row.occurred_at,
  recordedAt: row.recorded_at,
  usageAfter: row.usage_after,
  window: row.window_start && row.window_end && { start: row.window_start, end: endOf(row.window_end) },
});

const measurementRow = ({ report, measurement }: CountedReport) => ({
  customer_uid: report.customerUid,
  resource_key: report.resourceKey,
  feature_uid: report.featureUid,
  uid: measurement.uid,
  value: measurement.value,
  delta: measurement.delta,
  update_behavior: report.updateBehavior,
  occurred_at: measurement.occurredAt,
  usage_after: measurement.usageAfter,
  window_start: measurement.window?.start ?? null,
  window_end: measurement.window ? (measurement.window.end ?? never) : null,
  idempotency_key: report.idempotencyKey,
  fingerprint: report.fingerprint,
  dimensions: report.dimensions,
});
