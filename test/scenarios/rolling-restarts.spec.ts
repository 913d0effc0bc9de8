import { setTimeout as pause } from 'node:timers/promises';
import { newKeySecret } from '#libs/credentials/key-secret';
import { Balancer } from '../support/balancer';
import { expectOk, type RestAnswer } from '../support/client';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { sellForWrites, WriteBook } from '../support/keyed-writes';
import { meteredFeature } from '../support/metered-customers';
import { MixedRequests } from '../support/mixed-requests';
import { PacedLoad } from '../support/paced-load';
import { endOf } from '../support/publishing';
import { untilAnswered } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(3_600_000);

/** A small run shares its machine with others, and is about restarts: too many callers for two processes would be another question. */
const perSecond = scaled(200, 60);
const restarts = scaled(20, 2);
const customers = Array.from({ length: 40 }, (_, n) => `served-${n + 1}`);
const serverKey = newKeySecret('server-');

const balancer = new Balancer();
let load: PacedLoad<RestAnswer> | undefined;
let database: TestDatabase;
let services: ServiceProcess[] = [];

/** A balancer is given two seconds there to see that a process is not ready any more. */
const start = (): Promise<ServiceProcess> =>
  ServiceProcess.start({
    ...{ DATABASE_URL: database.serviceUrl, BOOTSTRAP_SERVER_KEY: serverKey, NODE_ENV: 'production' },
  });

beforeAll(async () => {
  database = await createTestDatabase();
  services = await Promise.all([start(), start()]);
  const [first] = services as [ServiceProcess];
  await sellForWrites(first.api, customers);
  for (const service of services) balancer.add(service);
});
afterAll(async () => {
  await load?.end();
  balancer.close();
  await Promise.all(services.map((service) => service.kill()));
  await database?.drop();
});

/** Work for all customers, begun by who is about to leave. @returns its task */
async function beginWork({ api }: ServiceProcess, round: number): Promise<string | null> {
  const ask = (method: 'POST' | 'PATCH', path: string, body?: object) =>
    expectOk<{ taskId: string | null }>(
      untilAnswered(() => api.send(method, `/api/v1/plans/plan/${path}`, body)),
    );
  await ask('POST', 'draft');
  await ask('PATCH', `entitlements/${meteredFeature}`, {
    type: 'FEATURE',
    usageLimit: 1_000_000_000 + round,
  });
  return (await ask('POST', 'publish', { migrationType: 'ALL_CUSTOMERS' })).taskId;
}

/** What readiness tells until the process is gone, without what it told before. */
async function watch(service: ServiceProcess): Promise<Set<number | undefined>> {
  const told = new Set<number | undefined>();
  for (; service.isRunning; await pause(10)) {
    const answer = await service.api.send('GET', '/health/ready').catch(() => undefined);
    told.add(answer?.status);
  }
  return told;
}

const heldJobs = (): Promise<object[]> =>
  rowsOf(database.url, 'select id, locked_by from graphile_worker.jobs where locked_by is not null');

describe('two processes of which one after the other is replaced', () => {
  it(`reliability C11: over ${restarts} SIGTERMs under ${perSecond} requests a second none is dropped, and what they had begun is done`, async () => {
    const book = new WriteBook('rolled', customers);
    const requests = new MixedRequests(book, customers, seededRandom('rolling-restarts.spec'));
    load = new PacedLoad(perSecond, () => requests.ask(() => balancer.next().api)).start();
    const drains: number[] = [];
    for (let round = 1; round <= restarts; round++) {
      const leaving = services.shift() as ServiceProcess;
      const taskId = await beginWork(leaving, round);
      const watching = watch(leaving);
      const signalledAt = performance.now();
      leaving.signal('SIGTERM');
      // Zero where all had their answers and what was begun had ended or was given back, within the grace of ten seconds.
      expect(await leaving.exited).toEqual({ code: 0, signal: null });
      drains.push(performance.now() - signalledAt);
      const told = [...(await watching)];
      expect(told.filter((status) => status !== undefined && status !== 200)).toEqual([503]);
      expect(leaving.faults).toEqual([]);
      const [staying] = services as [ServiceProcess];
      expect((await endOf(staying.api, taskId)).state).toBe('COMPLETED');
      const next = await start();
      services.push(next);
      balancer.add(next);
    }
    const answered = await load.end();

    process.stdout.write(
      `rolling-restarts.spec: ${load.sent} requests, ${load.failures.length} dropped, ${requests.putOff} told to come again, ` +
        `longest drain ${(Math.max(...drains) / 1000).toFixed(1)} s\n`,
    );
    expect(load.failures).toEqual([]);
    expect(answered).toHaveLength(load.sent);
    expect(await book.differences(database.url)).toEqual([]);
    await eventually(async () => expect(await heldJobs()).toEqual([]));
  });
});
