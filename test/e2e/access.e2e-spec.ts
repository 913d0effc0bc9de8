import { request } from 'node:http';
import { newKeySecret, withChecksum } from '#libs/credentials/key-secret';
import { Database } from '#libs/persistence/database';
import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient, type Credential } from '../support/client';
import { testPepper } from '../support/secrets';

// Domain: access-and-events

describe('credentials', () => {
  let app: TestApp;
  let anonymous: ApiClient;

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    anonymous = app.anonymous;
    await expectOk(app.a.api.rest('POST', '/products', { id: 'of-a', displayName: 'A' }));
    await expectOk(app.b.api.rest('POST', '/products', { id: 'of-b', displayName: 'B' }));
  });
  afterAll(() => app.close());

  const products = (credential: Credential) => anonymous.as(credential).rest('GET', '/products');
  const idsFor = async (credential: Credential) =>
    (await expectPage(products(credential))).data.map(({ id }) => id);

  /** Over a real socket, with header names and sizes as they are given. */
  const overSocket = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(`${app.url}/api/v1/products`, { headers }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      sent.on('error', reject);
      sent.end();
    });

  describe('keys', () => {
    it('A-01: without credential: flat Unauthenticated, over GraphQL HTTP 401', async () => {
      const answer = await products({});
      expect(answer).toRefuse('Unauthenticated');
      expect(Object.keys(answer.body as object).sort()).toEqual(['code', 'message']);
      expect(await anonymous.graphql('{ products { totalCount } }')).toRefuse('Unauthenticated');
    });

    it('A-02, A-03, A-05, B6: whatever is no key gets the same answer, byte for byte', async () => {
      const expected = (await products({})).text;
      const keys = [
        '',
        ' ',
        'x',
        'server-',
        `server-${'a'.repeat(49)}`,
        newKeySecret('server-'),
        newKeySecret('client-'),
      ];
      for (const key of keys) {
        const answer = await products({ key });
        expect(answer).toRefuse('Unauthenticated');
        expect(answer.text).toBe(expected);
      }
    });

    it('A-03: a header of 64 KiB is refused by HTTP itself', async () => {
      expect(await overSocket({ 'x-api-key': 'x'.repeat(64 * 1024) })).toBe(431);
    });

    it('Y1: a mistyped key is refused before anybody is asked for it', async () => {
      const lookUp = jest.spyOn(app.nest.get(Database), 'queryEverywhere');
      const mistyped = app.a.serverKey.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      expect(await products({ key: mistyped })).toRefuse('Unauthenticated');
      expect(lookUp.mock.calls.filter(isLookUp)).toEqual([]);
      await products({ key: newKeySecret('server-') });
      // As a present secret, and as one from before.
      expect(lookUp.mock.calls.filter(isLookUp)).toHaveLength(2);
      lookUp.mockRestore();
    });

    it('A-18: a key that is almost right is told in as many questions, about digests alone, as any other unknown one', async () => {
      const { serverKey } = app.a;
      const asked = async (key: string): Promise<unknown[][]> => {
        const lookUp = jest.spyOn(app.nest.get(Database), 'queryEverywhere');
        expect(await products({ key })).toRefuse('Unauthenticated');
        const calls = lookUp.mock.calls.filter(isLookUp);
        lookUp.mockRestore();
        return calls;
      };
      // All of it but the end of what is random, with the checksum that this makes.
      const near = await asked(almost(serverKey));
      const other = await asked(newKeySecret('server-'));
      expect(near.map(([text]) => text)).toEqual(other.map(([text]) => text));
      const values = JSON.stringify([...near, ...other].map(([, asked]) => asked));
      expect(values).toMatch(/^[\[\]",\w-]+$/);
      expect(values).not.toContain(serverKey.slice(7, 17));
    });

    it('A-10, B1: a key in the query is never read', async () => {
      for (const name of ['api_key', 'x-api-key', 'key']) {
        const answer = await anonymous.rest('GET', `/products?${name}=${app.a.serverKey}`);
        expect(answer).toRefuse('Unauthenticated');
      }
      expect(await anonymous.rest('POST', '/products', { 'x-api-key': app.a.serverKey })).toRefuse(
        'Unauthenticated',
      );
    });

    it('A-11: a key is no Bearer token, a token no key', async () => {
      expect(await products({ token: app.a.serverKey })).toRefuse('Unauthenticated');
      expect(await products({ key: await app.signUserToken(app.ownerSubject) })).toRefuse('Unauthenticated');
      const authorization = `Basic ${Buffer.from(`${app.a.serverKey}:`).toString('base64')}`;
      expect(await products({ headers: { authorization } })).toRefuse('Unauthenticated');
    });

    it.each(['x-api-key', 'X-API-KEY', 'X-Api-Key', 'x-API-kEY'])('A-13, B1: the header %s', async (name) => {
      expect(await overSocket({ [name]: app.a.serverKey })).toBe(200);
    });

    it('A-14: a bad key beside a good token is refused', async () => {
      const token = await app.signUserToken(app.ownerSubject);
      const headers = { 'x-environment-id': app.a.environmentId };
      expect(await idsFor({ token, headers })).toEqual(['of-a']);
      expect(await products({ token, headers, key: newKeySecret('server-') })).toRefuse('Unauthenticated');
      expect(await products({ token, headers, key: '' })).toRefuse('Unauthenticated');
    });

    it('A-15, B1: a good key beside a bad token decides alone', async () => {
      expect(await idsFor({ key: app.a.serverKey, token: 'garbage' })).toEqual(['of-a']);
    });

    it('T-15, B5: a key ignores both headers, even wrong ones', async () => {
      for (const named of [app.b.environmentId, app.stranger.environmentId, 'nonsense', '']) {
        const headers = { 'x-environment-id': named, 'x-account-id': named };
        expect(await idsFor({ key: app.a.serverKey, headers })).toEqual(['of-a']);
      }
    });

    it('A-17, L-01: no stored row and no log line holds a secret', async () => {
      const secrets = [
        ...[app.a, app.b, app.stranger].flatMap(({ serverKey, publishableKey }) => [
          serverKey,
          publishableKey,
        ]),
        await app.a.scopedKey('products:read'),
        await app.signUserToken(app.ownerSubject),
        testPepper,
      ];
      await products({ key: secrets[0], token: secrets.at(-2) });
      const tables = await app.dataSource.query<{ name: string }[]>(
        `select tablename as name from pg_tables where schemaname = 'public'`,
      );
      const stored: string[] = [];
      for (const { name } of tables) {
        const rows = await app.dataSource.query<{ row: string }[]>(`select t::text as row from "${name}" t`);
        stored.push(...rows.map(({ row }) => row));
      }
      expect(stored.length).toBeGreaterThan(5);
      for (const secret of secrets) {
        expect([...stored, ...app.logLines].filter((text) => text.includes(secret))).toEqual([]);
      }
    });

    it('A5: a blocked account is AccessDeniedError for its keys and its users', async () => {
      const accountId = await app.environments.addAccount();
      const place = await app.environments.add(accountId);
      await app.environments.addMember({ accountId, subject: 'blocked-owner', role: 'OWNER' });
      const token = await app.signUserToken('blocked-owner');
      const user = { token, headers: { 'x-environment-id': place.environmentId } };
      expect(await idsFor(user)).toEqual([]);
      await app.dataSource.query(`update account set status = 'BLOCKED' where uid = $1`, [accountId]);
      expect(await products({ key: place.serverKey })).toRefuse('AccessDeniedError', /blocked/);
      expect(await products(user)).toRefuse('AccessDeniedError', /blocked/);
    });
  });

  describe('users', () => {
    const as = async (subject: string, headers: Record<string, string>): Promise<Credential> => ({
      token: await app.signUserToken(subject),
      headers,
    });
    const inA = () => ({ 'x-environment-id': app.a.environmentId });

    it('B5: the environment is named by X-ENVIRONMENT-ID, the account by default the first membership', async () => {
      expect(await idsFor(await as(app.ownerSubject, inA()))).toEqual(['of-a']);
      expect(await idsFor(await as(app.ownerSubject, { 'x-environment-id': app.b.environmentId }))).toEqual([
        'of-b',
      ]);
      const both = { ...inA(), 'x-account-id': app.a.accountId };
      expect(await idsFor(await as(app.ownerSubject, both))).toEqual(['of-a']);
    });

    it('T-17, B5: an account without membership is AccessDeniedError', async () => {
      for (const account of [app.stranger.accountId, 'nonsense', '__proto__']) {
        const answer = await products(await as(app.ownerSubject, { ...inA(), 'x-account-id': account }));
        expect(answer).toRefuse('AccessDeniedError', /X-ACCOUNT-ID/);
      }
      expect(await products(await as('nobody', inA()))).toRefuse('AccessDeniedError');
    });

    it('T-18, B5: an environment of another account is AccessDeniedError', async () => {
      for (const environment of [app.stranger.environmentId, 'nonsense', '__proto__', 'constructor']) {
        const headers = { 'x-environment-id': environment, 'x-account-id': app.a.accountId };
        const answer = await products(await as(app.ownerSubject, headers));
        expect(answer).toRefuse('AccessDeniedError', /X-ENVIRONMENT-ID/);
      }
    });

    it('T-19, B5: without X-ENVIRONMENT-ID: BadUserInput', async () => {
      const answer = await products(await as(app.ownerSubject, {}));
      expect(answer).toRefuse('BadUserInput', /X-ENVIRONMENT-ID/);
    });

    it('A-26, A-29: an ended, foreign or mended token is Unauthenticated', async () => {
      const headers = inA();
      const now = app.clock.now().getTime() / 1000;
      const good = await app.signUserToken(app.ownerSubject);
      const [head, , signature] = good.split('.');
      const claims = Buffer.from(JSON.stringify({ sub: app.ownerSubject, exp: now + 999 })).toString(
        'base64url',
      );
      const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
      const tokens = [
        await app.signUserToken(app.ownerSubject, { exp: now - 31 }),
        await app.signUserToken(app.ownerSubject, { iss: 'https://sign-in.test/' }),
        await app.signUserToken(app.ownerSubject, { aud: 'another' }),
        `${head}.${claims}.${signature}`,
        `${unsigned}.${good.split('.')[1]}.`,
        `${good}x`,
        'a.b.c',
      ];
      for (const token of tokens) expect(await products({ token, headers })).toRefuse('Unauthenticated');
      const upper = { authorization: `BEARER ${good}`, ...headers };
      expect(await idsFor({ headers: upper })).toEqual(['of-a']);
    });

    it('A-26: a token ends with the clock, 30 seconds of tolerance after its exp', async () => {
      const credential = await as(app.ownerSubject, inA());
      app.clock.advance({ hours: 1, seconds: 29 });
      expect(await idsFor(credential)).toEqual(['of-a']);
      app.clock.advance({ seconds: 2 });
      expect(await products(credential)).toRefuse('Unauthenticated');
    });

    it('A-34: a removed member is AccessDeniedError at the next request', async () => {
      const { accountId } = app.a;
      const uid = await app.environments.addMember({ accountId, subject: 'leaver', role: 'OWNER' });
      const credential = await as('leaver', inA());
      expect(await idsFor(credential)).toEqual(['of-a']);
      await app.dataSource.query('delete from member where uid = $1', [uid]);
      expect(await products(credential)).toRefuse('AccessDeniedError');
    });

    it.each([
      ['ADMIN', { read: 200, settings: [200, 200], catalog: 201, customers: 201, keys: 403 }],
      ['SUPPORT', { read: 200, settings: [200, 403], catalog: 403, customers: 201, keys: 403 }],
      ['VIEWER', { read: 200, settings: [200, 403], catalog: 403, customers: 403, keys: 403 }],
    ] as const)('A3, A6: what %s may do', async (role, allowed) => {
      const { accountId, environmentId } = app.a;
      const subject = `member-${role}`;
      const environments = { [environmentId]: role };
      await app.environments.addMember({ accountId, subject, role: 'MEMBER', environments });
      const api = anonymous.as(await as(subject, inA()));
      const done = {
        read: (await api.rest('GET', '/products')).status,
        settings: [
          (await api.rest('GET', '/environment-settings')).status,
          (await api.rest('PATCH', '/environment-settings', { usageThresholds: [80] })).status,
        ],
        catalog: (await api.rest('POST', '/products', { id: `by-${role}`, displayName: 'x' })).status,
        customers: (await api.rest('POST', '/customers', { id: `by-${role}` })).status,
        keys: (await api.rest('POST', '/api-keys', { displayName: 'x', scopes: ['products:read'] })).status,
      };
      expect(done).toEqual(allowed);
      const elsewhere = await products(await as(subject, { 'x-environment-id': app.b.environmentId }));
      expect(elsewhere).toRefuse('AccessDeniedError', /no role/);
    });

    it('A3: NONE is AccessDeniedError, an OWNER may make keys', async () => {
      const { accountId, environmentId } = app.a;
      const environments = { [environmentId]: 'NONE' } as const;
      await app.environments.addMember({ accountId, subject: 'none', role: 'MEMBER', environments });
      expect(await products(await as('none', inA()))).toRefuse('AccessDeniedError', /no role/);
      const owner = anonymous.as(await as(app.ownerSubject, inA()));
      await expectOk(owner.rest('POST', '/api-keys', { displayName: 'x', scopes: ['products:read'] }));
    });
  });
});

/** Others ask for what is due meanwhile. */
const isLookUp = ([text]: readonly unknown[]): boolean => /[kf]\.digest = /.test(String(text));

/** A well-formed key that differs from this one in its last random character. */
const almost = (key: string): string => withChecksum(key.slice(0, -7) + (key.at(-7) === 'x' ? 'y' : 'x'));
