import type { SeededEnvironment } from './seed';

export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  /** `[<id>]` in it becomes another id with every request. */
  body?: string;
}

export interface BenchCase {
  title: string;
  key: string;
  /** Sent in turn, over and over. */
  requests: LoadRequest[];
  /** What one request counts: told as a second rate where it is not 1. */
  elements: number;
  /** Of performance.md, in words: the bench asserts nothing. */
  bar: string;
}

/** Customers that a case spreads over. */
const spread = 1000;
const batchSize = 100;
const pageSize = 20;
const farPage = 1000;

const get = (path: string): LoadRequest => ({ method: 'GET', path });
const post = (path: string, body: object): LoadRequest => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
});

/** Evenly over all customers, in an order that neither the table nor an index has. */
function sample({ customers }: SeededEnvironment): string[] {
  const step = 617;
  const count = Math.min(spread, customers);
  return Array.from({ length: count }, (_, i) => {
    const place = ((i * step) % count) * Math.floor(customers / count);
    return `customer-${place + 1}`;
  });
}

const check = (id: string, featureId: string): LoadRequest =>
  get(`/api/v1/customers/${id}/entitlements/check?featureId=${featureId}`);

const report = (customerId: string, idempotencyKey: string) => ({
  customerId,
  featureId: 'api-calls',
  value: 1,
  idempotencyKey,
});

export function benchCases(large: SeededEnvironment, small: SeededEnvironment): BenchCase[] {
  const ids = sample(large);
  const onLarge = { key: large.key, elements: 1 };
  const metered = (environment: SeededEnvironment) => ({
    key: environment.key,
    elements: 1,
    requests: sample(environment).map((id) => check(id, 'api-calls')),
  });
  const thousands = (n: number): string => n.toLocaleString('en-US');
  return [
    {
      ...onLarge,
      title: 'get a customer',
      requests: ids.map((id) => get(`/api/v1/customers/${id}`)),
      bar: 'ratio ≥ 0.10',
    },
    { ...onLarge, title: 'check, boolean', requests: ids.map((id) => check(id, 'sso')), bar: 'ratio ≥ 0.10' },
    {
      ...metered(small),
      title: `check, metered, of ${thousands(small.customers)} customers`,
      bar: 'ratio ≥ 0.10',
    },
    {
      ...metered(large),
      title: `check, metered, of ${thousands(large.customers)} customers`,
      bar: '≤ 1.2 × the row above',
    },
    { ...onLarge, ...reports(ids) },
    { ...onLarge, ...hotReports() },
    { ...onLarge, ...batches(ids) },
    {
      ...onLarge,
      title: 'list customers, page 1',
      requests: [get(`/api/v1/customers?limit=${pageSize}`)],
      bar: '–',
    },
    { ...onLarge, ...distantPage(large) },
    { ...onLarge, ...graphql(ids) },
  ];
}

const reports = (ids: string[]) => ({
  title: 'report usage, one',
  requests: ids.map((id) => post('/api/v1/usage', { usages: [report(id, '[<id>]')] })),
  bar: '≥ 3,000 reports/s',
});

const hotReports = () => ({
  title: 'report usage, one, all on one customer',
  requests: [post('/api/v1/usage', { usages: [report('customer-1', '[<id>]')] })],
  bar: '–',
});

const batches = (ids: string[]) => ({
  title: `report usage, ${batchSize}`,
  requests: Array.from({ length: ids.length / batchSize }, (_, n) => {
    const some = ids.slice(n * batchSize, (n + 1) * batchSize);
    return post('/api/v1/usage', { usages: some.map((id, i) => report(id, `[<id>]-${i}`)) });
  }),
  elements: batchSize,
  bar: '–',
});

/** Newest first: those made through the API, then the copies from the last one down. */
function distantPage({ customers }: SeededEnvironment) {
  const before = pageSize * (farPage - 1);
  const madeThroughApi = 10;
  const last = `customer-${customers - (before - madeThroughApi) + 1}`;
  return {
    title: `list customers, page ${farPage.toLocaleString('en-US')}`,
    requests: [get(`/api/v1/customers?limit=${pageSize}&starting_after=${last}`)],
    bar: '≤ 1.2 × the row above',
  };
}

const graphql = (ids: string[]) => ({
  title: 'get a customer over GraphQL',
  requests: ids.map((id) =>
    post('/graphql', {
      query: 'query Customer($id: String!) { customer(id: $id) { id name email createdAt metadata } }',
      variables: { id },
    }),
  ),
  bar: 'ratio ≥ 0.05',
});
