import { ofUsers } from '#modules/platform/accounts';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type ApiClient, type GraphqlAnswer, type RestAnswer } from '../support/client';
import { countedStatements } from '../support/counted-statements';
import { eventsAbout } from '../support/events';
import { graphqlOperations } from '../support/every-operation';

// Domain: access-and-events

/** The GraphQL door: security.md G-01 to G-14, K-09, K-10. */
describe('GraphQL', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());

  const codes = ({ errors }: GraphqlAnswer): string[] => errors.map(({ extensions }) => extensions.code);
  const codeOf = ({ body }: RestAnswer): string | undefined =>
    (body as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions.code;
  const send = (body: unknown, headers?: Record<string, string>) =>
    api.send('POST', '/graphql', body, headers);
  const scoped = async (...scopes: string[]) => app.anonymous.as({ key: await app.a.scopedKey(...scopes) });
  const exists = async (path: string) => (await api.rest('GET', path)).status === 200;

  describe('limits', () => {
    const nested = (depth: number) =>
      `{ products ${'{ edges { node '.repeat(depth)} { id } ${'} }'.repeat(depth)} }`;

    it('G-01: a document deeper than 10 is BadUserInput and does not run', async () => {
      const answer = await api.graphql(nested(6));
      expect(answer).toRefuse('BadUserInput', /depth/i);
      expect(answer.data ?? null).toBeNull();
    });

    it('G-02: depth is counted through fragments, and cycles are refused', async () => {
      const fragments = Array.from(
        { length: 12 },
        (_, index) => `fragment F${index} on Product { productSettings { ...G${index} } }`,
      );
      const deep =
        'query { products { edges { node { ...A } } } } fragment A on Product { ...B } fragment B on Product { ...A }';
      expect(await api.graphql(deep)).toRefuse('BadUserInput');
      const self = 'query { ...Q } fragment Q on Query { products { totalCount } ...Q }';
      expect(await api.graphql(self)).toRefuse('BadUserInput');
      expect(await api.graphql(`query { products { totalCount } } ${fragments.join(' ')}`)).toRefuse(
        'BadUserInput',
      );
    });

    it('G-03: 16 aliases are refused, 15 are answered', async () => {
      const aliases = (count: number) =>
        `{ ${Array.from({ length: count }, (_, index) => `a${index}: products { totalCount }`).join(' ')} }`;
      expect((await api.graphql(aliases(15))).errors).toEqual([]);
      expect(await api.graphql(aliases(16))).toRefuse('BadUserInput', /alias/i);
    });

    it('G-05: batches are refused', async () => {
      for (const size of [1, 2, 11]) {
        const answer = await send(
          Array.from({ length: size }, () => ({ query: '{ products { totalCount } }' })),
        );
        expect(answer.status).toBe(400);
        expect(answer.text).toContain('BadUserInput');
        expect(answer.text).not.toContain('"data"');
      }
    });

    it('G-06: 1,001 tokens are refused, and so is a query of 100 KiB', async () => {
      const listing = (tokens: number) => `{ products(id: [${'"a" '.repeat(tokens)}]) { totalCount } }`;
      expect((await api.graphql(listing(900))).errors).toEqual([]);
      expect(await api.graphql(listing(1001))).toRefuse('BadUserInput', /token/i);
      expect(await api.graphql(`{ products { ${'totalCount '.repeat(900)} } }`)).toRefuse('BadUserInput');
      expect(await api.graphql(`{ products { totalCount } } #${'x'.repeat(100 * 1024)}`)).toRefuse(
        'BadUserInput',
      );
    });

    it('G-07: 500 directives on a field are refused', async () => {
      const document = `{ products ${'@include(if: true) '.repeat(500)} { totalCount } }`;
      expect(await api.graphql(document)).toRefuse('BadUserInput');
      expect(await api.graphql(`{ products ${'@a '.repeat(51)} { totalCount } }`)).toRefuse('BadUserInput');
    });

    it('a document that multiplies lists costs too much', async () => {
      const pages = Array.from({ length: 14 }, (_, index) => {
        const node = '{ id displayName metadata createdAt updatedAt description status }';
        return `a${index}: products(first: 100) { edges { cursor node ${node} } }`;
      });
      const answer = await api.graphql(`{ ${pages.join(' ')} }`);
      expect(codes(answer).filter((code) => code !== 'BadUserInput')).toEqual([]);
    });
  });

  describe('requests', () => {
    it.each([
      ['no query', {}],
      ['an empty query', { query: '' }],
      ['a number as query', { query: 5 }],
      ['a broken query', { query: '{ products {' }],
      ['an unknown operation', { query: 'query A { products { totalCount } }', operationName: 'B' }],
      [
        'two operations without a name',
        { query: 'query A { products { totalCount } } query B { features { totalCount } }' },
      ],
      ['variables that are no object', { query: '{ products { totalCount } }', variables: 'x' }],
    ])('%s is BadUserInput', async (_fault, body) => {
      const answer = await send(body);
      expect(answer.status).toBe(400);
      expect(codeOf(answer)).toBe('BadUserInput');
    });

    it.each(['{', 'null', '"text"', '[]', 'secret-payload'])(
      'the body %s is 400 without the words of a parser',
      async (body) => {
        const answer = await send(body);
        expect(answer.status).toBe(400);
        expect(answer.text).toContain('"code":"BadUserInput"');
        expect(answer.text).not.toMatch(/secret-payload|SyntaxError|position/);
      },
    );

    it('G-11: GET runs nothing', async () => {
      const mutation = encodeURIComponent(
        'mutation { createProduct(input: { id: "by-get", displayName: "x" }) { id } }',
      );
      for (const query of [mutation, encodeURIComponent('{ products { totalCount } }')]) {
        for (const accept of ['application/json', 'text/html', '*/*']) {
          const headers = { accept, 'apollo-require-preflight': 'true', 'content-type': 'application/json' };
          const answer = await api.send('GET', `/graphql?query=${query}`, undefined, headers);
          expect([400, 404, 405]).toContain(answer.status);
        }
      }
      expect(await exists('/products?id=by-get&limit=1')).toBe(true);
      expect((await api.rest('GET', '/products?id=by-get')).body).toMatchObject({ data: [] });
    });

    it('G-11: no form can be posted', async () => {
      for (const type of [
        'application/x-www-form-urlencoded',
        'text/plain',
        'multipart/form-data; boundary=x',
      ]) {
        const answer = await send('query={products{totalCount}}', { 'content-type': type });
        expect([answer.status, codeOf(answer)]).toEqual([415, 'BadUserInput']);
      }
    });

    it('what the door refuses of a request has a published code: 415 of a packed body, 413', async () => {
      const packed = await send({ query: '{ products { totalCount } }' }, { 'content-encoding': 'gzip' });
      expect([packed.status, codeOf(packed)]).toEqual([415, 'BadUserInput']);
      const huge = await send({ query: `{ ${'x'.repeat(2 * 1024 * 1024)} }` });
      expect([huge.status, codeOf(huge)]).toEqual([413, 'BadUserInput']);
    });

    it('G-14: variables of the wrong type or size are refused', async () => {
      const document =
        'query($id: [String!], $first: Int) { products(id: $id, first: $first) { totalCount } }';
      expect(await api.graphql(document, { id: [5] })).toRefuse('BadUserInput');
      expect(await api.graphql(document, { id: 'a', first: 'b' })).toRefuse('BadUserInput');
      expect(await api.graphql(document, { first: 2 ** 31 })).toRefuse('BadUserInput');
      expect(await api.graphql(document, { id: ['x'.repeat(256)] })).toRefuse('BadUserInput', /id/);
      const huge = await send({ query: document, variables: { id: Array(400_000).fill('a') } });
      expect(huge.status).toBe(413);
    });

    it('an explicit null of an argument is its absence, as Relay clients send it', async () => {
      const document =
        'query($first: Float, $after: String, $before: String, $id: [String!], $status: [ProductStatus!]) ' +
        '{ products(first: 1, after: $after, before: $before, id: $id, status: $status, createdAt: { gt: null }) { totalCount } }';
      const variables = { after: null, before: null, id: null, status: null };
      const answer = await api.graphql(document.replace('$first: Float, ', ''), variables);
      expect(answer.errors).toEqual([]);
    });
  });

  describe('permissions', () => {
    it('K-09: a refused field is null with its code, the others are answered', async () => {
      const reader = await scoped('products:read');
      const answer = await reader.graphql('{ features { totalCount } products { totalCount } }');
      expect(answer.status).toBe(200);
      expect(answer.data).toEqual({ features: null, products: { totalCount: expect.any(Number) as number } });
      expect(answer.errors).toHaveLength(1);
      expect(answer.errors[0]).toMatchObject({
        path: ['features'],
        extensions: { code: 'IdentityForbidden' },
      });
    });

    it('K-09: a refused mutation has no effect, the ones beside it have theirs', async () => {
      const writer = await scoped('products:write');
      const answer = await writer.graphql(`mutation {
        first: createProduct(input: { id: "k09-first", displayName: "x" }) { id }
        refused: createFeature(input: { id: "k09", displayName: "x", featureType: BOOLEAN }) { id }
        last: createProduct(input: { id: "k09-last", displayName: "x" }) { id }
      }`);
      expect(answer.data).toEqual({ first: { id: 'k09-first' }, refused: null, last: { id: 'k09-last' } });
      expect(codes(answer)).toEqual(['IdentityForbidden']);
      expect(await exists('/features/k09')).toBe(false);
      expect(await eventsAbout(app, 'k09')).toEqual([]);
    });

    it('K-10: neither alias, fragment nor directive leads around it', async () => {
      const reader = await scoped('products:read');
      const input = 'input: { id: "k10", displayName: "x", featureType: BOOLEAN }';
      for (const document of [
        `mutation { products: createFeature(${input}) { id } }`,
        `mutation { ...F } fragment F on Mutation { createFeature(${input}) { id } }`,
        `mutation { ... on Mutation { a: createFeature(${input}) { id } } }`,
        `mutation { createFeature(${input}) @include(if: true) { id } }`,
        `mutation($yes: Boolean = true) { createFeature(${input}) @include(if: $yes) { id } }`,
      ]) {
        expect(await reader.graphql(document)).toRefuse('IdentityForbidden');
      }
      expect(await exists('/features/k10')).toBe(false);
    });

    it('mutations of one request are applied one after the other, each in a transaction of its own', async () => {
      const answer = await api.graphql(`mutation {
        a: createProduct(input: { id: "serial", displayName: "1" }) { id }
        b: createProduct(input: { id: "serial", displayName: "2" }) { id }
        c: updateProduct(id: "serial", input: { displayName: "3" }) { displayName }
      }`);
      expect(answer.data).toEqual({ a: { id: 'serial' }, b: null, c: { displayName: '3' } });
      expect(codes(answer)).toEqual(['DuplicatedEntityNotAllowed']);
    });
  });

  describe('errors', () => {
    it('hold code, message, path and request id, and nothing else', async () => {
      const answer = await api.graphql(
        '{ customer(id: "nobody") { id } }',
        {},
        { 'x-request-id': 'trace-7' },
      );
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({
        data: { customer: null },
        errors: [
          {
            message: expect.stringContaining('nobody') as string,
            locations: [{ line: 1, column: 3 }],
            path: ['customer'],
            extensions: { code: 'CustomerNotFound', traceId: 'trace-7' },
          },
        ],
      });
    });

    it('decision 10: HTTP 401 when no credential is valid', async () => {
      const answer = await app.anonymous.graphql('{ products { totalCount } }');
      expect(answer).toRefuse('Unauthenticated');
      expect(answer.errors).toHaveLength(1);
      expect(answer.data).toBeUndefined();
      expect((await app.anonymous.graphql('{ __schema { queryType { name } } }')).status).toBe(401);
      expect((await app.anonymous.graphql('{ broken')).status).toBe(401);
    });

    it('none of what Apollo answers is kept by a cache, and fields that are refused leave the status 200', async () => {
      const introspection = '{ __schema { queryType { name } } }';
      for (const [document, status] of [
        ['{ products { totalCount } }', 200],
        ['{ customer(id: "nobody") { id } }', 200],
        ['{ nothing }', 400],
        [introspection, 200],
        [introspection, 200],
      ] as const) {
        const answer = await api.graphql(document);
        expect([document, answer.status, answer.headers.get('cache-control')]).toEqual([
          document,
          status,
          'no-store',
        ]);
      }
    });

    it('no answer holds a stack', async () => {
      for (const document of [
        '{ nothing }',
        '{',
        '{ customer(id: 5) { id } }',
        '{ customer(id: "\\u0000") { id } }',
      ]) {
        const answer = await api.graphql(document);
        expect(codes(answer)).toEqual(['BadUserInput']);
        expect(answer.text).not.toMatch(/stack|node_modules|\.ts:|\.js:/);
      }
    });
  });

  it('L1: every connection checks its arguments', async () => {
    const lists = graphqlOperations(app).filter(({ args }) => args.includes('first'));
    expect(lists.length).toBeGreaterThan(3);
    const owner = app.anonymous.as({ token: await app.signUserToken(app.ownerSubject) });
    for (const { field, required, needs } of lists) {
      for (const args of ['first: 0', 'first: 101', 'last: 1.5', 'after: ""']) {
        const by = (ofUsers as readonly string[]).includes(needs) ? owner : api;
        const answer = await by.graphql(`{ ${field}(${required} ${args}) { totalCount } }`);
        expect([field, args, codes(answer)]).toEqual([field, args, ['BadUserInput']]);
      }
    }
  });

  it('G-15: totalCount and pages ask the database a bounded number of times', async () => {
    const place = await app.newEnvironment();
    for (let index = 0; index < 20; index++) {
      await expectOk(place.api.rest('POST', '/products', { id: `p${index}`, displayName: 'x' }));
    }
    const costOf = async (document: string) =>
      (await countedStatements(app, () => place.api.graphql(document))).statements.length;
    expect(await costOf('{ products(first: 20) { edges { node { id metadata } } } }')).toBe(1);
    expect(await costOf('{ products(first: 20) { totalCount edges { node { id } } } }')).toBe(2);
  });
});

describe('GraphQL in production', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({ variables: { NODE_ENV: 'production' } });
  });
  afterAll(() => app.close());

  it('G-09: introspection is for server keys', async () => {
    const asked = ['{ __schema { queryType { name } } }', '{ __type(name: "Product") { name } }'];
    const key = await app.a.scopedKey('products:read');
    for (const document of [
      ...asked,
      'query { ...F } fragment F on Query { __schema { queryType { name } } }',
    ]) {
      expect((await app.a.api.graphql(document)).errors).toEqual([]);
      expect((await app.anonymous.as({ key }).graphql(document)).errors).toEqual([]);
      const publishable = await app.anonymous.as({ key: app.a.publishableKey }).graphql(document);
      expect(publishable).toRefuse('BadUserInput', /introspection/i);
      const token = await app.signUserToken(app.ownerSubject);
      const user = app.anonymous.as({ token, headers: { 'x-environment-id': app.a.environmentId } });
      expect(await user.graphql(document)).toRefuse('BadUserInput', /introspection/i);
    }
    expect(await app.anonymous.graphql(asked[0] as string)).toRefuse('Unauthenticated');
  });

  it('G-10: a mistyped name is not corrected', async () => {
    const answer = await app.a.api.graphql('{ product { id } }');
    expect(answer).toRefuse('BadUserInput');
    expect(answer.text).not.toMatch(/did you mean/i);
  });
});
