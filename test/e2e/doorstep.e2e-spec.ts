import { Server } from 'node:http';
import { connect } from 'node:net';
import { LoadShedder } from '#libs/doors/load-shedder';
import { OperationsController } from '../../src/operations.controller';
import { createTestApp, type TestApp } from '../support/app';
import { statusIn } from '../support/sockets';

interface Told {
  status: number;
  /** But for those that are different each time. */
  headers: Record<string, string>;
  id: string | undefined;
  body: string;
}

const coupons = '/api/v1/coupons';
// The same route, spelt so that only the framework knows it.
const couponsOtherwise = '/%61pi/v1/coupons';
const graphql = '/graphql';
const graphqlOtherwise = '/%67raphql';
const question = JSON.stringify({ query: '{ coupons { totalCount } }' });

/** What an overload says before the framework sees the request. Interface §2.7 */
describe('the doorstep', () => {
  let app: TestApp;
  let listening: jest.SpyInstance;

  beforeAll(async () => {
    listening = jest.spyOn(Server.prototype, 'listen');
    app = await createTestApp({ listen: true, variables: { REQUEST_TIMEOUT_MS: '20000' } });
  });
  afterAll(() => app.close());
  afterEach(() => jest.restoreAllMocks());

  const refuseAll = () => jest.spyOn(LoadShedder.prototype, 'admits').mockReturnValue(false);

  const requestOf = (method: string, path: string, body = '', headers: string[] = []): string =>
    [
      `${method} ${path} HTTP/1.1`,
      'host: a',
      `x-api-key: ${app.a.serverKey}`,
      ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
      ...headers,
      '',
      body,
    ].join('\r\n');
  /** One after the other on one connection, until it ends or the last one, which asks for its end, is answered. */
  const onOneConnection = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(app.url);
      let received = '';
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(received));
    });
  const last = ['connection: close'];

  const ask = async (method: string, path: string, body?: string): Promise<Told> => {
    const [head = '', text = ''] = (await onOneConnection(requestOf(method, path, body, last))).split(
      '\r\n\r\n',
    );
    const lines = head.split('\r\n').slice(1);
    const {
      date: _,
      'x-request-id': id,
      ...headers
    } = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    ) as Record<string, string>;
    return { status: statusIn(head), headers, id, body: text.replaceAll(id ?? '', '<id>') };
  };

  it.each([
    ['REST', 'GET', coupons, couponsOtherwise, undefined],
    ['REST without a body', 'HEAD', coupons, couponsOtherwise, undefined],
    ['GraphQL', 'POST', graphql, graphqlOtherwise, question],
    [
      'GraphQL with a query',
      'GET',
      `${graphql}?query={__typename}`,
      `${graphqlOtherwise}?query={__typename}`,
      undefined,
    ],
  ])(
    '§2.7: %s is refused there as it is behind the framework',
    async (_what, method, path, otherwise, body) => {
      refuseAll();
      const told = await ask(method, path, body);
      expect(told.status).toBe(503);
      expect(told.headers['retry-after']).toBe('1');
      expect(told.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(told).toEqual({ ...(await ask(method, otherwise, body)), id: told.id });
    },
  );

  it('§2.7: both doors tell it in their shape', async () => {
    refuseAll();
    const message = 'More is asked of this server than it can do just now; repeat the request';
    expect(JSON.parse((await ask('GET', coupons)).body)).toEqual({ message, code: null });
    expect(JSON.parse((await ask('POST', graphql, question)).body)).toEqual({
      errors: [{ message, extensions: { code: 'SERVICE_UNAVAILABLE', traceId: '<id>' } }],
    });
  });

  it('§2.7: a connection goes on after it, also when a body was on its way, and answers come in the order of the requests', async () => {
    const admits = jest.spyOn(LoadShedder.prototype, 'admits');
    admits
      .mockReturnValueOnce(false)
      .mockReturnValueOnce(true)
      .mockReturnValueOnce(false)
      .mockReturnValue(true);
    const large = JSON.stringify({ id: 'large', name: 'x'.repeat(300_000) });
    const all = await onOneConnection(
      [
        requestOf('POST', coupons, large),
        requestOf('GET', coupons),
        requestOf('POST', coupons, '{"id":"c"}', ['x-request-id: third']),
        requestOf('GET', coupons, '', last),
      ].join(''),
    );
    expect([...all.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      '503',
      '200',
      '503',
      '200',
    ]);
    expect(all).toContain('x-request-id: third');
  });

  it('§2.7: a body that waits to be asked for is not asked for, and the connection ends', async () => {
    refuseAll();
    const head = requestOf('POST', coupons, '', [
      'content-type: application/json',
      'content-length: 8',
      'expect: 100-continue',
    ]);
    const answer = await onOneConnection(head);
    expect(statusIn(answer)).toBe(503);
    expect(answer).toMatch(/^connection: close$/im);
    jest.restoreAllMocks();
    const asked = await onOneConnection(
      requestOf('POST', coupons, '', [...last, 'content-length: 2', 'expect: 100-continue']) + '{}',
    );
    expect([...asked.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['100', '415']);
  });

  it('§2.7: no connection outlives its last answer while the process ends', async () => {
    refuseAll();
    jest.spyOn(OperationsController.prototype, 'isDraining', 'get').mockReturnValue(true);
    expect(await onOneConnection(requestOf('GET', coupons))).toMatch(/^connection: close$/im);
  });

  it('§2.7: preflights and what is open to everybody are let in', async () => {
    refuseAll();
    expect((await ask('GET', '/health/live')).status).toBe(200);
    expect((await ask('OPTIONS', coupons)).status).not.toBe(503);
  });

  it('§2.7: each one is counted as a request and as one that was shed', async () => {
    const counts = async (): Promise<number[]> => {
      const { body } = await ask('GET', '/metrics');
      const counted = [
        /^shed_requests_total (\d+)$/m,
        /^http_requests_total\{method="GET",route="\/api\/\*",status="5xx"\} (\d+)$/m,
        /^http_requests_total\{method="POST",route="\/graphql",status="5xx"\} (\d+)$/m,
      ];
      return counted.map((pattern) => Number(pattern.exec(body)?.[1] ?? 0));
    };
    const before = await counts();
    refuseAll();
    await ask('GET', coupons);
    await ask('POST', graphql, question);
    const after = await counts();
    expect(after.map((count, place) => count - (before[place] ?? 0))).toEqual([2, 1, 1]);
  });

  it('more connections may wait to be taken than Node lets', () => {
    expect(listening.mock.calls).toEqual([[expect.objectContaining({ backlog: 4096 })]]);
  });
});
