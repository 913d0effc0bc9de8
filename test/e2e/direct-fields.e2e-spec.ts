import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { directFields } from '#libs/graphql/direct-fields';
import { createTestApp, type OtherProcess, type TestApp } from '../support/app';
import { createCustomer, subscribe } from '../support/catalog';
import { eventually } from '../support/eventually';
import { expectOk, type ApiClient, type GraphqlAnswer } from '../support/client';
import { graphqlOperations, type GraphqlOperation } from '../support/every-operation';
import { sellEveryKind } from '../support/every-kind-sold';

let byTheFramework = 0;

/** Does nothing, but only the framework knows how to do it. */
@Injectable()
class Passing implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    byTheFramework++;
    return next.handle();
  }
}

/** What differs between two environments, or two requests, whoever answers them. */
const changing = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const drawn = /"(secret|lastFour|publicKey)":"[^"]*"/g;
const ofTheProcess = new Set(['date', 'etag', 'content-length']);
const ofItsState = new Set(['x-entitlements-version', 'x-entitlements-staleness-ms']);

/** Of fields that were asked side by side, whichever is refused first is told first. */
const inOrder = ({ text, errors, data }: GraphqlAnswer): string => {
  if (errors.length < 2) return text;
  const sorted = errors.toSorted((a, b) => String(a.path).localeCompare(String(b.path)));
  return JSON.stringify({ errors: sorted, data });
};

const told = (answer: GraphqlAnswer) => ({
  status: answer.status,
  text: inOrder(answer).replace(changing, 'uid').replace(drawn, '"$1":""'),
  headers: [...answer.headers]
    .filter(([name]) => !ofTheProcess.has(name))
    .map(([name, value]) => [name, ofItsState.has(name) ? 'a number' : value]),
});

/** A second one is refused while the first is under way, which nobody can tell beforehand. */
const oneAtATime = new Set(['importSubscriptions', 'importCustomers']);

const twice = (kind: string, document: string): string =>
  `${kind} { ${[1, 2].map((n) => document.replace(/^\w+ \{/, `a${n}:`).replace(/\}$/, '')).join(' ')} }`;

const keyOf = async (api: ApiClient, scope: string): Promise<string> =>
  (await expectOk<{ secret: string }>(api.rest('POST', '/api-keys', { displayName: scope, scopes: [scope] })))
    .secret;

interface Sent {
  variables?: Record<string, unknown>;
  headers?: Record<string, string>;
  as?: (api: ApiClient) => ApiClient;
}

describe('direct fields answer as the framework does', () => {
  let app: TestApp;
  let framework: OtherProcess;
  let operations: GraphqlOperation[];
  /** Of the second environment, which sees the same requests in the same order. */
  let beside: ApiClient;

  beforeAll(async () => {
    app = await createTestApp({ rateLimits: 1000 });
    framework = await app.startBeside({
      rateLimits: 1000,
      providers: [{ provide: APP_INTERCEPTOR, useClass: Passing }],
    });
    beside = framework.api.as({ key: app.b.serverKey });
    for (const api of [app.a.api, beside]) await sellEveryKind(api);
    operations = graphqlOperations(app);
  });
  afterAll(async () => {
    await framework.close();
    await app.close();
  });

  /** One request to both, each in an environment of its own, so that what it changes is the same for both. */
  const same = async (
    document: string,
    { variables, headers, as = (api) => api }: Sent = {},
  ): Promise<GraphqlAnswer> => {
    // What one request has begun ends in its own time, and would refuse the next one in one of the two alone.
    await eventually(async () => {
      const running = `select from task where state in ('PENDING', 'IN_PROGRESS') limit 1`;
      expect(await app.dataSource.query<object[]>(running)).toEqual([]);
    });
    const send = (api: ApiClient) =>
      as(api).graphql(document, variables, { 'x-request-id': 'one-request', ...headers });
    const answer = await send(app.a.api);
    expect({ document, ...told(await send(beside)) }).toEqual({ document, ...told(answer) });
    return answer;
  };

  it('every root field is called directly, unless something stands around it that only the framework knows', () => {
    const fields = directFields(app.nest);
    const addresses = operations.map(
      ({ kind, field }) => `${kind === 'query' ? 'Query' : 'Mutation'}.${field}`,
    );
    expect(addresses.filter((address) => !fields.has(address))).toEqual([]);
    // Declared among the queries, and brought to the root of the subscriptions once the schema is made.
    const others = [...fields.keys()].filter((address) => !addresses.includes(address));
    expect(others).toEqual(['Query.streamEntitlements']);
    expect(directFields(framework.nest).size).toBe(0);
  });

  it('every root field: nobody, nothing, too much, what cannot be, twice, and with a condition', async () => {
    const before = byTheFramework;
    const codes = new Set<string>();
    for (const { document, kind, field } of operations) {
      const answers = [
        await same(document, { as: (api) => api.as({}) }),
        await same(document),
        await same(document, { headers: { 'if-match': '"a.1"' } }),
        await same(document, { headers: { 'if-match': 'x', 'x-min-version': 'x' } }),
        await same(document, { headers: { 'x-min-version': '1', 'idempotency-key': 'once' } }),
        await same(document, { headers: { 'x-min-version': '1', 'idempotency-key': 'once' } }),
        await same(document.replaceAll('"nobody"', '""')),
        await same(document.replaceAll('"nobody"', `"${'x'.repeat(300)}"`)),
        await same(document.replaceAll('"nobody"', '"\\u0000"')),
        await same(document.replace(/\([^]*\)/, '')),
        await same(document.replace(field, `a: ${field}`).replace('{', `{ __typename `)),
        ...(oneAtATime.has(field) ? [] : [await same(twice(kind, document))]),
      ];
      for (const { errors } of answers) for (const { extensions } of errors) codes.add(extensions.code);
    }
    expect([...codes]).toEqual(
      expect.arrayContaining([
        'Unauthenticated',
        'BadUserInput',
        'CustomerNotFound',
        'DuplicatedEntityNotAllowed',
      ]),
    );
    expect(byTheFramework - before).toBeGreaterThan(operations.length);
  }, 120_000);

  it('what is there: lists, nested fields, checks and reports, written, repeated, in vain', async () => {
    for (const api of [app.a.api, beside]) {
      await createCustomer(api, 'somebody');
      await subscribe(api, 'somebody', 'plan');
    }
    const customers =
      'query($first: Int) { customers(first: $first) { edges { node { id subscriptions { id } } } } }';
    for (const first of [1, null, 0, 1.5, 'one']) await same(customers, { variables: { first } });
    const check = `query($featureId: String!, $requestedUsage: Float) {
      checkCustomerEntitlement(customerId: "somebody", featureId: $featureId, requestedUsage: $requestedUsage) {
        ... on CustomerEntitlementFeature { isGranted currentUsage usageLimit accessDeniedReason usagePeriodEnd }
      }
    }`;
    for (const variables of [
      { featureId: 'calls' },
      { featureId: 'calls', requestedUsage: 1e6 },
      { featureId: 'calls', requestedUsage: -1 },
      { featureId: 'nothing' },
      { featureId: '' },
      {},
    ]) {
      await same(check, { variables });
      await same(check, { variables, headers: { 'x-min-version': '1' } });
    }
    const report =
      'mutation($usages: [UsageReportInput!]!) { reportUsage(input: { usages: $usages }) { currentUsage } }';
    const one = { customerId: 'somebody', featureId: 'calls', value: 1 };
    for (const usages of [
      [],
      [one],
      [{ ...one, featureId: 'nothing' }],
      [{ ...one, value: 0 }],
      [{ ...one, idempotencyKey: 'once' }],
      [{ ...one, idempotencyKey: 'once' }],
      [{ ...one, value: 1e9, enforceLimit: true }],
    ])
      await same(report, { variables: { usages } });
    const update =
      'mutation($name: String) { updateCustomer(id: "somebody", input: { name: $name }) { id name } }';
    const tag = { headers: { 'if-match': '"nobody.1"' } };
    for (const name of ['Somebody', null, '', 'x'.repeat(1000)]) await same(update, { variables: { name } });
    expect((await same(update, { variables: { name: 'Else' }, ...tag })).errors[0]?.extensions.code).toBe(
      'ObjectAlreadyBeingUsedByAnotherRequestError',
    );
    const { data } = await same(check, { variables: { featureId: 'calls' } });
    expect(data).toMatchObject({ checkCustomerEntitlement: { isGranted: true, currentUsage: 2 } });
  });

  it('who may not, is told so', async () => {
    const keys = new Map<ApiClient, string>();
    for (const api of [app.a.api, beside]) keys.set(api, await keyOf(api, 'products:read'));
    const as = (api: ApiClient): ApiClient => api.as({ key: keys.get(api) });
    for (const { document } of operations) await same(document, { as });
  });
});
