import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { quantile } from '../../bench/figures';
import type { RestAnswer } from '../support/client';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { somebodyWaits } from '../support/held-row';
import { meteredFeature, sellMetered } from '../support/metered-customers';
import { inParallel, reportOf } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';
import { metricOf } from '../support/told-metrics';

jest.setTimeout(1_200_000);

const poolSize = 10;
/** One of the pool hears of background jobs. */
const atWork = poolSize - 1;
const callers = 500;
const aborted = scaled(10_000, 600);
const random = seededRandom('pool-exhausted.spec');

let database: TestDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = { DATABASE_POOL_SIZE: String(poolSize) };
  service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl, ...pool });
  await sellMetered(service.api, ['waiting']);
});
afterAll(async () => {
  await service?.kill();
  await database?.drop();
});

const read = (): Promise<RestAnswer> => service.api.send('GET', '/api/v1/customers/waiting');
/** Alive, and ready: of processes that are all too busy a balancer must not be told that none is there. */
const health = async (): Promise<number[]> =>
  (await Promise.all(['live', 'ready'].map((what) => service.api.send('GET', `/health/${what}`)))).map(
    ({ status }) => status,
  );

/** Nobody else may write coupons until it is released: who does waits with a connection in hand. */
async function holdCoupons(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin; lock table coupon in share mode');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

/** Of the service, of the pool and besides it; a pulse comes and goes. */
const connections = (): Promise<{ state: string }[]> =>
  rowsOf(
    database.url,
    `select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and application_name <> 'pulse'`,
  );

describe('a pool of which every connection is in use', () => {
  it(`reliability C5: ${callers} callers are told to come again while the process lives, and are served as soon as one is free`, async () => {
    const release = await holdCoupons();
    const holders = Array.from({ length: atWork }, (_, n) =>
      service.api.send('POST', '/api/v1/coupons', { id: `held-${n}`, name: 'Held', percentOff: 1 }),
    );
    await somebodyWaits(database.url, atWork);
    const lives: number[] = [];
    let isOver = false;
    const watching = (async () => {
      for (; !isOver; await pause(50)) lives.push(...(await health()));
    })();
    const times: number[] = [];
    const caller = async (): Promise<RestAnswer> => {
      const askedAt = performance.now();
      const answer = await read();
      times.push(performance.now() - askedAt);
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: callers }, caller));
    await somebodyWaits(database.url, atWork);
    await release();
    const releasedAt = performance.now();
    await eventually(async () => expect((await read()).status).toBe(200));
    const backMs = performance.now() - releasedAt;
    isOver = true;
    await watching;

    process.stdout.write(
      `pool-exhausted.spec: ${callers} callers refused within ${Math.round(Math.max(...times))} ms, ` +
        `half of them within ${Math.round(quantile(times, 0.5))} ms; served ${Math.round(backMs)} ms after a connection was free\n`,
    );
    for (const answer of answers) {
      expect(answer).toFailPlainly(503, /repeat the request/);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(new Set(lives)).toEqual(new Set([200]));
    expect((await Promise.all(holders)).map(({ status }) => status)).toEqual(holders.map(() => 201));
    expect(service.faults).toEqual([]);
  });

  it(`reliability C5: ${aborted} callers who break off leave no connection in use and no place taken`, async () => {
    const agent = new Agent({ keepAlive: true });
    const before = (await connections()).length;
    const breakOff = (n: number): Promise<void> =>
      new Promise((resolve) => {
        const usages = [reportOf('waiting', 1, `broken-off-${n}`)];
        const [method, path, body] =
          n % 2 === 0
            ? ['POST', '/api/v1/usage', JSON.stringify({ usages })]
            : ['GET', `/api/v1/customers/waiting/entitlements/check?featureId=${meteredFeature}`, ''];
        const headers = { 'x-api-key': service.serverKey, 'content-type': 'application/json' };
        const call = request(service.url + path, { method, headers, agent }, (reply) => reply.resume());
        call.on('error', () => undefined).once('close', resolve);
        call.end(body);
        setTimeout(() => call.destroy(), random.whole(0, 12));
      });
    await inParallel(
      32,
      Array.from({ length: aborted }, (_, n) => n),
      breakOff,
    );
    agent.destroy();

    await eventually(async () => {
      expect(await metricOf(service.api, 'requests_in_service')).toBe(0);
      expect(await metricOf(service.api, 'database_pool_connections', 'waiting')).toBe(0);
      const open = await connections();
      expect(open.filter(({ state }) => state !== 'idle')).toEqual([]);
      expect(open.length).toBeLessThanOrEqual(Math.max(before, poolSize + 3));
    });
    process.stdout.write(
      `pool-exhausted.spec: ${aborted} broken off, ${(await connections()).length} connections\n`,
    );
    // Each of the pool still serves: as many at once as it has.
    const release = await holdCoupons();
    const holders = Array.from({ length: atWork }, (_, n) =>
      service.api.send('POST', '/api/v1/coupons', { id: `after-${n}`, name: 'After', percentOff: 1 }),
    );
    await somebodyWaits(database.url, atWork);
    await release();
    expect((await Promise.all(holders)).map(({ status }) => status)).toEqual(holders.map(() => 201));
    expect(service.faults).toEqual([]);
  });
});
