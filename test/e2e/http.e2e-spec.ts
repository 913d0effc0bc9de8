import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type ApiClient, type Method, type RestAnswer } from '../support/client';
import { overSocket, statusIn } from '../support/sockets';

// Domain: access-and-events

/** The protocol around the use cases: security.md H-01 to H-10, R-01 to R-03. */
describe('HTTP', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp({ listen: true, variables: { CORS_ORIGINS: 'https://shop.example' } });
    api = app.a.api;
  });
  afterAll(() => app.close());

  const raw = (line: string, headers: Record<string, string> = {}, body = '') => {
    const all = { host: 'localhost', connection: 'close', ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return overSocket(app.url, `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  };
  const withKey = () => ({ 'x-api-key': app.a.serverKey });

  it('H-01: every answer says what it is and how to treat it', async () => {
    const answers: RestAnswer[] = [
      await api.send('GET', '/api/v1/products'),
      await api.send('POST', '/api/v1/products', {}),
      await app.anonymous.send('GET', '/api/v1/products'),
      await api.send('GET', '/nowhere'),
      await api.send('PUT', '/api/v1/products'),
      await api.send('POST', '/api/v1/products', '{'),
      await api.send('POST', '/graphql', { query: '{ products { totalCount } }' }),
      await app.anonymous.send('POST', '/graphql', { query: '{ products { totalCount } }' }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
    }
  });

  it.each(['a', 'trace-1_2.3:4', 'x'.repeat(128)])('B8: the request id %s is told back', async (id) => {
    const answer = await api.send('GET', '/api/v1/products', undefined, { 'x-request-id': id });
    expect(answer.headers.get('x-request-id')).toBe(id);
    const refused = await app.anonymous.graphql('{ products { totalCount } }', {}, { 'x-request-id': id });
    expect(refused.errors[0]?.extensions.traceId).toBe(id);
    expect(refused.headers.get('x-request-id')).toBe(id);
  });

  it.each(['', 'a b', 'x'.repeat(129), '<script>', 'a"b'])('B8: %j is no request id', async (id) => {
    const answer = await api.send('GET', '/api/v1/products', undefined, { 'x-request-id': id });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  describe('routes', () => {
    it.each([
      '/api/v1/nothing',
      '/api/v1',
      '/api/v2/products',
      '/nowhere',
      '/api/v1/products/a/b/c',
      '/api/v1/customers/',
    ])('H-10: %s is no route', async (url) => {
      expect(await api.send('GET', url)).toFailPlainly(404, /No such route/);
      expect([401, 404]).toContain((await app.anonymous.send('GET', url)).status);
    });

    it.each<[Method, string, string[]]>([
      ['PUT', '/api/v1/products', ['GET', 'HEAD', 'POST']],
      ['DELETE', '/api/v1/products', ['GET', 'HEAD', 'POST']],
      ['TRACE', '/api/v1/products', ['GET', 'HEAD', 'POST']],
      ['PROPFIND', '/api/v1/products', ['GET', 'HEAD', 'POST']],
      ['PUT', '/api/v1/customers/a', ['GET', 'HEAD', 'PATCH']],
      ['GET', '/api/v1/customers/a/archive', ['POST']],
      ['PUT', '/health/live', ['GET', 'HEAD']],
    ])('H-03: %s %s is 405 and says what is allowed', async (method, url, allowed) => {
      const answer = await api.send(method, url);
      expect(answer).toFailPlainly(405, /takes/);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed);
    });

    it('K-11: no other method is smuggled in', async () => {
      await expectOk(api.rest('POST', '/customers', { id: 'tunnel' }));
      const headers = { 'x-http-method-override': 'PATCH', 'x-method-override': 'PATCH' };
      const answer = await api.send('GET', '/api/v1/customers/tunnel', undefined, headers);
      expect(answer.status).toBe(200);
      expect(await api.rest('GET', '/customers?_method=POST')).toRefuse('BadUserInput', /_method/);
    });

    it('HEAD answers as GET does, without a body', async () => {
      const known = await api.send('HEAD', '/api/v1/products');
      expect([known.status, known.text]).toEqual([200, '']);
      expect(known.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect((await app.anonymous.send('HEAD', '/api/v1/products')).status).toBe(401);
      expect((await api.send('HEAD', '/api/v1/customers/nobody')).status).toBe(404);
    });

    it.each([
      ['GET', '/api/v1/products/', '/api/v1/products'],
      ['POST', '/api/v1/usage//', '/api/v1/usage'],
      ['GET', '/api/v1/customers/one/entitlements/?limit=1', '/api/v1/customers/one/entitlements'],
    ] as const)('%s %s is told the path without the slash', async (method, path, meant) => {
      const answer = await api.send(method, path, method === 'GET' ? undefined : {});
      expect(answer).toFailPlainly(404, /slash/);
      expect((answer.body as { message: string }).message).toContain(`send ${meant}`);
      expect(answer.text).not.toContain('?');
    });

    it('a slash behind no route is a 404 like any other', async () => {
      const [slash, plain] = [await api.send('GET', '/nowhere/'), await api.send('GET', '/nowhere')];
      expect([slash.status, slash.text]).toEqual([404, plain.text]);
    });

    it.each([
      '//api/v1/products',
      '/api/v1/../v1/products',
      '/api/v1/%2e%2e/v1/products',
      '/api//v1/products',
      '/api/v1/products;a=b',
      '/api/v1/products.',
      '/api/v1/products/',
      '/%61pi/v1/products',
      '/api%2fv1%2fproducts',
      '/API/v1/products',
      '/api/v1/products%00',
      '/api/v1/products?x-api-key=1',
      'http://localhost/api/v1/products',
      '/%67raphql',
    ])('H-05: %s is no way past the guard', async (path) => {
      const anonymous = await raw(`GET ${path}`);
      expect([400, 401, 404, 405]).toContain(statusIn(anonymous));
      expect(anonymous).not.toContain('"data"');
      const known = statusIn(await raw(`GET ${path}`, withKey()));
      // With a key the same spelling is either the route or none, never a third thing.
      expect([200, 400, 404, 405]).toContain(known);
      if (known === 200) expect(statusIn(anonymous)).toBe(401);
    });

    it.each([
      '/api/v1/customers/..',
      '/api/v1/customers/%2e%2e',
      '/api/v1/customers/a%2fb',
      '/api/v1/customers/a;b=c',
    ])('H-05: %s names an unknown customer or no route', async (path) => {
      expect(statusIn(await raw(`GET ${path}`, withKey()))).toBe(404);
      expect([401, 404]).toContain(statusIn(await raw(`GET ${path}`)));
    });

    it('two Host headers are refused, whatever is asked', async () => {
      for (const path of ['/api/v1/products', '/health/live', '/nowhere']) {
        const twice = `GET ${path} HTTP/1.1\r\nhost: a\r\nHost: b\r\nx-api-key: ${app.a.serverKey}\r\nconnection: close\r\n\r\n`;
        const answer = await overSocket(app.url, twice);
        expect(statusIn(answer)).toBe(400);
        expect(answer).toMatch(/more than one Host header.+BadUserInput/);
      }
    });

    it('what is no path leads nowhere, in our words', async () => {
      const answer = await raw('OPTIONS *');
      expect([400, 404, 405]).toContain(statusIn(answer));
      expect(answer).toMatch(/x-request-id/);
      expect(answer).not.toContain('FST_ERR');
    });

    it('H-06: the Host of the caller is never told back', async () => {
      for (const path of ['/', '/api/v1/products', '/nowhere', '/docs', '/openapi.json']) {
        expect(await raw(`GET ${path}`, { ...withKey(), host: 'evil.example' })).not.toContain(
          'evil.example',
        );
      }
    });

    it('H-14: health and metrics are open and hold no id and no key', async () => {
      await expectOk(api.rest('POST', '/customers', { id: 'not-in-metrics' }));
      await api.send('GET', '/api/v1/customers/not-in-metrics');
      for (const url of ['/health/live', '/health/ready', '/metrics']) {
        const answer = await app.anonymous.send('GET', url);
        expect(answer.status).toBe(200);
        for (const secret of ['not-in-metrics', app.a.serverKey, app.a.environmentId]) {
          expect(answer.text).not.toContain(secret);
        }
      }
      expect((await app.anonymous.send('GET', '/metrics')).text).toContain('route="/api/v1/customers/:id"');
    });
  });

  describe('bodies', () => {
    it.each([
      '{',
      '{"id":',
      '{"secret-payload":}',
      'secret-payload',
      '{"a":1}}',
      "{'id':'a'}",
      '{"id":"a",}',
    ])('H-09: %s is BadUserInput, and the parser repeats nothing of it', async (body) => {
      const answer = await api.rest('POST', '/customers', body);
      expect(answer).toRefuse('BadUserInput', /not valid JSON/);
      expect(answer.text).not.toMatch(/secret-payload|position|token/i);
    });

    it('a GET with a body that says something is refused, however it is framed and however long', async () => {
      const json = { ...withKey(), 'content-type': 'application/json' };
      const sized = (body: string) => ({ ...json, 'content-length': String(body.length) });
      const url = 'GET /api/v1/products';
      for (const body of ['{"a":1}', '[]', 'text', '{}'.repeat(100_000)]) {
        expect(await raw(url, sized(body), body)).toMatch(/^HTTP\/1.1 400 .+takes no body/s);
      }
      const chunked = { ...json, 'transfer-encoding': 'chunked' };
      expect(await raw(url, chunked, '7\r\n{"a":1}\r\n0\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .+takes no body/s);
      for (const body of ['{}', ' { } ', '']) expect(statusIn(await raw(url, sized(body), body))).toBe(200);
    });

    it('behind a GET with a long body the next request on the connection is answered', async () => {
      const lines = `host: a\r\nx-api-key: ${app.a.serverKey}\r\n`;
      const body = '{}'.repeat(500_000);
      const first = `GET /api/v1/products HTTP/1.1\r\n${lines}content-length: ${body.length}\r\n\r\n${body}`;
      const next = `GET /api/v1/products HTTP/1.1\r\n${lines}connection: close\r\n\r\n`;
      const { hostname, port } = new URL(app.url);
      const told = await new Promise<string>((resolve, reject) => {
        let received = '';
        const socket = connect(Number(port), hostname, () => socket.write(first + next));
        socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
        socket.once('close', () => resolve(received)).once('error', reject);
      });
      expect(told.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
    });

    it('what a request expects beside 100-continue is passed over', async () => {
      const answer = await raw('GET /api/v1/products', { ...withKey(), expect: '200-ok' });
      expect(statusIn(answer)).toBe(200);
    });

    it.each([
      '{"__proto__":{"a":1}}',
      '{"id":"a","metadata":{"__proto__":"a"}}',
      '{"constructor":{"prototype":{}}}',
    ])('%s is valid JSON with a key that is not known', async (body) => {
      expect(await api.rest('POST', '/customers', body)).toRefuse(
        'BadUserInput',
        /^__proto__ is not a known field/,
      );
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ])('a body as %s is 415', async (type) => {
      const answer = await api.send('POST', '/api/v1/customers', 'id=a', { 'content-type': type });
      expect(answer).toFailPlainly(415, /application\/json/);
    });

    it('R-03: a packed body is 415 and never unpacked', async () => {
      const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '));
      const head = `POST /api/v1/customers HTTP/1.1\r\nhost: a\r\nx-api-key: ${app.a.serverKey}\r\nconnection: close\r\n`;
      const packed = `content-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;
      const answer = await overSocket(app.url, Buffer.concat([Buffer.from(head + packed), bomb]));
      expect(statusIn(answer)).toBe(415);
      expect(answer).toContain('"code":null');
    });

    it('R-01: 1 MiB is taken, one byte more is 413, answered before the connection ends', async () => {
      const limit = 1024 * 1024;
      const head = '{"id":"large","language":"';
      const text = (length: number) => `${head}${'x'.repeat(length - head.length - 2)}"}`;
      expect((await api.rest('POST', '/customers', text(limit))).status).toBe(201);
      const headers = {
        ...withKey(),
        'content-type': 'application/json',
        'content-length': String(limit + 1),
      };
      const answer = await raw('POST /api/v1/customers', headers, text(limit + 1));
      expect(statusIn(answer)).toBe(413);
      expect(answer).toContain('"code":null');
    });

    it('R-02: an endless body is 413 at the limit', async () => {
      const headers = ['x-api-key', 'content-type', 'transfer-encoding', 'connection'] as const;
      const values = [app.a.serverKey, 'application/json', 'chunked', 'close'];
      const lines = headers.map((name, index) => `${name}: ${values[index]}\r\n`).join('');
      const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
      const head = `POST /api/v1/customers HTTP/1.1\r\nhost: a\r\n${lines}\r\n`;
      const answer = await overSocket(app.url, head, (send) => {
        // Twice the limit and no end; the server has to answer by itself.
        for (let sent = 0; sent < 32; sent++) send(chunk);
      });
      expect(statusIn(answer)).toBe(413);
    });

    it('A-01 before R-01: without a credential no body is read', async () => {
      const headers = { 'content-type': 'application/json', 'content-length': '999999999' };
      expect(statusIn(await raw('POST /api/v1/customers', headers, '{'))).toBe(401);
    });

    it('B7: without the permission no body is read, however large it says that it is', async () => {
      const key = await app.a.scopedKey('customers:read');
      const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': '8000000' };
      for (const path of ['/api/v1/catalog/plan', '/api/v1/catalog/apply', '/api/v1/customers']) {
        const answer = await raw(`POST ${path}`, headers, '{');
        expect(statusIn(answer)).toBe(403);
        expect(answer).toContain('IdentityForbidden');
      }
    });
  });

  describe('browsers', () => {
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key',
    };

    it('H-07: only configured origins are answered, without credentials', async () => {
      const page = app.anonymous.as({ key: app.a.publishableKey });
      for (const method of ['OPTIONS', 'GET'] as const) {
        const shop = await page.send(method, '/api/v1/products', undefined, {
          ...preflight,
          origin: 'https://shop.example',
        });
        expect(shop.headers.get('access-control-allow-origin')).toBe('https://shop.example');
        expect(shop.headers.get('vary')).toContain('Origin');
        expect(shop.headers.get('access-control-allow-credentials')).toBeNull();
        for (const origin of [
          'https://evil.example',
          'https://shop.example.evil.example',
          'null',
          'http://shop.example',
        ]) {
          const evil = await page.send(method, '/api/v1/products', undefined, { ...preflight, origin });
          expect(evil.headers.get('access-control-allow-origin')).toBeNull();
        }
      }
    });

    it('H-07, B3: a page may send what a publishable key needs, read what it is told, and write nothing', async () => {
      const headers = { ...preflight, origin: 'https://shop.example' };
      const told = await app.anonymous.send('OPTIONS', '/graphql', undefined, headers);
      expect([told.status, told.text]).toEqual([204, '']);
      const listed = (name: string) => told.headers.get(name)?.split(', ') ?? [];
      expect(listed('access-control-allow-methods')).toEqual(['GET', 'HEAD', 'POST']);
      expect(listed('access-control-allow-headers')).toEqual(
        expect.arrayContaining(['X-API-KEY', 'X-CUSTOMER-ID', 'X-CUSTOMER-TOKEN', 'Content-Type']),
      );
      expect(told.headers.get('access-control-max-age')).toBe('600');
      const page = app.anonymous.as({ key: app.a.publishableKey });
      const answer = await page.send('GET', '/api/v1/products', undefined, headers);
      const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase().split(', ');
      expect(exposed).toEqual(
        expect.arrayContaining([
          ...['etag', 'x-entitlements-version', 'x-request-id', 'retry-after'],
          ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'],
        ]),
      );
    });

    it('H-07: a page reads why it was refused, and no answer to a server key, a user or nobody', async () => {
      const headers = { ...preflight, origin: 'https://shop.example' };
      const originTold = async (by: ApiClient, url = '/api/v1/customers'): Promise<string | null> =>
        (await by.send('GET', url, undefined, headers)).headers.get('access-control-allow-origin');
      const page = app.anonymous.as({ key: app.a.publishableKey });
      expect(await originTold(page)).toBe('https://shop.example');
      expect(await originTold(app.anonymous.as({ key: 'client-mistyped' }))).toBe('https://shop.example');
      const user = app.anonymous.as({ token: await app.signUserToken(app.ownerSubject) });
      for (const by of [api, user, app.anonymous]) expect(await originTold(by)).toBeNull();
      for (const url of ['/docs', '/health/ready', '/metrics'])
        expect(await originTold(app.anonymous, url)).toBeNull();
    });

    it('H-02: pages run scripts of this server only', async () => {
      for (const url of ['/', '/docs']) {
        const policy = (await app.anonymous.send('GET', url)).headers.get('content-security-policy') ?? '';
        expect(policy).toContain("script-src 'self'");
        expect(policy).not.toContain('unsafe-eval');
      }
    });
  });
});
