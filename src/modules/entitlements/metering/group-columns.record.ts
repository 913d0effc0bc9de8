import { counterId, type CountedReport } from './domain/report-batch';
import type { Counter } from './domain/usage-ledger';
import { never, storedRule } from './stored-rule.record';

type Plain = string | number | boolean | null;

/** An array of what needs no quotes: uuids, whole numbers, truth values. The driver would look at each of them for quotes. */
const plain = (values: readonly Plain[]): string => `{${values.map((value) => value ?? 'NULL').join(',')}}`;

const msOf = (instant: Date | null): number | null => instant && instant.getTime();

/** $3 to $11 of `write`. */
export const headColumns = (counters: readonly Counter[]): unknown[] => [
  plain(counters.map(({ key }) => key.customerUid)),
  counters.map(({ key }) => key.resourceKey),
  plain(counters.map(({ key }) => key.featureUid)),
  plain(counters.map(({ level }) => level)),
  plain(counters.map(({ lastSetAt }) => msOf(lastSetAt))),
  plain(counters.map(({ lastEventAt }) => msOf(lastEventAt))),
  counters.map(({ rules }) => JSON.stringify(rules.map(storedRule))),
  plain(counters.map(({ revision }) => revision)),
  plain(counters.map(({ isStored }) => isStored)),
];

/** $13 to $16: the totals in which something was counted, each with the place of its counter from 1 on. */
export function windowColumns(counters: readonly Counter[]): unknown[] {
  const windows = counters.flatMap(({ totals }, index) =>
    [...totals.values()].flatMap(({ window, total, isCounted }) =>
      isCounted ? [{ place: index + 1, ...window, total }] : [],
    ),
  );
  return [
    plain(windows.map(({ place }) => place)),
    plain(windows.map(({ start }) => msOf(start))),
    plain(windows.map(({ end }) => msOf(end ?? never))),
    plain(windows.map(({ total }) => total)),
  ];
}

/** $17 to $27. @param places of the counters, from 1 on, by their id */
export function measurementColumns(
  counted: readonly CountedReport[],
  places: ReadonlyMap<string, number>,
): unknown[] {
  const measurements = counted.map(({ measurement }) => measurement);
  const reports = counted.map(({ report }) => report);
  return [
    plain(reports.map((report) => places.get(counterId(report)) ?? null)),
    plain(measurements.map(({ uid }) => uid)),
    plain(measurements.map(({ value }) => value)),
    plain(measurements.map(({ delta }) => delta)),
    plain(measurements.map(({ updateBehavior }) => updateBehavior)),
    plain(measurements.map(({ occurredAt }) => msOf(occurredAt))),
    plain(measurements.map(({ usageAfter }) => usageAfter)),
    plain(measurements.map(({ window }) => msOf(window && window.start))),
    plain(measurements.map(({ window }) => msOf(window && (window.end ?? never)))),
    reports.map(({ idempotencyKey }) => idempotencyKey),
    reports.map(({ dimensions }) => dimensions && JSON.stringify(dimensions)),
  ];
}
