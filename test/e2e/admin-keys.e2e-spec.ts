import { AdminDesk, type AdminCourse } from '../support/admin-command';
import { KeyAdministrationService } from '#modules/platform/api-keys';
import { newContext, runInContext } from '#libs/context/request-context';
import { makeKey, keyDoors, pushedMs, type ApiKey, type NewApiKey } from '../support/api-keys';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { eventually } from '../support/eventually';
import { testPepper } from '../support/secrets';

// Domain: access-and-events

describe('npm run admin -- keys', () => {
  let app: TestApp;
  let place: TestEnvironment;
  const desk = new AdminDesk();

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    await desk.close();
    await app.close();
  });
  beforeEach(async () => {
    place = await app.newEnvironment();
  });

  const run = (words: string[], pepper = testPepper): Promise<AdminCourse> =>
    desk.run(words, { DATABASE_URL: app.serviceUrl, API_KEY_PEPPER: pepper });
  const json = async <T>(...words: string[]): Promise<T> => {
    const { exit, out, told } = await run([...words, '--json']);
    expect([exit, told]).toEqual([0, '']);
    return JSON.parse(out) as T;
  };
  const use = async (key: string): Promise<number> =>
    (await app.anonymous.as({ key }).rest('GET', '/products')).status;

  it('A8, S2: makes keys of scopes and of presets, as SYSTEM, and tells the secret this once', async () => {
    const env = place.environmentId;
    const made = await json<NewApiKey>('keys', 'create', env, 'products:read, plans:write', 'two scopes');
    expect(made).toMatchObject({ displayName: 'two scopes', scopes: ['products:read', 'plans:write'] });
    expect(await use(made.secret)).toBe(200);
    const { out } = await run(['keys', 'create', env, 'READ_ONLY', 'reader']);
    const secret = out.trimEnd().split('\n').at(-1) ?? '';
    expect(await use(secret)).toBe(200);
    const { data } = await expectPage<Json>(place.api.rest('GET', '/activity?entityType=API_KEY'));
    expect(data.map(({ type, actorType, actor }) => [type, actorType, actor])).toEqual([
      ['api_key.created', 'SYSTEM', 'admin'],
      ['api_key.created', 'SYSTEM', 'admin'],
    ]);
  });

  it('A8, Y3, Y5: rotates, changes the grace, the scopes, and revokes; a service that runs hears it', async () => {
    const env = place.environmentId;
    const key = await makeKey(place.api);
    expect(await use(key.secret)).toBe(200);
    const { secret } = await json<NewApiKey>('keys', 'rotate', env, key.id, '24');
    expect([await use(secret), await use(key.secret)]).toEqual([200, 200]);
    const { out } = await run(['keys', 'set-grace', env, key.id, '0']);
    expect(out).toBe(`reports (${key.id}): no secret from before opens it\n`);
    await eventually(async () => expect(await use(key.secret)).toBe(401), pushedMs);
    await json('keys', 'set-scopes', env, key.id, 'plans:read');
    expect(await expectOk<ApiKey>(keyDoors.REST.get(place.api, key.id))).toMatchObject({
      scopes: ['plans:read'],
    });
    expect((await run(['keys', 'revoke', env, key.id])).out).toBe(
      `reports (${key.id}) is revoked for good\n`,
    );
    await eventually(async () => expect(await use(secret)).toBe(401), pushedMs);
  });

  it('A8: lists the keys of an environment, however many, without their secrets', async () => {
    for (let n = 0; n < 101; n++) await makeKey(place.api, { displayName: `key ${n}` });
    const listed = await json<ApiKey[]>('keys', 'list', place.environmentId);
    expect(listed).toHaveLength(103);
    const { out } = await run(['keys', 'list', place.environmentId]);
    expect(out).toMatch(/^ID +NAME +KIND +STATUS +SECRET +SCOPES +EXPIRES AT +FORMER UNTIL +LAST USED AT\n/);
    expect(out).toMatch(
      new RegExp(`Default publishable key +PUBLISHABLE +ACTIVE +client-…${place.publishableKey.slice(-4)}\n`),
    );
    expect(out).not.toContain(place.serverKey);
  });

  it('refuses as the doors do: an unknown environment, key or scope, a default key, a running grace', async () => {
    const env = place.environmentId;
    const key = await makeKey(place.api);
    const refusals: [string[], RegExp][] = [
      [['keys', 'list', 'nowhere'], /^No environment has the id nowhere: /],
      [['keys', 'list', key.id], /^No environment has the id /],
      [['keys', 'revoke', env, 'nobody'], /^ApiKey nobody was not found/],
      [['keys', 'revoke', app.b.environmentId, key.id], /was not found/],
      [['keys', 'create', env, 'products:delete', 'x'], /products:delete is no permission/],
      [['keys', 'set-scopes', env, key.id, ''], / is no permission/],
    ];
    for (const [words, message] of refusals) {
      const { exit, out, told } = await run(words);
      expect([exit, out, told]).toEqual([1, '', expect.stringMatching(message)]);
    }
    await json('keys', 'rotate', env, key.id, '1');
    expect((await run(['keys', 'rotate', env, key.id, '1'])).told).toMatch(/secret from before/);
    const { data } = await expectPage<ApiKey>(place.api.rest('GET', '/api-keys'));
    for (const { id } of data.filter(({ kind }) => kind !== 'SCOPED'))
      expect((await run(['keys', 'revoke', env, id])).told).toMatch(/default key/);
  });

  it('Y8: tells how many keys need a former pepper still', async () => {
    const next = 'Xw3nT8bGq5RzM1yLc7Fd';
    const count = async (pepper: string) => {
      const { out } = await run(['keys', 'peppers', '--json'], pepper);
      return JSON.parse(out) as { current: number; former: number };
    };
    const before = await count(testPepper);
    const key = await makeKey(place.api);
    await json('keys', 'rotate', place.environmentId, key.id, '24');
    expect(await count(testPepper)).toEqual({ ...before, current: before.current + 1 });
    expect(before.current + before.former).toBeGreaterThan(100);
    // One secret under a pepper of its own is enough.
    await app.dataSource.query(`update api_key set previous_pepper_id = 'other' where id = $1`, [key.id]);
    expect(await count(testPepper)).toEqual({ ...before, former: before.former + 1 });
    await expectOk(keyDoors.REST.revoke(place.api, key.id));
    expect(await count(testPepper)).toEqual(before);
    const { current, former } = before;
    expect(await count(`${next},${testPepper}`)).toEqual({ current: 0, former: current + former });
    expect((await run(['keys', 'peppers'])).out).toMatch(
      /^\d+ of \d+ keys are found by the first pepper; none needs another\n$/,
    );
  });

  it('Y8: is told to nobody but the system', async () => {
    const { accountId, environmentId } = place;
    const principal = {
      kind: 'FULL_ACCESS_KEY',
      actor: 'test',
      accountId,
      environmentId,
      may: () => true,
    } as const;
    const service = app.nest.get(KeyAdministrationService);
    const asked = runInContext({ ...newContext('test', 'REST'), principal }, () => service.pepperUse());
    await expect(asked).rejects.toMatchObject({ code: 'IdentityForbidden' });
  });
});
