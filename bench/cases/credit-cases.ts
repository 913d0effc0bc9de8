import { usually, type BenchCase } from './bench-case';
import { rated, ratedCustomer } from '../rated-plan';
import { get, idPlace, post, type LoadRequest } from './requests';

/** The custom currency of every environment of the bench. */
export const credits = 'credits';

const manyConnections = 64;
/** Of the first customers, who have credits. */
const throughApi = 10;
const batchSize = 1000;
const batchWarmUp = 20;

const consumption = (customerId: string, idempotencyKey: string) => ({
  ...{ customerId, currencyId: credits, amount: 1, idempotencyKey },
});

const consume = (id: string): LoadRequest => post('/credits/consumption', consumption(id, idPlace));

const checkOf = (id: string): LoadRequest => get(`/customers/${id}/entitlements/check?currencyId=${credits}`);

const ratedIds = Array.from({ length: rated.customers }, (_, n) => ratedCustomer(n + 1));

const report = (customerId: string): LoadRequest =>
  post('/usage', { usages: [{ customerId, featureId: rated.featureId, value: 1 }] });

/** One after the other on each connection: of one wallet, and of as many as there are ids. */
export function creditCases(key: string, ids: readonly string[]): BenchCase[] {
  const common = { ...usually, key };
  const many = { ...common, connections: manyConnections };
  const hot = 'customer-1';
  const title = `consume credits, one, ${manyConnections} connections`;
  return [
    { ...many, title: `${title}, all of one wallet`, requests: [consume(hot)], bar: '≥ 1,000/s' },
    { ...many, title, requests: ids.map(consume), bar: '≥ 3,000/s' },
    {
      ...common,
      title: 'check, credits',
      requests: ids.slice(0, throughApi).map(checkOf),
      bar: 'cost ≤ 1.2 × that of a metered check',
      against: 'check, metered',
    },
    {
      ...common,
      title: 'check, paid in credits',
      requests: ratedIds.map((id) => get(`/customers/${id}/entitlements/check?featureId=${rated.featureId}`)),
      against: 'check, metered',
    },
    {
      ...many,
      title: `report usage that is paid in credits, one, ${manyConnections} connections`,
      requests: ratedIds.map(report),
    },
    { ...common, ...batches(ids) },
  ];
}

const batches = (ids: readonly string[]) => ({
  title: `consume credits, ${batchSize}`,
  warmUp: batchWarmUp,
  elements: batchSize,
  requests: [
    post('/credits/consumption/async', {
      consumptions: Array.from({ length: batchSize }, (_, n) =>
        consumption(ids[n % ids.length] as string, `${idPlace}-${n}`),
      ),
    }),
  ],
});
