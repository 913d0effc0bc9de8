import { isWellFormedKeySecret } from '#libs/credentials/key-secret';
import { cutListeners, pushedMs } from '../support/api-keys';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventually } from '../support/eventually';
import { giveScopes } from '../support/key-scopes';

// Domain: access-and-events

interface Key {
  id: string;
  kind: string;
  status: string;
  lastFour: string;
  secret?: string;
}

describe('API keys', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());

  const create = (body: object = {}, by: ApiClient = api) =>
    by.rest('POST', '/api-keys', { displayName: 'reports', scopes: ['products:read'], ...body });
  const made = async (body: object = {}) => expectOk<Key & { secret: string }>(create(body));
  const use = (key: string) => app.anonymous.as({ key }).rest('GET', '/products');
  const revoke = (id: string) => api.rest('POST', `/api-keys/${id}/revoke`);

  it('Y1: the secret is shown once, when the key is made', async () => {
    const key = await made({ displayName: 'reports' });
    expect(key).toMatchObject({
      displayName: 'reports',
      kind: 'SCOPED',
      status: 'ACTIVE',
      scopes: ['products:read'],
    });
    expect(isWellFormedKeySecret(key.secret)).toBe(true);
    expect(key.secret).toMatch(/^server-/);
    expect(key.lastFour).toBe(key.secret.slice(-4));
    const listed = await expectPage<Key>(api.rest('GET', '/api-keys?limit=100'));
    expect(listed.data.find(({ id }) => id === key.id)).toMatchObject({ lastFour: key.lastFour });
    expect(listed.data.filter(({ secret }) => secret !== undefined)).toEqual([]);
    expect((await use(key.secret)).status).toBe(200);
  });

  it('B2: lists the keys of its own environment only, with the two default ones', async () => {
    const place = await app.newEnvironment();
    const listed = await expectPage<Key>(place.api.rest('GET', '/api-keys'));
    expect(listed.data.map(({ kind }) => kind).sort()).toEqual(['FULL_ACCESS', 'PUBLISHABLE']);
    const first = await expectPage<Key>(place.api.rest('GET', '/api-keys?limit=1'));
    expect(first.has_more).toBe(true);
    const second = await expectPage<Key>(
      place.api.rest('GET', `/api-keys?starting_after=${first.next_cursor}`),
    );
    expect([...first.data, ...second.data]).toEqual(listed.data);
  });

  it.each([
    ['an unknown scope', { scopes: ['products:delete'] }, /products:delete/],
    ['no scope', { scopes: [] }, /scopes must have at least 1/],
    ['S1: eventQueue:write, which is read only', { scopes: ['eventQueue:write'] }, /eventQueue:write/],
    ['no name', { displayName: '' }, /displayName/],
    ['an expiry that is over', { expiresAt: '2026-03-04T15:30:00.000Z' }, /expiresAt/],
    ['a kind', { kind: 'FULL_ACCESS' }, /kind is not a known field/],
    ['a secret', { secret: 'server-x' }, /secret is not a known field/],
  ])('%s is BadUserInput', async (_fault, body, message) => {
    expect(await create(body)).toRefuse('BadUserInput', message);
  });

  it('K-07, S4: nobody grants what he does not have', async () => {
    const maker = app.anonymous.as({ key: await app.a.scopedKey('apiKeys:write', 'products:read') });
    await expectOk(create({ scopes: ['products:read', 'apiKeys:read'] }, maker));
    for (const scope of ['products:write', 'customers:read']) {
      const answer = await create({ scopes: ['products:read', scope] }, maker);
      expect(answer).toRefuse('IdentityForbidden', new RegExp(scope));
    }
    const publishable = app.anonymous.as({ key: app.a.publishableKey });
    expect(await create({}, publishable)).toRefuse('IdentityForbidden');
  });

  it('S5: an account tier without scoped keys is NoFeatureEntitlementError; its old keys work and can be revoked', async () => {
    const accountId = await app.environments.addAccount();
    const place = await app.environments.add(accountId);
    const old = await expectOk<Key & { secret: string }>(create({}, place.api));
    await app.dataSource.query(`update account set tier = 'BASIC' where uid = $1`, [accountId]);
    expect(await create({}, place.api)).toRefuse('NoFeatureEntitlementError', /tier/);
    expect((await use(old.secret)).status).toBe(200);
    await expectOk(place.api.rest('POST', `/api-keys/${old.id}/revoke`));
  });

  it('A-06, A-07, Y2: an expiring key works until its second, cached or not', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 2000).toISOString();
    const key = await made({ expiresAt });
    expect((await use(key.secret)).status).toBe(200);
    app.clock.advance({ ms: 1999 });
    expect((await use(key.secret)).status).toBe(200);
    app.clock.advance({ ms: 1 });
    expect(await use(key.secret)).toRefuse('Unauthenticated');
    const listed = await expectPage<Key>(api.rest('GET', '/api-keys?limit=100'));
    expect(listed.data.find(({ id }) => id === key.id)).toMatchObject({ status: 'EXPIRED' });
  });

  it('Y5, Y2: revoking bites at once and for good', async () => {
    const key = await made();
    expect((await use(key.secret)).status).toBe(200);
    const revoked = await expectOk<Key>(revoke(key.id));
    expect(revoked).toMatchObject({ status: 'REVOKED', revokedAt: app.clock.now().toISOString() });
    await eventually(async () => expect(await use(key.secret)).toRefuse('Unauthenticated'), pushedMs);
    expect((await use(key.secret)).text).toBe((await app.anonymous.rest('GET', '/products')).text);
  });

  it('Y5: revoking twice changes nothing', async () => {
    const key = await made();
    const first = await expectOk<Record<string, unknown>>(revoke(key.id));
    app.clock.advance({ hours: 1 });
    expect((await expectOk(revoke(key.id)))['revokedAt']).toBe(first['revokedAt']);
  });

  it('Y6: a revocation by another process drops the cached key', async () => {
    const key = await made();
    expect((await use(key.secret)).status).toBe(200);
    const [row] = await app.dataSource
      .query<{ digest: string }[]>('update api_key set revoked_at = now() where id = $1 returning digest', [
        key.id,
      ])
      .then((result) => result.flat() as { digest: string }[]);
    await app.dataSource.query(`select pg_notify('api_key_revoked', $1)`, [row?.digest]);
    await eventually(async () => expect(await use(key.secret)).toRefuse('Unauthenticated'), pushedMs);
  });

  it('Y6: a process that can no longer hear keeps no key', async () => {
    const key = await made();
    expect((await use(key.secret)).status).toBe(200);
    await app.dataSource.query('update api_key set revoked_at = now() where id = $1', [key.id]);
    await cutListeners(app.databaseUrl);
    await eventually(async () => expect(await use(key.secret)).toRefuse('Unauthenticated'), pushedMs);
  });

  it('Y5: default keys are not revoked', async () => {
    const place = await app.newEnvironment();
    const { data } = await expectPage<Key>(place.api.rest('GET', '/api-keys'));
    for (const { id } of data) {
      expect(await place.api.rest('POST', `/api-keys/${id}/revoke`)).toRefuse(
        'IntegrityViolation',
        /default/,
      );
    }
  });

  it('T-03: a key of another environment is unknown', async () => {
    const key = await made();
    const foreign = await app.b.api.rest('POST', `/api-keys/${key.id}/revoke`);
    expect(foreign).toRefuse('ApiKeyNotFound');
    expect((await use(key.secret)).status).toBe(200);
  });

  describe('B9, Y1: a repeated creation', () => {
    const headers = { 'idempotency-key': 'make-a-key' };
    const repeatable = { displayName: 'once', scopes: ['products:read'] };

    it('tells the key with the secret null, and the database never holds it', async () => {
      const first = await expectOk<Key>(api.rest('POST', '/api-keys', repeatable, headers));
      const again = await api.rest('POST', '/api-keys', repeatable, headers);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
      expect(await expectOk(Promise.resolve(again))).toEqual({ ...first, secret: null });
      const kept = await app.dataSource.query<{ row: string }[]>(
        'select t::text as row from idempotent_answer t',
      );
      expect(kept).not.toHaveLength(0);
      expect(kept.filter(({ row }) => row.includes(String(first.secret)))).toEqual([]);
    });

    it('tells the secret null over GraphQL too', async () => {
      const document =
        'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { id lastFour secret } }';
      const call = () => api.graphql(document, { input: repeatable }, headers);
      const first = await expectOk<Key>(call());
      expect(isWellFormedKeySecret(String(first.secret))).toBe(true);
      expect(await expectOk(call())).toEqual({ ...first, secret: null });
    });

    it('by another key makes another key, of what that one may grant', async () => {
      const body = { displayName: 'all', scopes: ['products:write'] };
      const first = await expectOk<Key>(
        api.rest('POST', '/api-keys', body, { 'idempotency-key': 'full-key' }),
      );
      const maker = app.anonymous.as({ key: await app.a.scopedKey('apiKeys:write') });
      const answer = await maker.rest('POST', '/api-keys', body, { 'idempotency-key': 'full-key' });
      expect(answer).toRefuse('IdentityForbidden', /products:write/);
      expect(answer.text).not.toContain(first.id);
    });

    it('is refused once its maker lacks what it granted', async () => {
      const secret = await app.a.scopedKey('apiKeys:write', 'products:read');
      const maker = app.anonymous.as({ key: secret });
      const call = () => maker.rest('POST', '/api-keys', repeatable, { 'idempotency-key': 'narrowed' });
      await expectOk(call());
      await giveScopes(app, secret, ['apiKeys:write']);
      await eventually(async () => expect(await call()).toRefuse('IdentityForbidden', /products:read/));
      await giveScopes(app, secret, ['apiKeys:write', 'products:read']);
      await eventually(async () => expect((await call()).headers.get('idempotent-replayed')).toBe('true'));
    });
  });

  it('the same over GraphQL', async () => {
    const input = { displayName: 'by GraphQL', scopes: ['products:read'] };
    const document =
      'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { id secret status } }';
    const key = await expectOk<Key & { secret: string }>(api.graphql(document, { input }));
    expect((await use(key.secret)).status).toBe(200);
    const ended = await api.graphql('mutation($id: String!) { revokeApiKey(id: $id) { status secret } }', {
      id: key.id,
    });
    expect(ended.data).toEqual({ revokeApiKey: { status: 'REVOKED', secret: null } });
  });
});
