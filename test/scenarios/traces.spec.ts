import { createServer } from 'node:net';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { newKeySecret } from '#libs/credentials/key-secret';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { Receiver } from '../support/receiver';
import { ServiceProcess } from '../support/service-process';
import { TraceCollector, type ToldSpan } from '../support/trace-collector';

jest.setTimeout(600_000);

const preload = join(__dirname, '../support/loaded-packages.cjs');
const serverKey = newKeySecret('server-');
const customerId = 'somebody-with-an-id-of-their-own';
const email = 'ada.lovelace@example.com';

let database: TestDatabase;
let collector: TraceCollector;
let service: ServiceProcess | undefined;

const start = async (variables: Record<string, string>): Promise<ServiceProcess> => {
  service = await ServiceProcess.start({
    DATABASE_URL: database.url,
    BOOTSTRAP_SERVER_KEY: serverKey,
    ...variables,
  });
  return service;
};

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  collector = await TraceCollector.open();
});
afterEach(async () => {
  await service?.kill();
  collector.close();
});
afterAll(() => database?.drop());

interface Call {
  traceId: string;
  callerSpan: string;
  headers: Record<string, string>;
}

/** As a caller that traces itself sends it (W3C Trace Context). */
const callOf = (): Call => {
  const [traceId, callerSpan] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, callerSpan, headers: { traceparent: `00-${traceId}-${callerSpan}-01` } };
};

const named = (spans: ToldSpan[], name: string): ToldSpan => {
  const span = spans.find((each) => each.name === name);
  if (!span) throw new Error(`no span ${name} among ${spans.map((each) => each.name).join(', ')}`);
  return span;
};

const childrenOf = (spans: ToldSpan[], parent: ToldSpan): string[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId).map(({ name }) => name);

describe('traces over OTLP', () => {
  it('lead from the caller over the door and the use case to each statement, through both doors, and are told by the end', async () => {
    const { api, stop } = await traced();
    const [rest, graphql, refused, unknown] = [callOf(), callOf(), callOf(), callOf()];
    const body = { id: customerId, email, name: 'Ada' };
    expect((await api.send('POST', '/api/v1/customers', body, rest.headers)).status).toBe(201);
    const document = `query Mine { one: customer(id: "${customerId}") { email } two: customers(first: 1) { edges { node { id } } } }`;
    const asked = await api.send('POST', '/graphql', { query: document }, graphql.headers);
    expect(asked.body).toMatchObject({ data: { one: { email } } });
    expect((await api.send('POST', '/api/v1/customers', body, refused.headers)).status).toBe(409);
    expect((await api.send('GET', `/nowhere/${customerId}`, undefined, unknown.headers)).status).toBe(404);
    expect((await stop()).code).toBe(0);

    const created = collector.of(rest.traceId);
    const door = named(created, 'POST /api/v1/customers');
    expect(door).toMatchObject({
      kind: 'SERVER',
      parentSpanId: rest.callerSpan,
      isFault: false,
      attributes: { 'http.route': '/api/v1/customers', 'http.response.status_code': '201' },
    });
    const useCase = named(created, 'createCustomer');
    expect(useCase).toMatchObject({ kind: 'INTERNAL', parentSpanId: door.spanId });
    const statements = childrenOf(created, useCase);
    expect(statements).toEqual(expect.arrayContaining(['INSERT customer', 'COMMIT']));
    const insert = named(created, 'INSERT customer');
    expect(insert).toMatchObject({ kind: 'CLIENT', attributes: { 'db.system.name': 'postgresql' } });

    const both = collector.of(graphql.traceId);
    const at = named(both, 'POST /graphql');
    expect(at).toMatchObject({ kind: 'SERVER', parentSpanId: graphql.callerSpan });
    expect(childrenOf(both, at)).toEqual(expect.arrayContaining(['getCustomer', 'listCustomers']));
    expect(childrenOf(both, named(both, 'getCustomer'))).toContain('SELECT customer');

    const conflict = named(collector.of(refused.traceId), 'createCustomer');
    expect(conflict).toMatchObject({
      isFault: false,
      attributes: { 'error.type': 'DuplicatedEntityNotAllowed' },
    });
    const [nowhere, ...more] = collector.of(unknown.traceId);
    expect([nowhere?.name, more]).toEqual(['GET', []]);
    expect(nowhere?.attributes['http.response.status_code']).toBe('404');

    const jobs = collector.spans.filter(({ name }) => name.startsWith('job '));
    expect(jobs.every(({ kind, parentSpanId }) => kind === 'CONSUMER' && !parentSpanId)).toBe(true);
    expect(jobs.map(({ name }) => name)).toContain('job keep-event-days');
    expect(collector.resources[0]).toMatchObject({ 'service.name': 'billing', 'deployment.region': 'north' });
    // Neither whom it is about nor what was sent, whoever keeps the traces.
    for (const secret of [customerId, email, 'Ada', serverKey])
      expect([secret, collector.text.includes(secret)]).toEqual([secret, false]);
  });

  it('are named in the lines of the log', async () => {
    const { api, stop } = await traced();
    const call = callOf();
    await execute(database.url, 'alter table customer rename to customer_away');
    const answer = await api.send('GET', `/api/v1/customers/${customerId}`, undefined, call.headers);
    await execute(database.url, 'alter table customer_away rename to customer');
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect((await stop()).code).toBe(0);
    const lines = (service?.output ?? '').split('\n').filter((line) => line.includes(call.traceId));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ traceId: call.traceId, requestId: expect.any(String) });
    expect(named(collector.of(call.traceId), 'getCustomer').isFault).toBe(true);
  });

  it('go on at a receiver of webhooks', async () => {
    const receiver = await Receiver.open();
    const { api, stop } = await traced();
    const webhook = { name: 'Ledger', endpoint: receiver.url(), eventTypes: ['customer.created'] };
    expect((await api.send('POST', '/api/v1/webhooks', webhook)).status).toBe(201);
    expect((await api.send('POST', '/api/v1/customers', { id: 'another' })).status).toBe(201);
    await eventually(async () => expect(receiver.received).toHaveLength(1));
    expect((await stop()).code).toBe(0);
    await receiver.close();
    const attempt = named(collector.spans, 'webhook attempt');
    const parent = `00-${attempt.traceId}-${attempt.spanId}-01`;
    expect(receiver.received[0]?.headers.traceparent).toBe(parent);
  });

  it('cost nobody an answer while their collector is away or says nothing, and keep no process from its end', async () => {
    collector.isSilent = true;
    const { api, stop } = await traced({ OTEL_BSP_SCHEDULE_DELAY: '50' });
    for (let n = 0; n < 50; n++)
      expect((await api.send('GET', '/api/v1/customers?limit=1')).status).toBe(200);
    expect((await stop()).code).toBe(0);
    expect(service?.output).toContain('the last traces were not told');

    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const address = nobody.address();
    await new Promise((resolve) => nobody.close(resolve));
    const port = typeof address === 'object' ? address?.port : undefined;
    const away = await traced({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    });
    expect((await away.api.send('GET', '/api/v1/customers?limit=1')).status).toBe(200);
    await eventually(async () => expect(service?.output).toContain('traces were not told'));
    expect((await away.stop()).code).toBe(0);
  });

  it.each([
    ['unset', {}],
    ['switched off', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }],
    ['told to nobody', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' }],
  ])('load nothing of OpenTelemetry where they are %s', async (_, variables) => {
    expect(await loadedWith(variables)).toEqual([]);
  });

  it('load it where a collector is named', async () => {
    expect((await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).length).toBeGreaterThan(10);
  });
});

async function traced(more: Record<string, string> = {}) {
  const running = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'billing',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.region=north',
    ...more,
  });
  return { api: running.api, stop: () => running.stop() };
}

async function loadedWith(variables: Record<string, string>): Promise<unknown[]> {
  const running = await start({ ...variables, NODE_OPTIONS: `--require ${preload}` });
  expect((await running.api.send('GET', '/api/v1/customers?limit=1')).status).toBe(200);
  running.signal('SIGUSR2');
  const told = /loaded of OpenTelemetry: (.*)/;
  await eventually(async () => expect(running.output).toMatch(told));
  return JSON.parse(told.exec(running.output)?.[1] ?? 'null') as unknown[];
}
