import { createTestApp, type OtherProcess, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventually } from '../support/eventually';
import { inEnvironment, signedIn } from '../support/members';
import { AdminDesk, type AdminCourse } from '../support/admin-command';
import { rowsOf } from '../support/database';
import { testPepper } from '../support/secrets';

// Domain: access-and-events

describe('accounts by npm run admin', () => {
  let app: TestApp;
  let other: OtherProcess;
  let ofOther: ApiClient;
  const desk = new AdminDesk();

  beforeAll(async () => {
    app = await createTestApp({ variables: { JWT_SSO_CLAIM: 'amr=sso' } });
    other = await app.startBeside();
    ofOther = other.api;
  });
  afterAll(async () => {
    await desk.close();
    await other.close();
    await app.close();
  });

  const variables = {
    ...{ API_KEY_PEPPER: testPepper, JWT_ISSUER: 'https://sign-in.test', JWT_AUDIENCE: 'entitlements' },
    ...{ JWT_JWKS_URL: 'https://sign-in.test/keys', JWT_SSO_CLAIM: 'amr=sso' },
  };
  const run = (words: string, more: object = variables): Promise<AdminCourse> =>
    desk.run(words.split(' '), { DATABASE_URL: app.serviceUrl, ...more });
  const done = async <T>(words: string): Promise<T> => {
    const { exit, out, told } = await run(`${words} --json`);
    expect([exit, told]).toEqual([0, '']);
    return JSON.parse(out) as T;
  };
  const refused = async (words: string, message: RegExp, more?: object): Promise<void> => {
    const accounts = () => rowsOf(app.databaseUrl, 'select * from account order by uid');
    const before = await accounts();
    expect(await run(words, more)).toEqual({
      exit: 1,
      out: '',
      told: expect.stringMatching(message) as string,
    });
    expect(await accounts()).toEqual(before);
  };

  it('A5, Y6: a block bites in two processes, for keys that were just used and for users, and is lifted again', async () => {
    const accountId = await app.environments.addAccount();
    const place = await app.environments.add(accountId);
    await app.environments.addMember({ accountId, subject: 'owner-of-it', role: 'OWNER' });
    const user = await signedIn(app, 'owner-of-it', inEnvironment(place.environmentId));
    const scoped = await place.scopedKey('products:read');
    const everywhere = [
      ...[place.serverKey, place.publishableKey, scoped].flatMap((key) => [
        app.anonymous.as({ key }),
        ofOther.as({ key }),
      ]),
      user,
    ];
    const statuses = () =>
      Promise.all(everywhere.map(async (api) => (await api.rest('GET', '/products')).status));
    expect(await statuses()).toEqual(everywhere.map(() => 200));

    await done(`accounts block ${accountId}`);
    await eventually(async () => expect(await statuses()).toEqual(everywhere.map(() => 403)));
    for (const api of everywhere) {
      expect(await api.rest('GET', '/products')).toRefuse('AccessDeniedError', /blocked/);
      expect(await api.graphql('{ products { totalCount } }')).toRefuse('AccessDeniedError', /blocked/);
    }
    expect((await app.a.api.rest('GET', '/products')).status).toBe(200);

    await done(`accounts unblock ${accountId}`);
    await eventually(async () => expect(await statuses()).toEqual(everywhere.map(() => 200)));
  });

  it('A8: an account, its environment and its first OWNER are made without a user JWT', async () => {
    const account = await done<{ id: string }>('accounts create Acme');
    expect(account).toMatchObject({
      ...{ name: 'Acme', status: 'ACTIVE', tier: 'FULL', access: 'INVITE_ONLY', domains: [] },
    });
    const made = await done<{ id: string; serverKey: string }>(
      `environments create ${account.id} live PRODUCTION`,
    );
    expect((await app.anonymous.as({ key: made.serverKey }).rest('GET', '/products')).status).toBe(200);
    await refusedTwice(account.id);
    const member = await done<{ id: string; token: string }>(
      `members invite ${account.id} Ada@acme.io OWNER`,
    );
    const ada = await signedIn(app, 'ada-of-acme');
    await expectOk(ada.rest('POST', '/members/accept', { token: member.token }));
    const [listed] = await done<object[]>(`members list ${account.id}`);
    expect(listed).toMatchObject({
      id: member.id,
      email: 'ada@acme.io',
      subject: 'ada-of-acme',
      role: 'OWNER',
    });
    const inIt = ada.with({ headers: inEnvironment(made.id) });
    await expectOk(inIt.rest('POST', '/api-keys', { displayName: 'x', scopes: ['products:read'] }));
    // The log of the account tells all of it, as SYSTEM and as the user.
    const log = await expectPage<{ type: string; actorType: string; actor: string }>(
      ada.rest('GET', '/activity/account'),
    );
    expect(log.data.map(({ type, actorType, actor }) => `${type} ${actorType} ${actor}`)).toEqual([
      'member.accepted USER ada-of-acme',
      'member.created SYSTEM admin',
      'environment.created SYSTEM admin',
      'account.created SYSTEM admin',
    ]);
  });

  const refusedTwice = (accountId: string): Promise<void> =>
    refused(`environments create ${accountId} live SANDBOX`, /^name: .*live/);

  it('A4, A8: roles are given and members removed, but for the last OWNER', async () => {
    const { id: accountId } = await done<{ id: string }>('accounts create Roles');
    const { id: environmentId } = await done<{ id: string }>(`environments create ${accountId} one SANDBOX`);
    const invite = (email: string, role: string) =>
      done<{ id: string; token: string }>(`members invite ${accountId} ${email} ${role}`);
    const first = await invite('first@x.io', 'OWNER');
    await expectOk((await signedIn(app, 'first')).rest('POST', '/members/accept', { token: first.token }));
    const second = await invite('second@x.io', 'MEMBER');
    await expectOk((await signedIn(app, 'second')).rest('POST', '/members/accept', { token: second.token }));
    const api = await signedIn(app, 'second', inEnvironment(environmentId));
    expect(await api.rest('GET', '/products')).toRefuse('AccessDeniedError', /no role/);
    await done(`members set-environment-role ${accountId} ${second.id} ${environmentId} VIEWER`);
    expect((await api.rest('GET', '/products')).status).toBe(200);
    await done(`members set-environment-role ${accountId} ${second.id} ${environmentId} NONE`);
    expect(await api.rest('GET', '/products')).toRefuse('AccessDeniedError', /no role/);
    expect((await run(`members remove ${accountId} ${first.id}`)).told).toMatch(/last OWNER/);
    expect((await run(`members set-role ${accountId} ${first.id} MEMBER`)).told).toMatch(/last OWNER/);
    await done(`members set-role ${accountId} ${second.id} OWNER`);
    await done(`members remove ${accountId} ${first.id}`);
    const { out } = await run(`members list ${accountId}`);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^ID {2,}EMAIL {2,}SUBJECT {2,}STATE {2,}ROLE {2,}ENVIRONMENTS$/),
      expect.stringMatching(/second@x\.io {2,}second {2,}REGISTERED {2,}OWNER {2,}-$/),
      '',
    ]);
  });

  it('A5, S5: a tier without scoped keys refuses new ones at once, and has them again', async () => {
    const accountId = await app.environments.addAccount();
    const place = await app.environments.add(accountId);
    const create = () => place.api.rest('POST', '/api-keys', { displayName: 'x', scopes: ['products:read'] });
    await expectOk(create());
    await done(`accounts set-tier ${accountId} BASIC`);
    expect(await create()).toRefuse('NoFeatureEntitlementError', /tier/);
    await done(`accounts set-tier ${accountId} FULL`);
    await expectOk(create());
  });

  it('A1: access is by invitation, for addresses of domains, or by single sign-on', async () => {
    const { id } = await done<{ id: string }>('accounts create Access');
    expect(await done(`accounts set-domains ${id} Example.org,example.com`)).toMatchObject({
      ...{ access: 'AUTHORIZED_DOMAIN', domains: ['example.com', 'example.org'] },
    });
    expect((await run(`members invite ${id} a@x.io OWNER`)).told).toMatch(/^email: a@x\.io is of no domain/);
    await done(`members invite ${id} a@example.org OWNER`);
    await refused(`accounts set-domains ${id} nonsense`, /^domains: nonsense is no domain/);
    expect(await done(`accounts set-access ${id} SSO`)).toMatchObject({ access: 'SSO', domains: [] });
    await done(`accounts set-access ${id} INVITE_ONLY`);
    await refused(`accounts set-access ${id} SSO`, /JWT_SSO_CLAIM/, { API_KEY_PEPPER: testPepper });
  });

  it('A8: what it has already is no change; an id that names nothing is refused', async () => {
    const { id } = await done<{ id: string }>('accounts create Same');
    await done(`accounts set-tier ${id} FULL`);
    await done(`accounts unblock ${id}`);
    const log = await rowsOf(app.databaseUrl, `select type from activity where environment_id = '${id}'`);
    expect(log).toEqual([{ type: 'account.created' }]);
    for (const nobody of ['01a1fbe8-4373-7546-bea7-334b281bb5a6', 'nobody'])
      for (const words of [
        `accounts block ${nobody}`,
        `members list ${nobody}`,
        `members invite ${nobody} a@x.io OWNER`,
        `environments create ${nobody} x SANDBOX`,
      ])
        await refused(words, new RegExp(`^Account ${nobody} was not found`));
    expect((await run('accounts list')).out).toMatch(/^NAME {2,}ID {2,}STATUS {2,}TIER {2,}ACCESS/);
  });
});
