import { ofUsers } from '#modules/platform/accounts';
import { grantable, ofEveryCaller, permissions } from '#modules/platform/api-keys';
import { createTestApp, type TestApp } from '../support/app';
import type { ApiClient, GraphqlAnswer, RestAnswer } from '../support/client';
import { inTheNameOf, newSigningSecret } from '../support/customer-tokens';
import { eventually } from '../support/eventually';
import {
  graphqlOperations,
  restOperations,
  type GraphqlOperation,
  type RestOperation,
} from '../support/every-operation';

// Domain: access-and-events

/** Every operation that exists against every kind of key: security.md, K-03, K-13, K-14. */
describe('permissions of every operation', () => {
  let app: TestApp;
  let rest: RestOperation[];
  let graphql: GraphqlOperation[];

  beforeAll(async () => {
    app = await createTestApp();
    rest = await restOperations(app);
    graphql = graphqlOperations(app);
  });
  afterAll(() => app.close());

  const callRest = (api: ApiClient, { method, url }: RestOperation): Promise<RestAnswer> =>
    api.send(method, url, method === 'GET' || method === 'DELETE' ? undefined : {});

  const codesOf = async (api: ApiClient): Promise<Map<string, unknown>> => {
    const codes = new Map<string, unknown>();
    for (const operation of rest) {
      const answer = await callRest(api, operation);
      codes.set(`${operation.method} ${operation.url}`, (answer.body as { code?: unknown }).code);
    }
    for (const operation of graphql) {
      const answer: GraphqlAnswer = await api.graphql(operation.document);
      codes.set(`${operation.kind} ${operation.field}`, answer.errors[0]?.extensions.code);
    }
    return codes;
  };
  const otherThan = (codes: Map<string, unknown>, code: string): unknown[] =>
    [...codes].filter(([, told]) => told !== code);

  it('each operation states the one permission that it needs, a known one', () => {
    const stated = [...rest, ...graphql].map(({ needs }) => needs);
    const known: readonly string[] = [...permissions, ...ofUsers];
    expect(rest.length).toBeGreaterThan(10);
    expect(stated.filter((needs) => !known.includes(needs))).toEqual([]);
  });

  it('both doors state the same permission for the same use case', () => {
    const byRest = new Map(rest.map(({ operation, needs }) => [operation, needs]));
    const differing = graphql.filter(
      ({ kind, field, needs }) => kind === 'mutation' && byRest.has(field) && byRest.get(field) !== needs,
    );
    expect(differing).toEqual([]);
    const mutations = new Set(graphql.filter(({ kind }) => kind === 'mutation').map(({ field }) => field));
    const writes = rest.filter(({ method }) => method !== 'GET').map(({ operation }) => operation);
    expect(writes.filter((operation) => !mutations.has(operation))).toEqual([]);
  });

  it('A-01: without a credential each answers Unauthenticated', async () => {
    expect(otherThan(await codesOf(app.anonymous), 'Unauthenticated')).toEqual([]);
  });

  /** How each operation answers: a code of those that keep somebody out, or `admitted`. */
  const outcomes = async (headers: Record<string, string>): Promise<Map<string, unknown>> => {
    const codes = await codesOf(app.anonymous.as({ key: app.a.publishableKey, headers }));
    const kept = [
      'IdentityForbidden',
      'Unauthenticated',
      'AuthCustomerReadonly',
      'AuthCustomerMismatch',
    ] as unknown[];
    return new Map([...codes].map(([name, code]) => [name, kept.includes(code) ? code : 'admitted']));
  };
  type Operation = RestOperation | GraphqlOperation;
  const expected = (outcome: (operation: Operation) => string): Map<string, unknown> =>
    new Map([
      ...rest.map((each) => [`${each.method} ${each.url}`, outcome(each)] as const),
      ...graphql.map((each) => [`${each.kind} ${each.field}`, outcome(each)] as const),
    ]);
  /** Those about a customer whom the request names: the others look for it themselves. */
  const namesCustomer = (operation: Operation): boolean =>
    'url' in operation ? operation.url.includes('/customers/') : operation.required.includes('customerId');

  it('A-09, B3: a publishable key is let in where the operation says so, and nowhere else', async () => {
    const alone = expected(({ opens }) => {
      if (opens === 'PUBLIC') return 'admitted';
      return opens === 'CUSTOMER' ? 'Unauthenticated' : 'IdentityForbidden';
    });
    expect(await outcomes({})).toEqual(alone);
    expect([...alone.values()].filter((told) => told === 'admitted').length).toBeGreaterThan(30);
    expect([...alone.values()].filter((told) => told === 'Unauthenticated')).toHaveLength(8);
  });

  it('B4: with the token of its customer it reads what is open to that one, and writes nothing', async () => {
    const secret = await newSigningSecret(app.a.api);
    const kept = ({ needs, opens }: Operation, otherwise: string): string => {
      if (opens !== undefined) return opens === 'PUBLIC' ? 'admitted' : otherwise;
      return needs.endsWith(':write') ? 'AuthCustomerReadonly' : 'IdentityForbidden';
    };
    const own = inTheNameOf('nobody', secret);
    const page = app.anonymous.as({ key: app.a.publishableKey, headers: own });
    // The key was looked up before: that it changed is about to be heard.
    await eventually(async () => expect((await page.rest('GET', '/products')).status).toBe(200));
    expect(await outcomes(own)).toEqual(expected((each) => kept(each, 'admitted')));
    const other = expected((each) => kept(each, namesCustomer(each) ? 'AuthCustomerMismatch' : 'admitted'));
    expect(await outcomes(inTheNameOf('somebody', secret))).toEqual(other);
    // Named by the operation alone, where it names one.
    const unnamed = expected((each) => kept(each, namesCustomer(each) ? 'admitted' : 'Unauthenticated'));
    expect(await outcomes({ 'x-customer-token': own['x-customer-token'] })).toEqual(unnamed);
  });

  it('B4: a customer who is not proven is Unauthenticated, whatever it asks for', async () => {
    const nobody = expected(() => 'Unauthenticated');
    expect(await outcomes({ 'x-customer-id': 'nobody' })).toEqual(nobody);
    expect(await outcomes(inTheNameOf('nobody', 'cts_of-somebody-else'))).toEqual(nobody);
  });

  it('decision 18: whoever may not ask is refused before the body is read, whatever it holds', async () => {
    const api = app.anonymous.as({ key: await app.a.scopedKey('activity:read') });
    const answers = new Map<string, unknown>();
    for (const { method, url } of rest) {
      if (method === 'GET' || method === 'DELETE') continue;
      const { code } = (await api.send(method, url, '{')).body as { code?: unknown };
      answers.set(`${method} ${url}`, code);
    }
    expect(answers.size).toBeGreaterThan(10);
    expect(otherThan(answers, 'IdentityForbidden')).toEqual([]);
  });

  it('B3: a publishable key is told to send a server key, through both doors', async () => {
    const api = app.anonymous.as({ key: app.a.publishableKey });
    const message = /publishable key .*send a server key \(X-API-KEY: server-…\)/;
    expect(await api.rest('GET', '/customers')).toRefuse('IdentityForbidden', message);
    expect(await api.graphql('{ customers { totalCount } }')).toRefuse('IdentityForbidden', message);
  });

  const isOfEveryCaller = ({ needs }: RestOperation | GraphqlOperation): boolean => needs === ofEveryCaller;

  it('K-03, P2, P3: to a key without scopes each answers IdentityForbidden, but for what is of every caller', async () => {
    const key = await app.a.scopedKey('customers:read');
    await app.dataSource.query(`update api_key set scopes = '[]' where last_four = $1`, [key.slice(-4)]);
    const codes = await codesOf(app.anonymous.as({ key }));
    const answered = [...codes].filter(([, code]) => code !== 'IdentityForbidden').map(([name]) => name);
    expect(answered).toEqual([
      ...rest.filter(isOfEveryCaller).map(({ method, url }) => `${method} ${url}`),
      ...graphql.filter(isOfEveryCaller).map(({ kind, field }) => `${kind} ${field}`),
    ]);
  });

  it('K-13, K-14: the stated permission opens an operation, and no other does', async () => {
    const isGrantable = (needs: string) => (grantable as readonly string[]).includes(needs);
    const owner = app.anonymous.as({ token: await app.signUserToken(app.ownerSubject) });
    const otherwise = (needs: string) => ((ofUsers as readonly string[]).includes(needs) ? owner : app.a.api);
    const reads = (needs: string) => needs.replace(':write', ':read');
    const keys = new Map<string, { with: ApiClient; without: ApiClient }>();
    for (const needs of new Set([...rest, ...graphql].map((operation) => operation.needs))) {
      // Write implies read, so the others of a read leave the write of its resource out too.
      const others = grantable.filter((p) => p !== needs && !(needs.endsWith(':read') && reads(p) === needs));
      keys.set(needs, {
        // What no scope gives, full access opens or an OWNER may, and all scopes together do not.
        with: isGrantable(needs) ? app.anonymous.as({ key: await app.a.scopedKey(needs) }) : otherwise(needs),
        without: app.anonymous.as({ key: await app.a.scopedKey(...others) }),
      });
    }
    const wrong: unknown[] = [];
    for (const operation of rest.filter((each) => !isOfEveryCaller(each))) {
      const { with: holder, without } = keys.get(operation.needs) as { with: ApiClient; without: ApiClient };
      const admitted = (await callRest(holder, operation)).status;
      const refused = (await callRest(without, operation)).status;
      if (admitted === 403 || admitted === 401 || refused !== 403) wrong.push([operation, admitted, refused]);
    }
    for (const operation of graphql.filter((each) => !isOfEveryCaller(each))) {
      const { with: holder, without } = keys.get(operation.needs) as { with: ApiClient; without: ApiClient };
      const admitted = (await holder.graphql(operation.document)).errors[0]?.extensions.code;
      const refused = (await without.graphql(operation.document)).errors[0]?.extensions.code;
      if (admitted === 'IdentityForbidden' || refused !== 'IdentityForbidden') {
        wrong.push([operation, admitted, refused]);
      }
    }
    expect(wrong).toEqual([]);
  });
});
