import { connect } from 'node:net';
import { holdRow } from '../support/held-row';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk } from '../support/client';
import { eventually } from '../support/eventually';
import { overSocket, statusIn } from '../support/sockets';

/** Callers who keep connections busy without asking anything. */
describe('slow bodies and silent connections', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({ listen: true, variables: { REQUEST_TIMEOUT_MS: '1000' } });
  });
  afterAll(() => app.close());

  /** Sends these bytes and then nothing; what came back until the server closed. */
  const untilClosed = (url: string, bytes: string): Promise<string> =>
    new Promise((resolve) => {
      let received = '';
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(received));
    });

  const head = (lines: string[] = []): string =>
    ['POST /api/v1/customers HTTP/1.1', 'host: a', `x-api-key: ${app.a.serverKey}`, ...lines].join('\r\n');
  const json = ['content-type: application/json', 'content-length: 100'];
  const partOfBody = (): string => `${head(json)}\r\n\r\n{"id":"slow`;

  it.each([
    ['a body that stops', partOfBody],
    ['headers that stop', () => `${head()}\r\n`],
    ['a connection that says nothing', () => ''],
  ])('§2.7: %s is 408 in our shape, and the connection ends', async (_what, bytes) => {
    const answer = await untilClosed(app.url, bytes());
    expect(statusIn(answer)).toBe(408);
    const [headers = '', body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toEqual({ message: expect.stringContaining('in time'), code: null });
    expect(headers).toMatch(/^x-request-id: [0-9a-f-]{36}$/m);
    expect(headers).toMatch(/^x-content-type-options: nosniff$/m);
    expect(headers).toMatch(/^content-type: application\/json; charset=utf-8$/m);
    expect(await app.a.api.rest('GET', '/customers/slow')).toRefuse('CustomerNotFound');
  });

  it('§2.7: what is no HTTP is refused in the same shape', async () => {
    const answer = await untilClosed(app.url, 'HELLO\r\n\r\n');
    expect(statusIn(answer)).toBe(400);
    expect(answer).toContain('"code":"BadUserInput"');
  });

  it('§2.7: work that takes longer than a request may arrive is not cut', async () => {
    await expectOk(app.a.api.rest('POST', '/customers', { id: 'held', name: 'before' }));
    const release = await holdRow(app.databaseUrl, 'customer', 'held');
    const body = '{"name":"after"}';
    const bytes = head([...json.slice(0, 1), `content-length: ${body.length}`]).replace(
      'POST /api/v1/customers',
      'PATCH /api/v1/customers/held',
    );
    const answer = overSocket(app.url, `${bytes}\r\n\r\n${body}`);
    // Meanwhile a connection that says nothing is found to be late, so this one would have been too.
    await untilClosed(app.url, '');
    await release();
    expect(statusIn(await answer)).toBe(200);
  });

  it('§2.7: a caller who breaks off in the midst of a body is no fault of the database', async () => {
    const { hostname, port } = new URL(app.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(partOfBody(), () => setTimeout(() => socket.resetAndDestroy(), 50));
      });
      socket.on('close', () => resolve());
    });
    await untilClosed(app.url, '');
    expect(app.logLines.filter((line) => line.includes('the database did not'))).toEqual([]);
  });

  it('§2.7: requests in a row on a connection that ends give back their places, those behind the first too', async () => {
    const inService = async (): Promise<string | undefined> => {
      const { text } = await app.anonymous.send('GET', '/metrics');
      return /^requests_in_service (\d+)$/m.exec(text)?.[1];
    };
    await expectOk(app.a.api.rest('POST', '/customers', { id: 'awaited' }));
    const release = await holdRow(app.databaseUrl, 'customer', 'awaited');
    const lines = head(['content-type: application/json', 'content-length: 2']);
    const patch = `${lines.replace('POST /api/v1/customers', 'PATCH /api/v1/customers/awaited')}\r\n\r\n{}`;
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname, () => socket.write(patch.repeat(3)));
    await eventually(async () => expect(await inService()).toBe('3'));
    socket.destroy();
    await eventually(async () => expect(await inService()).toBe('0'));
    await release();
  });

  it('§2.7: a connection that is silent while its answer is made ends by CONNECTION_TIMEOUT_MS', async () => {
    const impatient = await createTestApp({ listen: true, variables: { CONNECTION_TIMEOUT_MS: '500' } });
    const { a, databaseUrl, url } = impatient;
    await expectOk(a.api.rest('POST', '/customers', { id: 'held' }));
    const release = await holdRow(databaseUrl, 'customer', 'held');
    const lines = ['PATCH /api/v1/customers/held HTTP/1.1', 'host: a', `x-api-key: ${a.serverKey}`];
    const bytes = [...lines, 'content-type: application/json', 'content-length: 2'].join('\r\n');
    expect(await untilClosed(url, `${bytes}\r\n\r\n{}`)).toBe('');
    await release();
    // Kept alive after an answer, it ends as soon.
    const idle = await untilClosed(url, 'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(statusIn(idle)).toBe(200);
    await impatient.close();
  });
});
