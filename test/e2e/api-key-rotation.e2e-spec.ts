import { isWellFormedKeySecret, routeTagOf } from '#libs/credentials/key-secret';
import {
  bothDoors,
  cutListeners,
  keyDoors,
  listenersOf,
  makeKey,
  pushedMs,
  type ApiKey,
  type NewApiKey,
} from '../support/api-keys';
import { createTestApp, type OtherProcess, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventually } from '../support/eventually';

// Domain: access-and-events

describe('rotating API keys', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());

  const use = async (secret: string, by: ApiClient = app.anonymous): Promise<number> =>
    (await by.as({ key: secret }).rest('GET', '/products')).status;
  const opens = (secret: string, by?: ApiClient): Promise<void> =>
    eventually(async () => expect(await use(secret, by)).toBe(200), pushedMs);
  const opensNothing = (secret: string, by?: ApiClient): Promise<void> =>
    eventually(async () => expect(await use(secret, by)).toBe(401), pushedMs);
  const { rotate, setGrace, get, revoke } = keyDoors.REST;
  const rotated = (id: string, graceHours: number, by: ApiClient = api) =>
    expectOk<NewApiKey>(rotate(by, id, graceHours));
  const inHours = (hours: number): string =>
    new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();

  describe.each(bothDoors)('over %s', (door) => {
    const doors = keyDoors[door];

    it('Y3: the new secret opens it at once, the one from before until the end of the grace, to the millisecond', async () => {
      const key = await makeKey(api);
      expect(await use(key.secret)).toBe(200);
      const now = app.clock.now();
      const told = await expectOk<NewApiKey>(doors.rotate(api, key.id, 24));
      expect(told).toMatchObject({
        ...{ id: key.id, status: 'ACTIVE', scopes: key.scopes, rotatedAt: now.toISOString() },
        ...{ previousLastFour: key.lastFour, previousEndsAt: inHours(24), prefix: 'server-' },
      });
      expect(isWellFormedKeySecret(told.secret)).toBe(true);
      expect(told.lastFour).toBe(told.secret.slice(-4));
      expect([await use(told.secret), await use(key.secret)]).toEqual([200, 200]);
      app.clock.advance({ hours: 24, ms: -1 });
      expect([await use(told.secret), await use(key.secret)]).toEqual([200, 200]);
      app.clock.advance({ ms: 1 });
      expect([await use(told.secret), await use(key.secret)]).toEqual([200, 401]);
      const { previousLastFour, previousEndsAt } = await expectOk<ApiKey>(doors.get(api, key.id));
      expect([previousLastFour, previousEndsAt]).toEqual([null, null]);
    });

    it('Y3: without a grace the secret from before is over at once', async () => {
      const key = await makeKey(api);
      expect(await use(key.secret)).toBe(200);
      const told = await expectOk<NewApiKey>(doors.rotate(api, key.id, 0));
      expect([told.previousLastFour, told.previousEndsAt]).toEqual([null, null]);
      expect(await use(told.secret)).toBe(200);
      await opensNothing(key.secret);
      expect(await doors.setGrace(api, key.id, 1)).toRefuse('IntegrityViolation', /graceHours/);
    });

    it('Y3: the grace can be changed before it ends, to shorter and to longer, and ended', async () => {
      const key = await makeKey(api);
      const { secret } = await expectOk<NewApiKey>(doors.rotate(api, key.id, 1));
      const longer = await expectOk<ApiKey>(doors.setGrace(api, key.id, 168));
      expect(longer.previousEndsAt).toBe(inHours(168));
      app.clock.advance({ hours: 2 });
      await opens(key.secret);
      await expectOk(doors.setGrace(api, key.id, 0));
      await opensNothing(key.secret);
      expect(await use(secret)).toBe(200);
      // It does not come back.
      expect(await doors.setGrace(api, key.id, 24)).toRefuse('ApiKeyExpired', /graceHours/);
      expect(await use(key.secret)).toBe(401);
    });

    it('Y4: while the secret from before opens it still, it is ApiKeyHasExpiry; then not', async () => {
      const key = await makeKey(api);
      const { secret } = await expectOk<NewApiKey>(doors.rotate(api, key.id, 1));
      const before = await expectOk<ApiKey>(doors.get(api, key.id));
      expect(await doors.rotate(api, key.id, 1)).toRefuse('ApiKeyHasExpiry', /grace/);
      expect(await doors.rotate(api, key.id, 0)).toRefuse('ApiKeyHasExpiry', /grace/);
      expect({ ...(await expectOk<ApiKey>(doors.get(api, key.id))), lastUsedAt: null }).toEqual({
        ...before,
        lastUsedAt: null,
      });
      app.clock.advance({ hours: 1 });
      const next = await expectOk<NewApiKey>(doors.rotate(api, key.id, 1));
      expect([await use(next.secret), await use(secret), await use(key.secret)]).toEqual([200, 200, 401]);
    });

    it('Y4, A-06: a key that has expired is ApiKeyExpired for who manages it, and Unauthenticated for who uses it', async () => {
      const key = await makeKey(api, { expiresAt: inHours(1) });
      await expectOk(doors.rotate(api, key.id, 24));
      expect((await expectOk<ApiKey>(doors.get(api, key.id))).previousEndsAt).toBe(key.expiresAt);
      app.clock.advance({ hours: 1 });
      expect(await use(key.secret)).toBe(401);
      const refusals = [
        await doors.rotate(api, key.id, 0),
        await doors.setGrace(api, key.id, 1),
        await doors.update(api, key.id, { scopes: ['plans:read'] }),
        await doors.update(api, key.id, { expiresAt: inHours(1) }),
      ];
      for (const refusal of refusals) expect(refusal).toRefuse('ApiKeyExpired', /expired/);
      const after = await expectOk<ApiKey>(doors.get(api, key.id));
      expect(after).toMatchObject({ status: 'EXPIRED', scopes: key.scopes, expiresAt: key.expiresAt });
      expect(await expectOk<ApiKey>(doors.revoke(api, key.id))).toMatchObject({ status: 'REVOKED' });
    });

    it('Y5: what is revoked stays so: neither secret opens it, and nothing can be changed', async () => {
      const key = await makeKey(api);
      const { secret } = await expectOk<NewApiKey>(doors.rotate(api, key.id, 24));
      expect([await use(secret), await use(key.secret)]).toEqual([200, 200]);
      expect(await expectOk<ApiKey>(doors.revoke(api, key.id))).toMatchObject({ previousEndsAt: null });
      await opensNothing(secret);
      await opensNothing(key.secret);
      for (const refusal of [
        await doors.rotate(api, key.id, 0),
        await doors.setGrace(api, key.id, 48),
        await doors.update(api, key.id, { displayName: 'again' }),
      ])
        expect(refusal).toRefuse('IntegrityViolation', /revoked/);
    });

    it.each([-1, 8785])(
      'Y3: a grace of %d hours is BadUserInput, and changes nothing',
      async (graceHours) => {
        const key = await makeKey(api);
        expect(await doors.rotate(api, key.id, graceHours)).toRefuse('BadUserInput', /graceHours/);
        expect(await use(key.secret)).toBe(200);
        await expectOk(doors.rotate(api, key.id, 1));
        expect(await doors.setGrace(api, key.id, graceHours)).toRefuse('BadUserInput', /graceHours/);
        expect((await expectOk<ApiKey>(doors.get(api, key.id))).previousEndsAt).toBe(inHours(1));
      },
    );

    it('T-03: a key of another environment is unknown', async () => {
      const key = await makeKey(api);
      const other = app.b.api;
      for (const refusal of [
        await doors.get(other, key.id),
        await doors.rotate(other, key.id, 0),
        await doors.setGrace(other, key.id, 0),
        await doors.update(other, key.id, { displayName: 'theirs' }),
      ])
        expect(refusal).toRefuse('ApiKeyNotFound', new RegExp(key.id));
      expect(await use(key.secret)).toBe(200);
    });
  });

  it('Y3: a grace lasts a year at most, counted from the rotation', async () => {
    const key = await makeKey(api);
    await rotated(key.id, 8784);
    app.clock.advance({ hours: 1 });
    expect(await setGrace(api, key.id, 8784)).toRefuse('BadUserInput', /graceHours/);
    await expectOk(setGrace(api, key.id, 8783));
  });

  it('Y3: graceHours is never guessed', async () => {
    const key = await makeKey(api);
    expect(await api.rest('POST', `/api-keys/${key.id}/rotate`, {})).toRefuse('BadUserInput', /graceHours/);
    expect(await use(key.secret)).toBe(200);
  });

  it('B2, Y5: the default keys are rotated, as the only thing that can be done to them', async () => {
    const place = await app.newEnvironment();
    const { data } = await expectPage<ApiKey>(place.api.rest('GET', '/api-keys'));
    const [full, publishable] = ['FULL_ACCESS', 'PUBLISHABLE'].map((kind) =>
      data.find((each) => each.kind === kind),
    ) as [ApiKey, ApiKey];
    const server = await rotated(full.id, 1, place.api);
    const client = await rotated(publishable.id, 1, place.api);
    expect([server.prefix, client.prefix]).toEqual(['server-', 'client-']);
    expect([server.secret.slice(0, 7), client.secret.slice(0, 7)]).toEqual(['server-', 'client-']);
    expect([await use(server.secret), await use(place.serverKey)]).toEqual([200, 200]);
    expect([await use(client.secret), await use(place.publishableKey)]).toEqual([200, 200]);
    app.clock.advance({ hours: 1 });
    expect([await use(server.secret), await use(place.serverKey)]).toEqual([200, 401]);
    expect([await use(client.secret), await use(place.publishableKey)]).toEqual([200, 401]);
    const now = place.api.as({ key: server.secret });
    for (const { id } of [full, publishable]) {
      expect(await revoke(now, id)).toRefuse('IntegrityViolation', /default/);
      const renamed = await keyDoors.REST.update(now, id, { displayName: 'ours' });
      expect(renamed).toRefuse('IntegrityViolation', /default/);
    }
  });

  it('Y9: new secrets bear the route tag of their environment, and a key that had none gets it with its rotation', async () => {
    const place = await app.newEnvironment();
    const tag = routeTagOf(place.environmentId);
    const key = await makeKey(place.api);
    expect(key.secret.slice(7, 10)).toBe(tag);
    const { data } = await expectPage<ApiKey>(place.api.rest('GET', '/api-keys'));
    for (const { id, kind } of data.filter(({ kind }) => kind !== 'SCOPED')) {
      const prefix = kind === 'PUBLISHABLE' ? 'client-' : 'server-';
      expect((await rotated(id, 1, place.api)).secret.startsWith(`${prefix}${tag}`)).toBe(true);
    }
    expect(routeTagOf(app.b.environmentId)).not.toBe(tag);
  });

  it('S4, K-07: who is told a new secret may do all that the key may', async () => {
    const maker = app.anonymous.as({ key: await app.a.scopedKey('apiKeys:write', 'products:read') });
    const narrow = await makeKey(api, { scopes: ['products:read'] });
    const wide = await makeKey(api, { scopes: ['products:read', 'customers:write'] });
    await rotated(narrow.id, 1, maker);
    expect(await rotate(maker, wide.id, 1)).toRefuse('IdentityForbidden', /customers:write/);
    const { data } = await expectPage<ApiKey>(api.rest('GET', '/api-keys?limit=100'));
    const full = data.find(({ kind }) => kind === 'FULL_ACCESS');
    expect(await rotate(maker, String(full?.id), 1)).toRefuse('IdentityForbidden', /secret/);
    const everyScope = (
      await expectOk<{ id: string; scopes: string[] }[]>(api.rest('GET', '/api-keys/presets'))
    ).find(({ id }) => id === 'FULL_ACCESS');
    const almost = app.anonymous.as({ key: await app.a.scopedKey(...(everyScope?.scopes ?? [])) });
    expect(await rotate(almost, String(full?.id), 1)).toRefuse('IdentityForbidden', /secret/);
    expect(await use(wide.secret)).toBe(200);
  });

  it('A3: of users only an OWNER rotates, and everybody with a role sees prefix and last four', async () => {
    const key = await makeKey(api);
    const as = async (subject: string): Promise<ApiClient> => {
      const headers = { 'x-environment-id': app.a.environmentId };
      return app.anonymous.as({ token: await app.signUserToken(subject), headers });
    };
    const owner = await as(app.ownerSubject);
    for (const role of ['ADMIN', 'SUPPORT', 'VIEWER'] as const) {
      const subject = `rotating|${role}`;
      await app.environments.addMember({
        accountId: app.a.accountId,
        subject,
        role: 'MEMBER',
        environments: { [app.a.environmentId]: role },
      });
      const member = await as(subject);
      expect(await rotate(member, key.id, 1)).toRefuse('IdentityForbidden', /apiKeys:write/);
      expect(await expectOk<ApiKey>(get(member, key.id))).toMatchObject({
        prefix: 'server-',
        lastFour: key.lastFour,
      });
    }
    const { secret } = await rotated(key.id, 1, owner);
    expect(await use(secret)).toBe(200);
  });

  it('S5: on a tier without scoped keys they cannot be rotated; their grace can be ended, default keys can be rotated', async () => {
    const accountId = await app.environments.addAccount();
    const place = await app.environments.add(accountId);
    const key = await makeKey(place.api);
    await rotated(key.id, 24, place.api);
    const fresh = await makeKey(place.api);
    await app.dataSource.query(`update account set tier = 'BASIC' where uid = $1`, [accountId]);
    for (const door of bothDoors) {
      const doors = keyDoors[door];
      expect(await doors.rotate(place.api, fresh.id, 1)).toRefuse('NoFeatureEntitlementError', /tier/);
      expect(await doors.setGrace(place.api, key.id, 48)).toRefuse('NoFeatureEntitlementError', /tier/);
      const changed = await doors.update(place.api, fresh.id, { displayName: 'other' });
      expect(changed).toRefuse('NoFeatureEntitlementError', /tier/);
    }
    expect(await use(fresh.secret)).toBe(200);
    await expectOk(setGrace(place.api, key.id, 0));
    await opensNothing(key.secret);
    const { data } = await expectPage<ApiKey>(place.api.rest('GET', '/api-keys'));
    await rotated(String(data.find(({ kind }) => kind === 'PUBLISHABLE')?.id), 1, place.api);
  });

  it('Y7, W8: the log tells each change with its states, and holds neither a secret nor a digest', async () => {
    const key = await makeKey(api);
    const { secret } = await rotated(key.id, 24);
    await expectOk(setGrace(api, key.id, 1));
    await expectOk(keyDoors.REST.update(api, key.id, { scopes: ['plans:read'] }));
    await expectOk(keyDoors.REST.update(api, key.id, { displayName: 'another' }));
    await expectOk(revoke(api, key.id));
    const { data } = await expectPage<Json>(
      api.rest('GET', `/activity?entityType=API_KEY&entityId=${key.id}`),
    );
    expect(data.map(({ type }) => type).reverse()).toEqual([
      'api_key.created',
      'api_key.rotated',
      'api_key.grace_updated',
      'api_key.scope_updated',
      'api_key.updated',
      'api_key.revoked',
    ]);
    const [rotation] = data.filter(({ type }) => type === 'api_key.rotated');
    expect(rotation).toMatchObject({
      before: { lastFour: key.lastFour, rotatedAt: null },
      after: { lastFour: secret.slice(-4), previousLastFour: key.lastFour },
    });
    const scopes = data.find(({ type }) => type === 'api_key.scope_updated');
    expect(scopes).toMatchObject({
      before: { scopes: ['products:read'] },
      after: { scopes: ['plans:read'] },
    });
    const [row] = await app.dataSource.query<{ all: string }[]>(
      `select string_agg(a::text, ' ') as all from activity a where entity_id = $1`,
      [key.id],
    );
    const [digests] = await app.dataSource.query<{ digest: string; previous_digest: string }[]>(
      'select digest, previous_digest from api_key where id = $1',
      [key.id],
    );
    for (const hidden of [key.secret, secret, digests?.digest, digests?.previous_digest])
      expect(row?.all).not.toContain(String(hidden));
  });

  it('B9, Y1: a repeated rotation tells the key with the secret null, and rotates once', async () => {
    const key = await makeKey(api);
    const headers = { 'idempotency-key': 'rotate-once' };
    const path = `/api-keys/${key.id}/rotate`;
    const first = await expectOk<NewApiKey>(api.rest('POST', path, { graceHours: 1 }, headers));
    const again = await api.rest('POST', path, { graceHours: 1 }, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await expectOk(Promise.resolve(again))).toEqual({ ...first, secret: null });
    expect(await use(first.secret)).toBe(200);
  });

  it('catalog C10: who has read an older state does not rotate over it', async () => {
    const key = await makeKey(api);
    const tag = String((await get(api, key.id)).headers.get('etag'));
    await rotated(key.id, 0);
    const stale = await api.rest(
      'POST',
      `/api-keys/${key.id}/rotate`,
      { graceHours: 0 },
      { 'if-match': tag },
    );
    expect(stale).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError');
  });

  it('Y3, Y4: of two who rotate at once one is refused, and no secret that was told is lost', async () => {
    const key = await makeKey(api);
    const answers = await Promise.all([1, 2, 3].map(() => rotate(api, key.id, 1)));
    const done = answers.filter(({ status }) => status === 201);
    expect(done).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 201))
      expect(refused).toRefuse('ApiKeyHasExpiry');
    const [answer] = done as [(typeof done)[number]];
    const { secret } = (answer.body as { data: NewApiKey }).data;
    expect([await use(secret), await use(key.secret)]).toEqual([200, 200]);
  });

  describe('in two processes', () => {
    let other: OtherProcess;
    beforeAll(async () => {
      other = await app.startBeside();
    });
    afterAll(() => other.close());

    it('Y6: rotation, grace, scopes and revocation by one bite in the other', async () => {
      const key = await makeKey(api);
      expect([await use(key.secret), await use(key.secret, other.api)]).toEqual([200, 200]);
      const { secret } = await rotated(key.id, 24);
      expect([await use(secret, other.api), await use(key.secret, other.api)]).toEqual([200, 200]);
      await expectOk(setGrace(api, key.id, 0));
      await opensNothing(key.secret, other.api);
      expect(await use(secret, other.api)).toBe(200);
      await expectOk(keyDoors.REST.update(api, key.id, { scopes: ['plans:read'] }));
      const forbidden = () => other.api.as({ key: secret }).rest('GET', '/products');
      await eventually(async () => expect(await forbidden()).toRefuse('IdentityForbidden'), pushedMs);
      await expectOk(revoke(other.api, key.id));
      await opensNothing(secret);
      await opensNothing(secret, other.api);
    });

    it('Y6: also after the connections by which they hear were cut', async () => {
      const keys = await Promise.all([makeKey(api), makeKey(api), makeKey(api)]);
      for (const { secret } of keys)
        expect([await use(secret), await use(secret, other.api)]).toEqual([200, 200]);
      await cutListeners(app.databaseUrl);
      const [first, second, third] = keys;
      // While nothing is heard, nothing is kept.
      await expectOk(revoke(api, first.id));
      await opensNothing(first.secret, other.api);
      await rotated(second.id, 0);
      await opensNothing(second.secret, other.api);
      await opensNothing(second.secret);
      // And then it is heard again.
      await eventually(async () => expect(await listenersOf(app.databaseUrl)).toBe(2));
      await opens(third.secret, other.api);
      await expectOk(revoke(api, third.id));
      await opensNothing(third.secret, other.api);
    });
  });
});
