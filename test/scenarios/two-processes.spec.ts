import { newKeySecret } from '#libs/credentials/key-secret';
import { expectOk } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { canRunRedis, isRedisRunning, openRedis, type RedisServer } from '../support/redis-server';
import { ServiceProcess } from '../support/service-process';

// Domain: access-and-events

/** Of 3,000 reads a minute (access-and-events R3) this leaves 30. */
const scale = '0.01';
const readsPerMinute = 30;
const serverKey = newKeySecret('server-');
const hasRedis = canRunRedis || isRedisRunning;
if (!hasRedis) {
  process.stdout.write(
    'two-processes.spec: skips the shared limits, for there is neither a redis-server on PATH nor a Redis on port 6379\n',
  );
}

// Starts take seconds of computing, and long on a machine that others share.
jest.setTimeout(600_000);

type Pair = [ServiceProcess, ServiceProcess];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

/** On one database, with the one key. */
function startPair(variables: Record<string, string>, { url } = database): Promise<Pair> {
  const start = (): Promise<ServiceProcess> =>
    ServiceProcess.start({
      DATABASE_URL: url,
      RATE_LIMIT_ENABLED: 'true',
      BOOTSTRAP_SERVER_KEY: serverKey,
      ...variables,
    });
  return Promise.all([start(), start()]);
}

async function stopPair(pair: Pair | undefined): Promise<void> {
  await Promise.all((pair ?? []).map((service) => service.kill()));
}

/** How many of `calls` reads, sent to the processes in turn, are let through. */
async function passedOf(calls: number, services: readonly ServiceProcess[]): Promise<number> {
  const statuses: number[] = [];
  for (let n = 0; n < calls; n++) {
    const { api } = services[n % services.length] as ServiceProcess;
    statuses.push((await api.rest('GET', '/subscriptions/nobody')).status);
  }
  expect(statuses.filter((status) => status !== 404 && status !== 429)).toEqual([]);
  return statuses.filter((status) => status === 404).length;
}

describe('two processes on one database', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair({ RATE_LIMIT_SCALE: scale });
  });
  afterAll(() => stopPair(pair));

  it('both serve, and each sees at once what the other has written', async () => {
    const [one, other] = pair;
    await expectOk(one.api.rest('POST', '/customers', { id: 'from-one', name: 'One' }));
    await expectOk(other.api.rest('PATCH', '/customers/from-one', { name: 'Other' }));
    expect(await expectOk(one.api.rest('GET', '/customers/from-one'))).toMatchObject({ name: 'Other' });
  });

  it('without Redis each counts alone', async () => {
    expect(await passedOf(readsPerMinute + 5, pair.slice(0, 1))).toBe(readsPerMinute);
    expect(await passedOf(readsPerMinute + 5, pair.slice(1))).toBe(readsPerMinute);
  });

  it('Y6: a key that one revokes is refused by the other within a second, though it was cached there', async () => {
    const [one, other] = pair;
    const body = { displayName: 'Short-lived', scopes: ['customers:read'] };
    const key = await expectOk<{ id: string; secret: string }>(one.api.rest('POST', '/api-keys', body));
    const holder = other.api.as({ key: key.secret });
    expect((await holder.rest('GET', '/customers/from-one')).status).toBe(200);

    await expectOk(one.api.rest('POST', `/api-keys/${key.id}/revoke`));
    const revokedAt = performance.now();
    let answer = await holder.rest('GET', '/customers/from-one');
    while (answer.status === 200 && performance.now() - revokedAt < 1000) {
      answer = await holder.rest('GET', '/customers/from-one');
    }

    expect(answer).toRefuse('Unauthenticated');
  });
});

(hasRedis ? describe : describe.skip)('two processes on one database and one Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await openRedis();
  });
  afterAll(() => redis.close());

  /** Reads let through of ten too many, in an environment that nobody has asked yet; `isAlone` when Redis was late for one. */
  async function shared(): Promise<{ passed: number; isAlone: boolean }> {
    const fresh = await createTestDatabase();
    const pair = await startPair({ RATE_LIMIT_SCALE: scale, REDIS_URL: redis.url }, fresh);
    try {
      const passed = await passedOf(readsPerMinute + 10, pair);
      return { passed, isAlone: pair.some(({ output }) => output.includes('counts alone')) };
    } finally {
      await stopPair(pair);
      await fresh.drop();
    }
  }

  it('R4: share one limit', async () => {
    let seen = await shared();
    // On a machine that others share Redis may be late; then a process rightly counts alone for a moment.
    for (let again = 0; seen.isAlone && again < 4; again++) seen = await shared();
    expect(seen).toEqual({ passed: readsPerMinute, isAlone: false });
  });
});
