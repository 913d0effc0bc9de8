import { usually, type BenchCase } from './bench-case';
import { check } from './read-cases';
import { idPlace, post, type LoadRequest } from './requests';

const batchSize = 100;
/** A batch is 100 reports: it takes fewer until all is compiled. */
const batchWarmUp = 100;
/** Of so many requests one reports, the others check. */
const oneReportAmong = 20;
const mixedConnections = 32;

const report = (customerId: string, idempotencyKey: string) => ({
  customerId,
  featureId: 'api-calls',
  value: 1,
  idempotencyKey,
});

const reportOf = (id: string, enforceLimit?: true): LoadRequest =>
  post('/usage', { usages: [{ ...report(id, idPlace), enforceLimit }] });

export const reportOne = (key: string, ids: readonly string[]): BenchCase => ({
  ...usually,
  key,
  title: 'report usage, one',
  requests: ids.map((id) => reportOf(id)),
  bar: '–',
});

/** Check and consume in one call. */
const consumeOne = (key: string, ids: readonly string[]): BenchCase => ({
  ...reportOne(key, ids),
  title: 'report with enforceLimit, one',
  requests: ids.map((id) => reportOf(id, true)),
});

export function usageCases(key: string, ids: string[], manyConnections: number): BenchCase[] {
  const hot = ['customer-1'];
  const reported = [reportOne(key, ids), allOnOne(reportOne(key, hot))];
  const consumed = [consumeOne(key, ids), allOnOne(consumeOne(key, hot))];
  const many = (each: BenchCase, bar: string) => throughMany({ ...each, bar }, manyConnections);
  return [
    ...reported.flatMap((each) => [each, many(each, '≥ 3,500 reports/s, p99 ≤ 50 ms')]),
    ...consumed.map((each) => many(each, '≥ 3,000 reports/s')),
    { ...usually, key, ...batches(ids) },
    { ...usually, key, ...mixed(ids) },
  ];
}

const allOnOne = (each: BenchCase): BenchCase => ({ ...each, title: `${each.title}, all on one customer` });

const throughMany = (each: BenchCase, connections: number): BenchCase => ({
  ...each,
  title: `${each.title}, ${connections} connections`,
  connections,
});

const batches = (ids: string[]) => ({
  title: `report usage, ${batchSize}`,
  requests: Array.from({ length: ids.length / batchSize }, (_, n) => {
    const some = ids.slice(n * batchSize, (n + 1) * batchSize);
    return post('/usage', { usages: some.map((id, i) => report(id, `${idPlace}-${i}`)) });
  }),
  elements: batchSize,
  warmUp: batchWarmUp,
  bar: '≥ 12,000 reports/s',
});

const mixed = (ids: string[]) => ({
  title: `mixed, 95 % checks and 5 % reports, ${mixedConnections} connections`,
  requests: ids.map((id, n) => (n % oneReportAmong === 0 ? reportOf(id) : check(id, 'api-calls'))),
  connections: mixedConnections,
});
