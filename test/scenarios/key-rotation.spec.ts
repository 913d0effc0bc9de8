import { runAdmin } from '../support/admin-command';
import { cutListeners, keyDoors, listenersOf, makeKey, type NewApiKey } from '../support/api-keys';
import { newKeySecret } from '#libs/credentials/key-secret';
import { expectOk, type ApiClient, type RestAnswer } from '../support/client';
import { inTheNameOf, makeSigningSecret } from '../support/customer-tokens';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { Fleet } from '../support/fleet';
import { Gate, type Place } from '../support/gate';
import { bitesMs, KeyCourse, statusAfterSecond, untilRefused } from '../support/keys-under-kills';
import { Kills, type Blow } from '../support/kills';
import { canRunRedis, isRedisRunning, openRedis, type RedisServer } from '../support/redis-server';
import { scaled } from '../support/scenario-scale';
import { testPepper } from '../support/secrets';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: access-and-events

jest.setTimeout(1_800_000);

const random = seededRandom('key-rotation.spec');
const hasRedis = canRunRedis || isRedisRunning;
if (!hasRedis) {
  process.stdout.write(
    'key-rotation.spec: skips the processes with a Redis, for there is neither a redis-server on PATH nor a Redis on port 6379\n',
  );
}

const statuses = (apis: readonly ApiClient[], secret: string): Promise<number[]> =>
  Promise.all(apis.map(async (api) => (await api.as({ key: secret }).rest('GET', '/products')).status));

describe.each([
  ['without Redis', false],
  ['with Redis', true],
])('three processes %s', (_title, usesRedis) => {
  const run = usesRedis && !hasRedis ? it.skip : it;
  let database: TestDatabase;
  let redis: RedisServer | undefined;
  const publishableKey = newKeySecret('client-');
  const fleet = new Fleet();

  beforeAll(async () => {
    if (usesRedis && !hasRedis) return;
    database = await createTestDatabase();
    redis = usesRedis ? await openRedis() : undefined;
    const limits = { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_SCALE: '100' };
    const shared = redis && { REDIS_URL: redis.url, ...limits };
    const keys = { BOOTSTRAP_PUBLISHABLE_KEY: publishableKey };
    await fleet.join(3, { DATABASE_URL: database.serviceUrl, ...keys, ...shared });
  });
  afterAll(async () => {
    await fleet.kill();
    await redis?.close();
    await database?.drop();
  });

  /** In all of them, within a second of the answer. */
  const expectRefused = async (secret: string): Promise<void> => {
    const last = await Promise.all(fleet.apis.map((api) => statusAfterSecond(api, secret)));
    expect(last).toEqual([401, 401, 401]);
  };
  /** Where a secret was made elsewhere it holds within a second. */
  const untilBelieved = (ask: () => Promise<RestAnswer>): Promise<void> =>
    eventually(async () => expect((await ask()).status).toBe(200), bitesMs);
  const [first, second] = [() => fleet.apis[0] as ApiClient, () => fleet.apis[1] as ApiClient];
  const held = async (): Promise<NewApiKey> => {
    const key = await makeKey(first());
    expect(await statuses(fleet.apis, key.secret)).toEqual([200, 200, 200]);
    return key;
  };

  const lives = async (): Promise<void> => {
    const revoked = await held();
    await expectOk(keyDoors.REST.revoke(second(), revoked.id));
    await expectRefused(revoked.secret);

    const key = await held();
    const { secret } = await expectOk<NewApiKey>(keyDoors.REST.rotate(second(), key.id, 24));
    for (const each of [secret, key.secret])
      expect(await statuses(fleet.apis, each)).toEqual([200, 200, 200]);
    await expectOk(keyDoors.REST.setGrace(first(), key.id, 0));
    await expectRefused(key.secret);
    await expectOk(keyDoors.REST.update(first(), key.id, { scopes: ['plans:read'] }));
    const last = await Promise.all(fleet.apis.map((api) => statusAfterSecond(api, secret)));
    expect(last).toEqual([403, 403, 403]);
  };

  run('Y6: revocation, rotation and scopes by one bite in all of them within a second', lives);

  run('Y6: also once the connections by which they hear were cut', async () => {
    const key = await held();
    await cutListeners(database.url);
    await expectOk(keyDoors.REST.revoke(first(), key.id));
    await expectRefused(key.secret);
    await lives();
    await eventually(async () => expect(await listenersOf(database.url)).toBe(3));
    await lives();
  });

  run('B4: so does the end of a secret of customer tokens, also once the connections were cut', async () => {
    await expectOk(first().rest('POST', '/customers', { id: 'c' }));
    for (const isCut of [false, true]) {
      const { id, secret } = await makeSigningSecret(first());
      const headers = inTheNameOf('c', secret);
      const asks = (api: ApiClient) =>
        api.as({ key: publishableKey, headers }).rest('GET', '/customers/c/entitlements');
      expect((await asks(first())).status).toBe(200);
      for (const api of fleet.apis) await untilBelieved(() => asks(api));
      if (isCut) await cutListeners(database.url);
      await expectOk(second().rest('POST', `/customer-token-secrets/${id}/end`));
      const last = await Promise.all(fleet.apis.map((api) => untilRefused(() => asks(api))));
      expect(last).toEqual([401, 401, 401]);
    }
  });

  run('A1: so does the block of an account, and its end, also once the connections were cut', async () => {
    const variables = { DATABASE_URL: database.serviceUrl, API_KEY_PEPPER: testPepper };
    const [account] = await rowsOf<{ uid: string }>(database.url, 'select uid from account');
    const say = async (word: string) =>
      expect((await runAdmin(['accounts', word, account?.uid ?? ''], variables)).exit).toBe(0);
    for (const isCut of [false, true]) {
      const key = await held();
      if (isCut) await cutListeners(database.url);
      await say('block');
      const asks = (api: ApiClient) => api.as({ key: key.secret }).rest('GET', '/products');
      const last = await Promise.all(fleet.apis.map((api) => untilRefused(() => asks(api))));
      expect(last).toEqual([403, 403, 403]);
      await say('unblock');
      await eventually(async () => expect(await statuses(fleet.apis, key.secret)).toEqual([200, 200, 200]));
    }
  });

  run('Y10: the use of a key is written beside its requests', async () => {
    const key = await held();
    await eventually(async () =>
      expect((await expectOk<NewApiKey>(keyDoors.REST.get(first(), key.id))).lastUsedAt).not.toBeNull(),
    );
    expect(fleet.services.flatMap(({ faults }) => faults)).toEqual([]);
  });
});

describe('a key is rotated under load while the process that does it is killed', () => {
  const writing: Place = { table: 'activity', on: 'insert', at: 'write' };
  const committing: Place = { table: 'activity', on: 'insert', at: 'commit' };
  const blows: Blow[] = [committing, writing, 'at random'];
  const kills = Array.from({ length: scaled(50, 3) }, (_, n) => blows[n % blows.length] as Blow);
  const mostRows = 4;
  const clients = 6;
  let database: TestDatabase;
  let gate: Gate;
  let service: ServiceProcess;
  let steady: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, [writing, committing]);
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
    const { serverKey: BOOTSTRAP_SERVER_KEY } = service;
    steady = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl, BOOTSTRAP_SERVER_KEY });
  });
  afterAll(async () => {
    await gate?.close();
    await service?.kill();
    await steady?.kill();
    await database?.drop();
  });

  it(`Y3, Y6: over ${kills.length} kills every secret that was told opens it until its end, and none afterwards`, async () => {
    const { serverKey: BOOTSTRAP_SERVER_KEY, port: PORT } = service;
    const again = { DATABASE_URL: database.serviceUrl, PORT, BOOTSTRAP_SERVER_KEY };
    const killing = new Kills(service, gate, again, writing, random);
    const course = new KeyCourse(
      await makeKey(service.api),
      () => killing.service.api,
      () => [steady.api],
      random,
    );
    const strikeAll = await killing.strike(kills, mostRows);
    // More than the blows can meet, so that each finds somebody at work.
    const rotations = kills.length * mostRows + 4;
    const load = Array.from({ length: clients }, () => course.use());
    await Promise.all([course.rotate(rotations), strikeAll(), ...load]);
    service = killing.service;
    await course.expectDuties();
    expect(course.faults).toEqual([]);
    expect(course.told.asked).toBeGreaterThan(rotations);

    // What was acknowledged is there, and what is there was told or lost with its process.
    const stored = await rowsOf<{ rotations: number; logged: number }>(
      database.url,
      `select (select sum(rotations) from api_key)::int as rotations,
              (select count(*) from activity where type = 'api_key.rotated')::int as logged`,
    );
    const all = course.told.rotated + course.told.lost;
    expect(stored).toEqual([{ rotations: all, logged: all }]);
    expect(course.told.rotated).toBe(rotations);
    expect(steady.faults).toEqual([]);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});
