import { booleans, instants, places, texts, uids, wholeNumbers } from '#libs/persistence/array-columns';
import type { CountedReport } from './domain/report-batch';
import { placesElsewhere } from './domain/report-key';
import type { Counter, WindowTotal } from './domain/usage-ledger';
import { never, storedRule } from './stored-rule.record';

/** Most counters are of no resource: '' is what the statement takes for nothing. */
const resourceKeys = (counters: readonly Counter[]): Buffer | null =>
  texts(counters.map(({ key }) => key.resourceKey || null));

const rulesOf = ({ rules, storedRules }: Counter): string | null =>
  rules === storedRules ? null : JSON.stringify(rules.map(storedRule));

/** $3 to $11 of `write`. */
export const headColumns = (counters: readonly Counter[]): unknown[] => [
  uids(counters.map(({ key }) => key.customerUid)),
  resourceKeys(counters),
  uids(counters.map(({ key }) => key.featureUid)),
  wholeNumbers(counters.map(({ level }) => level)),
  instants(counters.map(({ lastSetAt }) => lastSetAt)),
  instants(counters.map(({ lastEventAt }) => lastEventAt)),
  texts(counters.map(rulesOf)),
  uids(counters.map(({ revision }) => revision)),
  booleans(counters.map(({ isStored }) => isStored)),
];

/** A total in which something was counted, with the place of its counter from 1 on. */
interface WrittenTotal {
  place: number;
  counter: Counter;
  written: WindowTotal;
}

export function writtenTotals(counters: readonly Counter[]): WrittenTotal[] {
  const totals: WrittenTotal[] = [];
  for (const [index, counter] of counters.entries()) {
    for (const written of counter.totals.values()) {
      if (written.isCounted) totals.push({ place: index + 1, counter, written });
    }
  }
  return totals;
}

/** $13 to $17. */
export const windowColumns = (totals: readonly WrittenTotal[]): unknown[] => [
  places(totals.map(({ place }) => place)),
  resourceKeys(totals.map(({ counter }) => counter)),
  instants(totals.map(({ written }) => written.window.start)),
  instants(totals.map(({ written }) => written.window.end ?? never)),
  wholeNumbers(totals.map(({ written }) => written.total)),
];

/** Of counters in a statement, from 1 on. */
export type CounterPlaces = ReadonlyMap<Counter, number>;

export const placesIn = (counters: readonly Counter[]): CounterPlaces =>
  new Map(counters.map((counter, index) => [counter, index + 1]));

/** $18 to $30. */
export function measurementColumns(counted: readonly CountedReport[], placeOf: CounterPlaces): unknown[] {
  const measurements = counted.map(({ measurement }) => measurement);
  const reports = counted.map(({ report }) => report);
  return [
    places(counted.map(({ counter }) => placeOf.get(counter) ?? null)),
    resourceKeys(counted.map(({ counter }) => counter)),
    uids(measurements.map(({ uid }) => uid)),
    wholeNumbers(measurements.map(({ value }) => value)),
    wholeNumbers(measurements.map(({ delta }) => delta)),
    booleans(measurements.map(({ updateBehavior }) => updateBehavior === 'SET')),
    instants(measurements.map(({ occurredAt }) => occurredAt)),
    wholeNumbers(measurements.map(({ usageAfter }) => usageAfter)),
    instants(measurements.map(({ window }) => window && window.start)),
    instants(measurements.map(({ window }) => window && (window.end ?? never))),
    texts(measurements.map(({ storedKey }) => storedKey)),
    texts(reports.map(({ dimensions }) => dimensions && JSON.stringify(dimensions))),
    uids(measurements.map(({ namedResourceUid }) => namedResourceUid)),
  ];
}

/** $31 to $34: where else keys of reports that name a resource may have been counted; of most groups nothing. */
export function otherLevelColumns(counted: readonly CountedReport[], placeOf: CounterPlaces): unknown[] {
  const elsewhere = counted.flatMap(({ report, counter }) =>
    placesElsewhere(report).map((each) => ({ ...each, place: placeOf.get(counter) ?? null })),
  );
  return [
    places(elsewhere.map(({ place }) => place)),
    texts(elsewhere.map(({ resourceKey }) => resourceKey)),
    uids(elsewhere.map(({ namedResourceUid }) => namedResourceUid)),
    texts(elsewhere.map(({ storedKey }) => storedKey)),
  ];
}
