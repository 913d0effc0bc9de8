import { grantable, permissions } from '#modules/platform/identity';
import { createTestApp, type TestApp } from '../support/app';
import type { ApiClient, GraphqlAnswer, RestAnswer } from '../support/client';
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
    expect(rest.length).toBeGreaterThan(10);
    expect(stated.filter((needs) => !(permissions as readonly string[]).includes(needs))).toEqual([]);
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

  it('A-09: to a publishable key each answers IdentityForbidden', async () => {
    const api = app.anonymous.as({ key: app.a.publishableKey });
    expect(otherThan(await codesOf(api), 'IdentityForbidden')).toEqual([]);
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

  it('K-03: to a key without scopes each answers IdentityForbidden', async () => {
    const key = await app.a.scopedKey('customers:read');
    await app.dataSource.query(`update api_key set scopes = '[]' where last_four = $1`, [key.slice(-4)]);
    expect(otherThan(await codesOf(app.anonymous.as({ key })), 'IdentityForbidden')).toEqual([]);
  });

  it('K-13, K-14: the stated permission opens an operation, and no other does', async () => {
    const isGrantable = (needs: string) => (grantable as readonly string[]).includes(needs);
    const reads = (needs: string) => needs.replace(':write', ':read');
    const keys = new Map<string, { with: ApiClient; without: ApiClient }>();
    for (const needs of new Set([...rest, ...graphql].map((operation) => operation.needs))) {
      // Write implies read, so the others of a read leave the write of its resource out too.
      const others = grantable.filter((p) => p !== needs && !(needs.endsWith(':read') && reads(p) === needs));
      keys.set(needs, {
        // What no scope gives, full access opens, and all scopes together do not.
        with: isGrantable(needs) ? app.anonymous.as({ key: await app.a.scopedKey(needs) }) : app.a.api,
        without: app.anonymous.as({ key: await app.a.scopedKey(...others) }),
      });
    }
    const wrong: unknown[] = [];
    for (const operation of rest) {
      const { with: holder, without } = keys.get(operation.needs) as { with: ApiClient; without: ApiClient };
      const admitted = (await callRest(holder, operation)).status;
      const refused = (await callRest(without, operation)).status;
      if (admitted === 403 || admitted === 401 || refused !== 403) wrong.push([operation, admitted, refused]);
    }
    for (const operation of graphql) {
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
