import { newKeySecret } from '#libs/credentials/key-secret';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage } from '../support/client';
import type { Json } from '../support/catalog';

type Line = Json & { event?: string };

/** Security events in the log (ASVS 16.3; L-01, L-09) and keys in the activity log (Domain: access-and-events W8, Y7). */
describe('security events', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const lines = (event: string): Line[] =>
    app.logLines.map((line) => JSON.parse(line) as Line).filter((line) => line.event === event);
  const ofRequest = (event: string, requestId: string) =>
    lines(event).filter((line) => line['requestId'] === requestId);
  const id = (requestId: string) => ({ 'x-request-id': requestId });
  const scoped = async (...scopes: string[]) => app.anonymous.as({ key: await app.a.scopedKey(...scopes) });

  it.each([
    ['an unknown key', { key: newKeySecret('server-') }, 'API_KEY'],
    ['a mistyped key', { key: 'server-nonsense' }, 'API_KEY'],
    ['a token that is none', { token: 'garbage' }, 'BEARER'],
    ['no credential', {}, 'NOTHING'],
  ])(
    '%s is told with address, route and request id, over both doors',
    async (name, credential, presented) => {
      const requestId = name.replaceAll(' ', '-');
      const caller = app.anonymous.as({ ...credential, address: `10.2.0.${name.length}` });
      await caller.rest('GET', '/plans/secret-plan', undefined, id(requestId));
      await caller.graphql('{ plans { totalCount } }', {}, id(`${requestId}-graphql`));
      const where = { level: 'warn', address: `10.2.0.${name.length}`, presented };
      expect(ofRequest('credential.failed', requestId)).toMatchObject([
        { ...where, door: 'REST', route: 'GET /api/v1/plans/:id' },
      ]);
      expect(ofRequest('credential.failed', `${requestId}-graphql`)).toMatchObject([
        { ...where, door: 'GRAPHQL', route: 'POST /graphql' },
      ]);
      const secret = Object.values(credential)[0];
      if (secret) expect(app.logLines.join('')).not.toContain(secret);
    },
  );

  it('a refused scope tells who asked for what: at the door, inside a use case, over GraphQL', async () => {
    const reader = await scoped('products:read', 'apiKeys:write');
    await reader.rest('POST', '/products', { id: 'x' }, id('scope-door'));
    const body = { displayName: 'x', scopes: ['plans:write'] };
    await reader.rest('POST', '/api-keys', body, id('scope-inside'));
    await reader.graphql('{ features { totalCount } }', {}, id('scope-graphql'));
    const who = { actorKind: 'SCOPED_KEY', environmentId: app.a.environmentId, address: '127.0.0.1' };
    expect(ofRequest('permission.refused', 'scope-door')).toMatchObject([
      { ...who, route: 'POST /api/v1/products', reason: 'createProduct needs the permission products:write' },
    ]);
    expect(ofRequest('permission.refused', 'scope-inside')).toMatchObject([
      { ...who, reason: expect.stringContaining('plans:write') as string },
    ]);
    expect(ofRequest('permission.refused', 'scope-graphql')).toMatchObject([{ ...who, field: 'features' }]);
  });

  it('a user without membership is told', async () => {
    const token = await app.signUserToken('nobody');
    const headers = { 'x-environment-id': app.a.environmentId };
    await app.anonymous.as({ token, headers }).rest('GET', '/plans', undefined, id('no-member'));
    expect(ofRequest('access.denied', 'no-member')).toMatchObject([
      { presented: 'BEARER', address: '127.0.0.1' },
    ]);
  });

  it('a flood of failures writes ten lines of its address in a minute, and leaves others theirs', async () => {
    const from = (address: string) => app.anonymous.as({ key: newKeySecret('server-'), address });
    for (let index = 0; index < 40; index++) await from('10.2.1.1').rest('GET', '/plans');
    await from('10.2.1.2').rest('GET', '/plans');
    const by = (address: string) => lines('credential.failed').filter((line) => line['address'] === address);
    expect([by('10.2.1.1').length, by('10.2.1.2').length]).toEqual([10, 1]);
  });

  it('refused shapes and unknown objects are nobody’s concern', async () => {
    await app.a.api.rest('GET', '/plans/nothing', undefined, id('harmless'));
    await app.a.api.rest('POST', '/plans', {}, id('harmless'));
    expect(app.logLines.filter((line) => line.includes('harmless'))).toEqual([]);
  });

  describe('keys', () => {
    const keyLines = (event: string, keyId: string) =>
      lines(event).filter((line) =>
        [line['made'], line['changed'], line['ended']].some(
          (key) => (key as Json | undefined)?.['id'] === keyId,
        ),
      );
    const activity = async (keyId: string) =>
      (await expectPage<Json>(app.a.api.rest('GET', `/activity?entityType=api_key&entityId=${keyId}`))).data;

    it('Y7: made and revoked: in the log, and in the activity log as API_KEY, never with a secret', async () => {
      const body = { displayName: 'audited', scopes: ['plans:read'] };
      const created = app.a.api.rest('POST', '/api-keys', body, id('make-it'));
      const { id: keyId, secret, ...told } = await expectOk<Json & { id: string; secret: string }>(created);
      await expectOk(app.a.api.rest('POST', `/api-keys/${keyId}/revoke`, undefined, id('revoke-it')));
      const who = { level: 'info', actorKind: 'FULL_ACCESS_KEY', address: '127.0.0.1' };
      const key = { id: keyId, displayName: 'audited', lastFour: told['lastFour'], scopes: ['plans:read'] };
      expect(keyLines('api_key.created', keyId)).toMatchObject([{ ...who, requestId: 'make-it', made: key }]);
      expect(keyLines('api_key.revoked', keyId)).toMatchObject([
        { ...who, requestId: 'revoke-it', ended: key },
      ]);
      const [revoked, made, ...others] = await activity(keyId);
      expect(others).toEqual([]);
      expect(made).toMatchObject({
        type: 'api_key.created',
        entityType: 'API_KEY',
        actorType: 'APP_SERVER',
        requestId: 'make-it',
        before: null,
        after: { id: keyId, status: 'ACTIVE', scopes: ['plans:read'] },
      });
      expect(revoked).toMatchObject({
        type: 'api_key.revoked',
        before: { status: 'ACTIVE' },
        after: { status: 'REVOKED' },
      });
      expect(JSON.stringify([made, revoked, app.logLines])).not.toContain(secret);
    });

    it('Y7: rotated, and changed: in the log too, with the grace that runs and without either secret', async () => {
      const create = app.a.api.rest('POST', '/api-keys', { displayName: 'turning', scopes: ['plans:read'] });
      const { id: keyId, secret } = await expectOk<{ id: string; secret: string }>(create);
      const path = `/api-keys/${keyId}`;
      const rotate = app.a.api.rest('POST', `${path}/rotate`, { graceHours: 1 }, id('rotate-it'));
      const rotated = await expectOk<Json & { secret: string }>(rotate);
      await expectOk(app.a.api.rest('POST', `${path}/grace`, { graceHours: 0 }, id('end-it')));
      await expectOk(app.a.api.rest('PATCH', path, { scopes: ['plans:write'] }, id('widen-it')));
      await expectOk(app.a.api.rest('PATCH', path, { displayName: 'turned' }, id('rename-it')));
      const { lastFour, previousEndsAt } = rotated;
      expect(keyLines('api_key.rotated', keyId)).toMatchObject([
        { actorKind: 'FULL_ACCESS_KEY', requestId: 'rotate-it', changed: { lastFour, previousEndsAt } },
      ]);
      const [ended] = keyLines('api_key.grace_updated', keyId);
      expect(ended).toMatchObject({ requestId: 'end-it' });
      expect(ended?.['changed']).not.toHaveProperty('previousEndsAt');
      expect(keyLines('api_key.scope_updated', keyId)).toMatchObject([
        { requestId: 'widen-it', changed: { scopes: ['plans:write'] } },
      ]);
      expect(keyLines('api_key.updated', keyId)).toMatchObject([
        { requestId: 'rename-it', changed: { displayName: 'turned' } },
      ]);
      for (const told of [secret, rotated.secret]) expect(JSON.stringify(app.logLines)).not.toContain(told);
    });

    it('revoked once more, or refused: nothing is told', async () => {
      const { id: keyId } = await expectOk<{ id: string }>(
        app.a.api.rest('POST', '/api-keys', { displayName: 'twice', scopes: ['plans:read'] }),
      );
      const revoke = () => app.a.api.rest('POST', `/api-keys/${keyId}/revoke`);
      await expectOk(revoke());
      await expectOk(revoke());
      expect(await activity(keyId)).toHaveLength(2);
      expect(keyLines('api_key.revoked', keyId)).toHaveLength(1);
    });

    it('the default keys of an environment are told as the bootstrap made them', async () => {
      const { environmentId } = await app.newEnvironment();
      const made = lines('api_key.created').filter((line) => line['environmentId'] === environmentId);
      expect(made.map((line) => (line['made'] as Json)['kind'])).toEqual(['FULL_ACCESS', 'PUBLISHABLE']);
      expect(made).toMatchObject([{ actor: 'bootstrap' }, { actor: 'bootstrap' }]);
    });
  });
});
