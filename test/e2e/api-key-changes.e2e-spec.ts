import { grantable, implied } from '#modules/platform/api-keys';
import { bothDoors, keyDoors, makeKey, pushedMs, type ApiKey, type NewApiKey } from '../support/api-keys';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventually } from '../support/eventually';

// Domain: access-and-events

interface Preset {
  id: string;
  displayName: string;
  scopes: string[];
}

describe('changing API keys', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());

  const by = (key: string): ApiClient => app.anonymous.as({ key });
  const inDays = (days: number): string =>
    new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
  const { update, get } = keyDoors.REST;

  describe.each(bothDoors)('over %s', (door) => {
    const doors = keyDoors[door];

    it('S1, K-02: scopes are taken and given within a second, write implies read, and the secret stays', async () => {
      const key = await makeKey(api, { scopes: ['customers:read'] });
      const client = by(key.secret);
      const customer = { id: `of-${door}`, name: 'Acorn' };
      expect((await client.rest('GET', '/customers')).status).toBe(200);
      expect(await client.rest('POST', '/customers', customer)).toRefuse(
        'IdentityForbidden',
        /customers:write/,
      );
      const told = await expectOk<ApiKey>(doors.update(api, key.id, { scopes: ['customers:write'] }));
      expect(told).toMatchObject({
        scopes: ['customers:write'],
        lastFour: key.lastFour,
        displayName: 'reports',
      });
      await eventually(
        async () => expect((await client.rest('POST', '/customers', customer)).status).toBe(201),
        pushedMs,
      );
      expect((await client.rest('GET', '/customers')).status).toBe(200);
      await expectOk(doors.update(api, key.id, { scopes: ['plans:read'] }));
      await eventually(
        async () => expect(await client.rest('GET', '/customers')).toRefuse('IdentityForbidden'),
        pushedMs,
      );
      expect(await client.graphql('{ customers { totalCount } }')).toRefuse(
        'IdentityForbidden',
        /customers:read/,
      );
    });

    it('S4, K-07: nobody widens a key by what he does not have, not even that by which he asks', async () => {
      const maker = await makeKey(api, { scopes: ['apiKeys:write', 'plans:read'] });
      const key = await makeKey(api, { scopes: ['customers:write'] });
      const client = by(maker.secret);
      for (const scopes of [
        ['customers:write', 'plans:write'],
        ['customers:write', 'plans:read', 'coupons:read'],
      ])
        expect(await doors.update(client, key.id, { scopes })).toRefuse(
          'IdentityForbidden',
          /scopes: you cannot/,
        );
      expect(await doors.update(client, maker.id, { scopes: ['apiKeys:write', 'plans:write'] })).toRefuse(
        'IdentityForbidden',
        /plans:write/,
      );
      expect((await expectOk<ApiKey>(get(api, key.id))).scopes).toEqual(['customers:write']);
      // What it has already is not given, nor is the reading that its writing implies.
      await expectOk(doors.update(client, key.id, { scopes: ['customers:write', 'plans:read'] }));
      await expectOk(doors.update(client, key.id, { scopes: ['customers:read', 'plans:read'] }));
    });

    it('names and ends change too, and what is left out stays', async () => {
      const key = await makeKey(api, { expiresAt: inDays(1) });
      const named = await expectOk<ApiKey>(doors.update(api, key.id, { displayName: 'nightly' }));
      expect(named).toMatchObject({ displayName: 'nightly', expiresAt: key.expiresAt, scopes: key.scopes });
      const later = await expectOk<ApiKey>(doors.update(api, key.id, { expiresAt: inDays(30) }));
      expect(later).toMatchObject({ displayName: 'nightly', expiresAt: inDays(30), status: 'ACTIVE' });
      expect(await expectOk<ApiKey>(doors.update(api, key.id, { expiresAt: null }))).toMatchObject({
        expiresAt: null,
      });
    });

    it.each([
      ['an unknown scope', { scopes: ['products:delete'] }, /products:delete/],
      ['no scope', { scopes: [] }, /scopes must have at least 1/],
      ['no name', { displayName: '' }, /displayName/],
      ['an end that is over', { expiresAt: '2026-01-01T00:00:00.000Z' }, /expiresAt/],
    ])('%s is BadUserInput, and changes nothing', async (_fault, body, message) => {
      const key = await makeKey(api);
      const before = await expectOk<ApiKey>(get(api, key.id));
      expect(await doors.update(api, key.id, body)).toRefuse('BadUserInput', message);
      expect(await expectOk<ApiKey>(get(api, key.id))).toEqual(before);
    });
  });

  it('S1: scopes that are what they were are no change, and told nobody', async () => {
    const key = await makeKey(api);
    await expectOk(update(api, key.id, { scopes: key.scopes, displayName: key.displayName }));
    const { data } = await expectPage(api.rest('GET', `/activity?entityType=API_KEY&entityId=${key.id}`));
    expect(data).toHaveLength(1);
  });

  it('catalog C10: an older state is not changed', async () => {
    const key = await makeKey(api);
    const tag = String((await get(api, key.id)).headers.get('etag'));
    const change = (displayName: string) =>
      api.rest('PATCH', `/api-keys/${key.id}`, { displayName }, { 'if-match': tag });
    await expectOk(change('first'));
    expect(await change('second')).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError');
  });

  it('S2: presets name scopes that a key can be made with, the same at both doors', async () => {
    const presets = await expectOk<Preset[]>(api.rest('GET', '/api-keys/presets'));
    const document = '{ apiKeyPresets { id displayName scopes } }';
    expect(await expectOk(api.graphql(document))).toEqual(presets);
    const scopesOf = new Map(presets.map(({ id, scopes }) => [id, scopes]));
    expect([...scopesOf.keys()]).toEqual([
      'FULL_ACCESS',
      'READ_ONLY',
      'CUSTOMERS_WRITE',
      'SUBSCRIPTIONS_WRITE',
      'COUPONS_WRITE',
      'API_KEYS_WRITE',
      'EVENT_QUEUE_READ',
    ]);
    expect([...implied(scopesOf.get('FULL_ACCESS') ?? [])].sort()).toEqual([...grantable].sort());
    expect(scopesOf.get('READ_ONLY')).toEqual(grantable.filter((scope) => scope.endsWith(':read')));
    for (const { id, scopes } of presets)
      expect((await makeKey(api, { displayName: id, scopes })).scopes).toEqual(scopes);
    expect(await by(await app.a.scopedKey('plans:read')).rest('GET', '/api-keys/presets')).toRefuse(
      'IdentityForbidden',
      /apiKeys:read/,
    );
  });

  it('Y2: a key is ACTIVE, EXPIRING_SOON within the days of the environment, EXPIRED, REVOKED; lists can be of some of these', async () => {
    const place = await app.newEnvironment();
    const make = (displayName: string, expiresAt: string | null) =>
      makeKey(place.api, { displayName, expiresAt });
    await make('for ever', null);
    await make('later', inDays(31));
    await make('soon', inDays(30));
    await make('over', inDays(1));
    const revoked = await make('revoked', inDays(1));
    await expectOk(keyDoors.REST.revoke(place.api, revoked.id));
    const statuses = async (query = ''): Promise<Record<string, string>> => {
      const { data } = await expectPage<ApiKey>(place.api.rest('GET', `/api-keys?limit=100${query}`));
      return Object.fromEntries(
        data.filter(({ kind }) => kind === 'SCOPED').map((key) => [key.displayName, key.status]),
      );
    };
    app.clock.advance({ days: 1 });
    const asChosen = (soon: string) => ({
      ...{ revoked: 'REVOKED', over: 'EXPIRED', soon, later: 'ACTIVE', 'for ever': 'ACTIVE' },
    });
    expect(await statuses()).toEqual(asChosen('ACTIVE'));
    await expectOk(place.api.rest('PATCH', '/environment-settings', { endsSoonDays: 29 }));
    expect(await statuses()).toEqual(asChosen('EXPIRING_SOON'));
    expect(await statuses('&status=EXPIRING_SOON')).toEqual({ soon: 'EXPIRING_SOON' });
    expect(await statuses('&status=EXPIRED&status=REVOKED')).toEqual({ over: 'EXPIRED', revoked: 'REVOKED' });
    expect(await statuses('&status=ACTIVE')).toEqual({ later: 'ACTIVE', 'for ever': 'ACTIVE' });
    const document =
      'query($status: [ApiKeyStatus!]) { apiKeys(first: 10, status: $status) { edges { node { displayName } } } }';
    const told = await place.api.graphql(document, { status: ['EXPIRING_SOON'] });
    expect(told.data).toEqual({ apiKeys: { edges: [{ node: { displayName: 'soon' } }] } });
    expect(await place.api.rest('GET', '/api-keys?status=SLEEPING')).toRefuse('BadUserInput', /status/);
    const paged = await expectPage<ApiKey>(place.api.rest('GET', '/api-keys?status=ACTIVE&limit=1'));
    const next = await expectPage<ApiKey>(
      place.api.rest('GET', `/api-keys?status=ACTIVE&limit=1&starting_after=${paged.next_cursor}`),
    );
    expect([...paged.data, ...next.data].map(({ displayName }) => displayName)).toEqual([
      'later',
      'for ever',
    ]);
  });

  it('B2: one is told by its id, and an unknown one is ApiKeyNotFound at both doors', async () => {
    const key = await makeKey(api);
    const { secret: _secret, ...shown } = key as NewApiKey & { createdAt?: string };
    delete shown.createdAt;
    for (const door of bothDoors) {
      expect(await expectOk(keyDoors[door].get(api, key.id))).toMatchObject(shown);
      expect(await keyDoors[door].get(api, 'nobody')).toRefuse('ApiKeyNotFound', /nobody/);
    }
  });
});
