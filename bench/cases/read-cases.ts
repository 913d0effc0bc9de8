import { whole } from '../figures';
import { throughApi, type SeededEnvironment } from '../seed';
import { usually, type BenchCase } from './bench-case';
import { customersOf } from './customers';
import { get, type LoadRequest } from './requests';

const pageSize = 20;
const farPage = 1000;
const checkBar = 'ratio ≥ 0.25, cost ratio ≥ 0.20, p99 ≤ 10';

export const check = (id: string, featureId: string): LoadRequest =>
  get(`/customers/${id}/entitlements/check?featureId=${featureId}`);

export const checkMetered = (key: string, ids: readonly string[]): BenchCase => ({
  ...usually,
  key,
  title: 'check, metered',
  requests: ids.map((id) => check(id, 'api-calls')),
  bar: checkBar,
});

const explain = (id: string): LoadRequest => get(`/customers/${id}/entitlements/explain?featureId=api-calls`);

/** @param ids of the large environment */
export function readCases(large: SeededEnvironment, small: SeededEnvironment, ids: string[]): BenchCase[] {
  const common = { ...usually, key: large.key };
  const fewIds = customersOf(small, small.customers);
  const ofMany = `check, metered, of ${whole(large.customers)} customers`;
  const requests = {
    customers: ids.map((id) => get(`/customers/${id}`)),
    booleans: ids.map((id) => check(id, 'sso')),
  };
  return [
    { ...common, title: 'get a customer', requests: requests.customers, bar: 'ratio ≥ 0.10' },
    {
      ...common,
      title: 'get a customer over GraphQL',
      requests: ids.map(customerQuery),
      bar: 'ratio ≥ 0.06',
    },
    { ...common, title: 'check, metered, over GraphQL', requests: ids.map(checkQuery) },
    { ...common, title: 'list customers, page 1', requests: [get(`/customers?limit=${pageSize}`)] },
    { ...common, ...distantPage(large) },
    { ...common, title: 'check, boolean', requests: requests.booleans, bar: checkBar },
    { ...checkMetered(small.key, fewIds), title: `check, metered, of ${whole(small.customers)} customers` },
    { ...checkMetered(large.key, ids), title: ofMany, bar: '≤ 1.2 × the row above' },
    {
      ...common,
      title: 'explain, metered',
      requests: ids.map(explain),
      bar: 'cost ≤ 5 × the row above',
      against: ofMany,
    },
  ];
}

/** Newest first: those made through the API, then the copies from the last one down. */
function distantPage({ customers }: SeededEnvironment): Pick<BenchCase, 'title' | 'requests' | 'bar'> {
  const before = pageSize * (farPage - 1);
  const last = `customer-${customers - (before - throughApi) + 1}`;
  return {
    title: `list customers, page ${whole(farPage)}`,
    requests: [get(`/customers?limit=${pageSize}&starting_after=${last}`)],
    bar: '≤ 1.2 × the row above',
  };
}

const overGraphql = (query: string, id: string): LoadRequest => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables: { id } }),
});

const customerQuery = (id: string): LoadRequest =>
  overGraphql('query Customer($id: String!) { customer(id: $id) { id name email createdAt metadata } }', id);

const checkQuery = (id: string): LoadRequest =>
  overGraphql(
    `query Check($id: String!) {
      checkCustomerEntitlement(customerId: $id, featureId: "api-calls") { ... on CustomerEntitlementFeature { isGranted currentUsage usageLimit } }
    }`,
    id,
  );
