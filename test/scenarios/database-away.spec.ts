import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#libs/persistence/embedded';
import type { RestAnswer } from '../support/client';
import { meteredFeature, sellMetered } from '../support/metered-customers';
import { readAddresses } from '../support/read-addresses';
import { reportOf } from '../support/reporting';
import { ServiceProcess } from '../support/service-process';

// A start takes seconds of computing, and long on a machine that others share.
jest.setTimeout(600_000);

/** Spec: operations.md, Behaviour. */
const answerLimitMs = 5000;

let home: string;
/** A server that the service knows by DATABASE_URL only: nothing in the service brings it back. */
let database: EmbeddedPostgres;
let service: ServiceProcess;
let reads: string[];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'away-'));
  chmodSync(home, 0o711);
  database = await startEmbeddedPostgres({ directory: join(home, 'postgres') });
  service = await ServiceProcess.start({ DATABASE_URL: database.url, MIGRATE_ON_START: 'true' });
  await sellMetered(service.api, ['customer']);
  reads = await readAddresses(service.api, 'customer');
});
afterAll(async () => {
  await service?.kill();
  await database?.stop();
  rmSync(home, { recursive: true });
});

const read = (): Promise<RestAnswer> => service.api.send('GET', '/api/v1/customers/customer');
const report = (): Promise<RestAnswer> =>
  service.api.send('POST', '/api/v1/usage', { usages: [reportOf('customer', 1, 'once')] });
const check = (): Promise<RestAnswer> =>
  service.api.send('GET', `/api/v1/customers/customer/entitlements/check?featureId=${meteredFeature}`);
const ready = async (): Promise<number> => (await service.api.send('GET', '/health/ready')).status;

async function inTime(call: () => Promise<RestAnswer>): Promise<RestAnswer> {
  const askedAt = performance.now();
  const answer = await call();
  expect(performance.now() - askedAt).toBeLessThan(answerLimitMs);
  return answer;
}

/** Answered in time, with the promise of a return and without an inside view. */
async function expectAway(call: () => Promise<RestAnswer>): Promise<void> {
  const answer = await inTime(call);
  expect(answer).toFailPlainly(503, /database is away/);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.text).not.toMatch(/\bat .+:\d+|ECONNREFUSED|postgres/);
}

/** What there is to read and some of what there is to do, each once. What needs no database may be answered. */
async function everything(): Promise<void> {
  const { api } = service;
  const event = { customerId: 'customer', eventName: 'made', idempotencyKey: 'away' };
  const credits = { customerId: 'customer', currencyId: 'tokens', amount: 1 };
  const calls = [
    ...reads.map((address) => () => api.send('GET', address)),
    () => api.send('POST', '/api/v1/customers', { id: 'new' }),
    () => api.send('PATCH', '/api/v1/customers/customer', { name: 'New' }),
    () => api.send('POST', '/api/v1/events', { events: [event] }),
    () => api.send('POST', '/api/v1/credits/consumption', { ...credits, idempotencyKey: 'away' }),
  ];
  const answers = await Promise.all(calls.map(inTime));
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(reads.length / 2);
}

async function expectBack(): Promise<void> {
  const { pid } = service;
  while ((await ready()) !== 200) await pause(50);
  expect(await read()).toMatchObject({ status: 200 });
  expect(await report()).toMatchObject({ status: 201 });
  expect(service).toMatchObject({ pid, isRunning: true });
}

const many = (call: () => Promise<RestAnswer>): Promise<unknown> =>
  Promise.all(Array.from({ length: 40 }, () => expectAway(call)));

/** A process that is alone answers checks from memory for a second after it last asked. ADR-0054 */
async function memoryIsOver(): Promise<void> {
  while ((await check()).status === 200) await pause(50);
}

describe('reliability C4: a database that is away', () => {
  it('killed: 503 with Retry-After for reads and writes, alive but not ready, back by itself', async () => {
    await expectBack();
    const gone = new Promise((resolve) => database.onExit(resolve));
    process.kill(database.pid, 'SIGKILL');
    await gone;

    await memoryIsOver();
    await Promise.all([many(read), many(check), many(report)]);
    expect(await ready()).toBe(503);
    expect((await service.api.send('GET', '/health/live')).status).toBe(200);
    const overGraphql = await service.api.graphql('{ customers { totalCount } }');
    expect(overGraphql.errors.map(({ extensions }) => extensions.code)).toEqual(['SERVICE_UNAVAILABLE']);

    await database.restart();
    await expectBack();
  });

  it('frozen, as in a cut network: nothing hangs, and what waited goes on when it thaws', async () => {
    await expectBack();
    const processes = family(database.pid);
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    try {
      // Its sessions seem to live still; afterwards none is there.
      await Promise.all([many(read), many(report)]);
      await everything();
      await memoryIsOver();
      await Promise.all([many(read), many(check), many(report), everything()]);
      expect(await ready()).toBe(503);
      expect((await service.api.send('GET', '/health/live')).status).toBe(200);
    } finally {
      for (const pid of processes.reverse()) process.kill(pid, 'SIGCONT');
    }
    await expectBack();
  });
});

/** The postmaster and its children. */
function family(postmaster: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(postmaster);
    } catch {
      return false;
    }
  });
  return [postmaster, ...children.map(Number)];
}
