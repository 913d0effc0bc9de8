import { KeyPepper } from '#libs/credentials/key-pepper';
import { newKeySecret } from '#libs/credentials/key-secret';
import { Database } from '#libs/persistence/database';
import { keyDoors, makeKey, type ApiKey, type NewApiKey } from '../support/api-keys';
import { writeKeyUses } from '../support/key-uses';
import { createTestApp, type OtherProcess, type TestApp } from '../support/app';
import { expectOk, type ApiClient } from '../support/client';
import { countedStatements } from '../support/counted-statements';
import { execute, rowsOf } from '../support/database';
import { eventually } from '../support/eventually';
import { Listening } from '../support/listening';
import { sellMetered } from '../support/metered-customers';
import { testPepper } from '../support/secrets';
import { StreamClient } from '../support/stream-client';

// Domain: access-and-events

const nextPepper = 'Xw3nT8bGq5RzM1yLc7Fd';

interface StoredKey {
  digest: string;
  pepper_id: string | null;
  previous_digest: string | null;
  previous_pepper_id: string | null;
  revision: number;
}

const storedKey = async (app: Pick<TestApp, 'databaseUrl'>, id: string): Promise<StoredKey> => {
  const [row] = await rowsOf<StoredKey>(
    app.databaseUrl,
    `select digest, pepper_id, previous_digest, previous_pepper_id, revision from api_key where id = '${id}'`,
  );
  if (!row) throw new Error(`There is no key ${id}`);
  return row;
};

const use = async (secret: string, by: ApiClient): Promise<number> =>
  (await by.as({ key: secret }).rest('GET', '/products')).status;

describe('the use of API keys', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());

  const lastUse = async (id: string): Promise<string | null> =>
    (await expectOk<ApiKey>(keyDoors.REST.get(api, id))).lastUsedAt;
  /** As if it had not been used for five seconds. */
  const forget = async (id: string): Promise<void> => {
    const { digest } = await storedKey(app, id);
    await app.dataSource.query(`select pg_notify('api_key_revoked', $1)`, [digest]);
  };
  const usedAgain = (
    id: string,
    secret: string,
    write: () => Promise<void>,
    expected: string,
  ): Promise<void> =>
    eventually(async () => {
      await forget(id);
      expect(await use(secret, app.anonymous)).toBe(200);
      await write();
      expect(await lastUse(id)).toBe(expected);
    });

  it('Y10: is told to the minute, and changes neither revision nor log', async () => {
    const key = await makeKey(api);
    expect(await lastUse(key.id)).toBeNull();
    const first = app.clock.now().toISOString();
    expect(await use(key.secret, app.anonymous)).toBe(200);
    await writeKeyUses(app);
    expect(await lastUse(key.id)).toBe(first);
    const { revision } = await storedKey(app, key.id);
    app.clock.advance({ seconds: 59 });
    for (let calls = 0; calls < 3; calls++) {
      await forget(key.id);
      expect(await use(key.secret, app.anonymous)).toBe(200);
      await writeKeyUses(app);
    }
    expect(await lastUse(key.id)).toBe(first);
    app.clock.advance({ seconds: 1 });
    const second = app.clock.now().toISOString();
    await usedAgain(key.id, key.secret, () => writeKeyUses(app), second);
    expect((await storedKey(app, key.id)).revision).toBe(revision);
    const log = await app.dataSource.query('select from activity where entity_id = $1', [key.id]);
    expect(log).toHaveLength(1);
  });

  it('Y10: is written once a minute, however many processes are asked, and the later one wins nothing', async () => {
    const key = await makeKey(api);
    const other = await app.startBeside();
    try {
      expect([await use(key.secret, app.anonymous), await use(key.secret, other.api)]).toEqual([200, 200]);
      const writes: unknown[] = [];
      const counted = async (process: Pick<TestApp, 'nest'>): Promise<void> => {
        const before = await stamp(key.id);
        await writeKeyUses(process);
        if ((await stamp(key.id)) !== before) writes.push(process);
      };
      await counted(app);
      await counted(other);
      expect(writes).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
  /** Of the row as it is stored: another one after each write. */
  const stamp = async (id: string): Promise<string> =>
    (await rowsOf<{ xmin: string }>(app.databaseUrl, `select xmin::text from api_key where id = '${id}'`))[0]
      ?.xmin ?? '';

  it('Y10: no request waits for it: a key whose row is held is used all the same', async () => {
    const key = await makeKey(api);
    await expectOk(api.rest('GET', '/products'));
    const { answer, statements } = await countedStatements(app, () =>
      app.anonymous.as({ key: key.secret }).rest('GET', '/products'),
    );
    expect(answer.status).toBe(200);
    expect(statements.filter((text) => /update api_key/.test(text))).toEqual([]);
    const runner = app.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('select from api_key where id = $1 for no key update', [key.id]);
    try {
      await writeKeyUses(app);
      expect(await lastUse(key.id)).toBeNull();
      expect(await use(key.secret, app.anonymous)).toBe(200);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    await usedAgain(key.id, key.secret, () => writeKeyUses(app), app.clock.now().toISOString());
  });

  it('Y10: what opens nothing is no use: expired, revoked and former secrets', async () => {
    const expiring = await makeKey(api, {
      expiresAt: new Date(app.clock.now().getTime() + 1000).toISOString(),
    });
    const rotated = await makeKey(api);
    await expectOk(keyDoors.REST.rotate(api, rotated.id, 0));
    app.clock.advance({ seconds: 1 });
    for (const { id, secret } of [expiring, rotated]) {
      expect(await use(secret, app.anonymous)).toBe(401);
      await writeKeyUses(app);
      expect(await lastUse(id)).toBeNull();
    }
  });

  it('Y10: a fault of the database is no fault of who uses the key, and the next use is written', async () => {
    const key = await makeKey(api);
    expect(await use(key.secret, app.anonymous)).toBe(200);
    const database = app.nest.get(Database);
    const query = database.queryEverywhere.bind(database);
    const failing = jest.spyOn(database, 'queryEverywhere').mockImplementation((text, values) => {
      if (text.startsWith('update api_key')) throw Object.assign(new Error('away'), { code: '57P01' });
      return query(text, values);
    });
    await writeKeyUses(app);
    failing.mockRestore();
    expect(await lastUse(key.id)).toBeNull();
    await usedAgain(key.id, key.secret, () => writeKeyUses(app), app.clock.now().toISOString());
  });

  it('Y1: what most callers show costs one question; what is unknown costs two', async () => {
    const key = await makeKey(api);
    const { secret: next } = await expectOk<NewApiKey>(keyDoors.REST.rotate(api, key.id, 1));
    const lookUps: string[] = [];
    const database = app.nest.get(Database);
    const query = database.queryEverywhere.bind(database);
    const watching = jest.spyOn(database, 'queryEverywhere').mockImplementation((text, values) => {
      if (/from api_key k/.test(text)) lookUps.push(text);
      return query(text, values);
    });
    const questions = async (secret: string): Promise<number> => {
      lookUps.length = 0;
      await use(secret, app.anonymous);
      return lookUps.length;
    };
    expect(await questions(next)).toBe(1);
    // Kept once the rotation was heard of.
    await eventually(async () => expect(await questions(next)).toBe(0));
    expect(await questions(key.secret)).toBe(2);
    expect(await questions(key.secret)).toBe(0);
    expect(await questions(newKeySecret('server-'))).toBe(2);
    expect(await questions('server-mistyped')).toBe(0);
    watching.mockRestore();
  });
});

describe('streams of a key that is rotated', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    await sellMetered(app.a.api, []);
    await new Listening(app).newCustomer();
  });
  afterAll(() => app.close());

  it('Y3, entitlements-usage C3: one that the secret from before opened ends with its grace, that of the new one goes on', async () => {
    const key = await makeKey(app.a.api, { scopes: ['entitlements:read'] });
    const { secret } = await expectOk<NewApiKey>(keyDoors.REST.rotate(app.a.api, key.id, 1));
    const [before, after] = [new StreamClient(app.url, key.secret), new StreamClient(app.url, secret)];
    try {
      await before.open();
      await after.open();
      expect([before.status, after.status]).toEqual([200, 200]);
      await expectOk(keyDoors.REST.setGrace(app.a.api, key.id, 0));
      await eventually(async () => expect(before.hasEnded).toBe(true));
      expect(after.hasEnded).toBe(false);
      await expectOk(keyDoors.REST.revoke(app.a.api, key.id));
      await eventually(async () => expect(after.hasEnded).toBe(true));
    } finally {
      before.kill();
      after.kill();
    }
  });
});

describe('the pepper of API keys', () => {
  let app: TestApp;
  let api: ApiClient;
  let restore: () => Promise<void>;
  const besides: OtherProcess[] = [];

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    restore = await app.keepState();
  });
  // Processes of other peppers move the keys of all by which they are asked.
  beforeEach(() => restore());
  afterEach(async () => {
    for (const each of besides.splice(0)) await each.close();
  });
  afterAll(() => app.close());

  const startWith = async (peppers: string): Promise<OtherProcess> => {
    const beside = await app.startBeside({ variables: { API_KEY_PEPPER: peppers } });
    besides.push(beside);
    return beside;
  };
  const idOf = (pepper: string): string => new KeyPepper([pepper]).id;

  it('Y8: takes the place of another: both secrets of a key move to it as they are used, and the former one may go', async () => {
    const key = await makeKey(api);
    const { secret } = await expectOk<NewApiKey>(keyDoors.REST.rotate(api, key.id, 24));
    const known = await startWith(`${testPepper},${nextPepper}`);
    const moving = await startWith(`${nextPepper},${testPepper}`);
    const strange = await startWith(nextPepper);
    expect([await use(secret, strange.api), await use(key.secret, strange.api)]).toEqual([401, 401]);
    const { revision } = await storedKey(app, key.id);
    for (const each of [secret, key.secret]) {
      expect([await use(each, moving.api), await use(each, known.api)]).toEqual([200, 200]);
    }
    await writeKeyUses(moving);
    const stored = await storedKey(app, key.id);
    const next = new KeyPepper([nextPepper]);
    expect(stored).toEqual({
      ...{ digest: next.digest(secret), pepper_id: next.id },
      ...{ previous_digest: next.digest(key.secret), previous_pepper_id: next.id, revision },
    });
    for (const { api: each } of [known, moving, strange])
      expect([await use(secret, each), await use(key.secret, each)]).toEqual([200, 200]);
    // This one knows the former pepper alone.
    expect(await use(secret, app.anonymous)).toBe(401);
    // What is moved is rotated, changed and revoked as any other, and every process hears of it.
    await expectOk(keyDoors.REST.revoke(moving.api, key.id));
    for (const { api: each } of [known, moving, strange])
      await eventually(async () => expect(await use(secret, each)).toBe(401));
  });

  it('Y8: a digest of which nobody knows the pepper, as the release before made it, is told it when it is used', async () => {
    const key = await makeKey(api);
    await execute(app.databaseUrl, `update api_key set pepper_id = null where id = '${key.id}'`);
    const before = await storedKey(app, key.id);
    expect(await use(key.secret, app.anonymous)).toBe(200);
    await writeKeyUses(app);
    expect(await storedKey(app, key.id)).toEqual({ ...before, pepper_id: idOf(testPepper) });
    expect(await use(key.secret, app.anonymous)).toBe(200);
  });

  it('Y8: a key that is rotated meanwhile keeps its new secret', async () => {
    const key = await makeKey(api);
    const moving = await startWith(`${nextPepper},${testPepper}`);
    expect(await use(key.secret, moving.api)).toBe(200);
    const { secret } = await expectOk<NewApiKey>(keyDoors.REST.rotate(api, key.id, 0));
    await writeKeyUses(moving);
    expect((await storedKey(app, key.id)).digest).toBe(new KeyPepper([testPepper]).digest(secret));
    expect(await use(secret, moving.api)).toBe(200);
    await eventually(async () => expect(await use(key.secret, moving.api)).toBe(401));
  });
});
