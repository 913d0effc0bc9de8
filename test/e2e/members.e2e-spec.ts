import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { execute, rowsOf } from '../support/database';
import { answerAfter } from '../support/held-row';
import { accountDoors, inEnvironment, signedIn, type ToldMember } from '../support/members';

// Domain: access-and-events

describe.each(accountDoors)('members over $name', (door) => {
  let app: TestApp;
  let accountId: string;
  let owner: ApiClient;
  let restore: () => Promise<void>;
  let environments: [string, string];

  beforeAll(async () => {
    app = await createTestApp({ variables: { JWT_SSO_CLAIM: 'amr=sso' } });
    accountId = app.a.accountId;
    environments = [app.a.environmentId, app.b.environmentId];
    // No header names an environment: what is asked is about the account.
    owner = await signedIn(app, app.ownerSubject);
    restore = await app.keepState();
  });
  afterAll(() => app.close());
  beforeEach(() => restore());

  const invite = (body: object = {}, by: ApiClient = owner) =>
    door.invite(by, { email: 'Ada@Example.com', ...body });
  const invited = (body: object = {}) => expectOk<ToldMember & { token: string }>(invite(body));
  const joined = async (subject: string, body: object = {}) => {
    const { token } = await invited({ email: `${subject}@example.com`, ...body });
    const api = await signedIn(app, subject);
    return { api, member: await expectOk<ToldMember>(door.accept(api, token)) };
  };
  const listed = async (): Promise<ToldMember[]> =>
    (await expectPage<ToldMember>(owner.rest('GET', '/members?limit=100'))).data;
  const stored = () =>
    rowsOf(
      app.databaseUrl,
      `select m.id, m.subject, m.role, m.email, m.invitation_digest, m.revision,
              (select jsonb_agg(jsonb_build_array(r.environment_id, r.role) order by 1)
                 from member_environment r where r.member_uid = m.uid) as roles
         from member m order by m.id`,
    );
  /** A refusal changes nothing. */
  const changesNothing = async (work: () => Promise<void>): Promise<void> => {
    const before = await stored();
    await work();
    expect(await stored()).toEqual(before);
  };

  it('A2, A7: who is invited is INVITED; the answer tells a token once, and no row and no line has it', async () => {
    const roles = [{ environmentId: environments[0], role: 'VIEWER' }];
    const member = await invited({ environments: roles });
    expect(member).toMatchObject({
      ...{ email: 'ada@example.com', subject: null, state: 'INVITED', role: 'MEMBER', environments: roles },
      invitationEndsAt: new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString(),
    });
    expect(member.token).toMatch(/^invitation-[\w-]{43}$/);
    const tables = ['member', 'activity', 'idempotent_answer'];
    for (const table of tables) {
      const rows = await rowsOf<{ row: string }>(app.databaseUrl, `select t::text as row from ${table} t`);
      expect(rows.filter(({ row }) => row.includes(member.token))).toEqual([]);
    }
    expect(app.logLines.filter((line) => line.includes(member.token))).toEqual([]);
    const told = (await listed()).find(({ id }) => id === member.id);
    expect(told).toEqual({ ...member, token: undefined });
  });

  it('A7: the token with a JWT of their own makes its sub the member; then the token opens nothing', async () => {
    const { token, id } = await invited({
      environments: [{ environmentId: environments[0], role: 'VIEWER' }],
    });
    const ada = await signedIn(app, 'ada', inEnvironment(environments[0]));
    expect(await ada.rest('GET', '/products')).toRefuse('AccessDeniedError', /no member/);
    const member = await expectOk<ToldMember>(door.accept(ada, token));
    expect(member).toMatchObject({ id, subject: 'ada', state: 'REGISTERED', invitationEndsAt: null });
    expect((await ada.rest('GET', '/products')).status).toBe(200);
    for (const by of [ada, await signedIn(app, 'eve')])
      expect(await door.accept(by, token)).toRefuse('MemberInvitationError', /^token: opens no invitation/);
  });

  it('A7: an e-mail in a JWT is never trusted: without the token nobody is the member whom it names', async () => {
    await invited({ environments: [{ environmentId: environments[0], role: 'ADMIN' }] });
    const claims = { email: 'ada@example.com', email_verified: true };
    const ada = await signedIn(app, 'ada', inEnvironment(environments[0]), claims);
    expect(await ada.rest('GET', '/products')).toRefuse('AccessDeniedError', /no member/);
    expect(await door.accept(ada, `invitation-${'a'.repeat(43)}`)).toRefuse(
      'MemberInvitationError',
      /^token/,
    );
  });

  it('A7: an address that is a member or is invited is MemberInvitationError, in any letter case', async () => {
    await invited();
    await joined('grace');
    await changesNothing(async () => {
      expect(await invite({ email: 'ADA@example.COM' })).toRefuse(
        'MemberInvitationError',
        /^email: ada@example\.com is invited until .*delete that member/,
      );
      expect(await invite({ email: 'Grace@example.com' })).toRefuse(
        'MemberInvitationError',
        /^email: grace@example\.com is of a member already/,
      );
    });
  });

  it('A7: an invitation ends after seven days; then it is made anew, with the roles of now', async () => {
    const first = await invited({ role: 'OWNER' });
    const ada = await signedIn(app, 'ada', {}, { exp: app.clock.now().getTime() / 1000 + 30 * 86_400 });
    app.clock.advance({ days: 7 });
    expect(await door.accept(ada, first.token)).toRefuse('MemberInvitationError', /^token/);
    const later = await signedIn(app, app.ownerSubject);
    const second = await expectOk<ToldMember & { token: string }>(invite({}, later));
    expect(second).toMatchObject({ id: first.id, role: 'MEMBER' });
    expect(await door.accept(ada, first.token)).toRefuse('MemberInvitationError', /^token/);
    expect(await expectOk(door.accept(ada, second.token))).toMatchObject({ role: 'MEMBER', subject: 'ada' });
  });

  it('A7: who is a member already accepts nothing, and a withdrawn invitation opens nothing', async () => {
    const { api } = await joined('grace');
    const { token, id } = await invited();
    await changesNothing(async () => {
      expect(await door.accept(api, token)).toRefuse('MemberInvitationError', /^token: you are a member/);
    });
    await expectOk(door.remove(owner, id));
    expect(await door.accept(await signedIn(app, 'ada'), token)).toRefuse('MemberInvitationError', /^token/);
    expect((await listed()).map((member) => member.id)).not.toContain(id);
  });

  it('A1: of an account of authorized domains only their addresses are invited', async () => {
    await execute(
      app.databaseUrl,
      `update account set access = 'AUTHORIZED_DOMAIN', domains = '["example.org"]' where uid = '${accountId}'`,
    );
    await changesNothing(async () => {
      for (const email of ['ada@example.com', 'ada@sub.example.org', 'example.org@example.com'])
        expect(await invite({ email })).toRefuse('MemberInvitationError', /^email: .*example\.org/);
    });
    expect(await invited({ email: 'ada@EXAMPLE.org' })).toMatchObject({ email: 'ada@example.org' });
  });

  it('A4: of an account of single sign-on alone a token of another sign-in is RequiredSsoAuthenticationError', async () => {
    const { token } = await invited({ role: 'OWNER' });
    await execute(app.databaseUrl, `update account set access = 'SSO' where uid = '${accountId}'`);
    const otherwise = await signedIn(app, app.ownerSubject, inEnvironment(environments[0]), { amr: ['pwd'] });
    const sso = { amr: ['mfa', 'sso'] };
    await changesNothing(async () => {
      expect(await otherwise.rest('GET', '/products')).toRefuse('RequiredSsoAuthenticationError', /SSO/);
      expect(await otherwise.graphql('{ products { totalCount } }')).toRefuse(
        'RequiredSsoAuthenticationError',
        /SSO/,
      );
      expect(await door.list(owner)).toRefuse('RequiredSsoAuthenticationError', /SSO/);
      expect(await door.accept(await signedIn(app, 'ada'), token)).toRefuse(
        'RequiredSsoAuthenticationError',
        /SSO/,
      );
    });
    await expectOk(door.accept(await signedIn(app, 'ada', {}, sso), token));
    const signed = await signedIn(app, app.ownerSubject, inEnvironment(environments[0]), sso);
    expect((await signed.rest('GET', '/products')).status).toBe(200);
    // Keys sign in nowhere.
    expect((await app.a.api.rest('GET', '/products')).status).toBe(200);
  });

  it('A3, A7: roles bite with the next request; an environment that is not named is NONE', async () => {
    const { api, member } = await joined('grace', {
      environments: [{ environmentId: environments[0], role: 'VIEWER' }],
    });
    const inA = api.with({ headers: inEnvironment(environments[0]) });
    const inB = api.with({ headers: inEnvironment(environments[1]) });
    expect(await inA.rest('POST', '/customers', { id: 'c' })).toRefuse(
      'IdentityForbidden',
      /customers:write/,
    );
    expect(await inB.rest('GET', '/products')).toRefuse('AccessDeniedError', /no role/);
    const roles = [{ environmentId: environments[1], role: 'SUPPORT' }];
    const told = await expectOk<ToldMember>(door.update(owner, member.id, { environments: roles }));
    expect(told).toMatchObject({ id: member.id, role: 'MEMBER', environments: roles });
    expect(await inA.rest('GET', '/products')).toRefuse('AccessDeniedError', /no role/);
    expect((await inB.rest('POST', '/customers', { id: 'c' })).status).toBe(201);
    await expectOk(door.update(owner, member.id, { role: 'OWNER' }));
    expect((await inA.rest('GET', '/products')).status).toBe(200);
  });

  it('A7: an environment of another account and one that is named twice are refused and named', async () => {
    const { id } = await invited();
    const foreign = [{ environmentId: app.stranger.environmentId, role: 'ADMIN' }];
    const twice = [environments[0], environments[0].toUpperCase()].map((environmentId) => ({
      environmentId,
      role: 'ADMIN',
    }));
    await changesNothing(async () => {
      for (const told of [foreign, twice]) {
        expect(await invite({ email: 'b@example.com', environments: told })).toRefuse(
          'BadUserInput',
          /^environments: /,
        );
        expect(await door.update(owner, id, { environments: told })).toRefuse(
          'BadUserInput',
          /^environments: /,
        );
      }
    });
  });

  it('A4: oneself and the last OWNER cannot be removed, and the last OWNER stays one', async () => {
    const [self] = (await listed()).filter(({ subject }) => subject === app.ownerSubject);
    const { api: other, member } = await joined('second', { role: 'OWNER' });
    await changesNothing(async () => {
      expect(await door.remove(owner, self?.id ?? '')).toRefuse('InvalidMemberDelete', /yourself/);
      expect(await door.remove(other, member.id)).toRefuse('InvalidMemberDelete', /yourself/);
    });
    await expectOk(door.remove(owner, member.id));
    expect(await door.list(other)).toRefuse('AccessDeniedError', /no member/);
    // An OWNER who is invited is none yet.
    await invited({ role: 'OWNER' });
    await changesNothing(async () => {
      expect(await door.update(owner, self?.id ?? '', { role: 'MEMBER' })).toRefuse(
        'InvalidMemberDelete',
        /last OWNER stays/,
      );
    });
  });

  it('A4: two owners who remove each other at once: one of them stays', async () => {
    const { api: other, member } = await joined('second', { role: 'OWNER' });
    const [self] = (await listed()).filter(({ subject }) => subject === app.ownerSubject);
    const answers = await Promise.all([door.remove(owner, member.id), door.remove(other, self?.id ?? '')]);
    expect(answers.filter(({ text }) => /AccessDeniedError|InvalidMemberDelete/.test(text))).toHaveLength(1);
    const [count] = await rowsOf<{ owners: number }>(
      app.databaseUrl,
      `select count(*)::int as owners from member where account_uid = '${accountId}' and role = 'OWNER' and subject is not null`,
    );
    expect(count?.owners).toBe(1);
  });

  it('A4: who was removed while waiting for the account removes nobody any more', async () => {
    const { api: other } = await joined('second', { role: 'OWNER' });
    const { member } = await joined('third', { role: 'OWNER' });
    const answer = await answerAfter(
      app.databaseUrl,
      [
        `select from account where uid = '${accountId}' for no key update`,
        `delete from member where account_uid = '${accountId}' and subject = 'second'`,
      ],
      () => door.remove(other, member.id),
    );
    expect(answer).toRefuse('AccessDeniedError', /any more/);
    expect((await listed()).map(({ id }) => id)).toContain(member.id);
  });

  it('A3, B5: keys, ADMIN and VIEWER may not; who has a role sees the members; another account has its own', async () => {
    const { api: admin } = await joined('admin', {
      environments: [{ environmentId: environments[0], role: 'ADMIN' }],
    });
    const { api: none } = await joined('none');
    const { accountId: theirAccount } = app.stranger;
    await app.environments.addMember({ accountId: theirAccount, subject: 'foreign-owner', role: 'OWNER' });
    const foreign = await signedIn(app, 'foreign-owner');
    const { id } = await invited();
    await changesNothing(async () => {
      for (const api of [
        admin,
        app.a.api,
        app.anonymous.as({ key: await app.a.scopedKey('customers:write') }),
      ]) {
        expect(await invite({ email: 'x@example.com' }, api)).toRefuse('IdentityForbidden', /members:write/);
        expect(await door.update(api, id, { role: 'OWNER' })).toRefuse('IdentityForbidden', /members:write/);
        expect(await door.remove(api, id)).toRefuse('IdentityForbidden', /members:write/);
        expect(await door.createEnvironment(api, { name: 'x', type: 'SANDBOX' })).toRefuse(
          'IdentityForbidden',
          /environments:write/,
        );
      }
      expect(await door.list(app.a.api)).toRefuse('IdentityForbidden', /members:read/);
      expect(await door.accept(app.a.api, 'x')).toRefuse('IdentityForbidden', /invitations:write/);
      expect(await door.list(none)).toRefuse('AccessDeniedError', /no role/);
      expect(await door.update(foreign, id, { role: 'OWNER' })).toRefuse('MemberNotFound');
      expect(await door.remove(foreign, id)).toRefuse('MemberNotFound');
    });
    expect((await door.list(admin)).status).toBe(200);
    const theirs = await expectPage<ToldMember>(foreign.rest('GET', '/members'));
    expect(theirs.data).toHaveLength(1);
  });

  it('B5, T-17, T-18: X-ACCOUNT-ID and X-ENVIRONMENT-ID that are foreign are AccessDeniedError here too', async () => {
    const elsewhere = owner.with({ headers: { 'x-account-id': app.stranger.accountId } });
    expect(await door.list(elsewhere)).toRefuse('AccessDeniedError', /X-ACCOUNT-ID/);
    const foreign = owner.with({ headers: inEnvironment(app.stranger.environmentId) });
    expect(await door.list(foreign)).toRefuse('AccessDeniedError', /X-ENVIRONMENT-ID/);
    expect((await door.list(owner.with({ headers: { 'x-account-id': accountId } }))).status).toBe(200);
  });

  it('T-19, B5: what is about an environment wants X-ENVIRONMENT-ID, a field beside it that is about the account does not', async () => {
    expect(await owner.rest('GET', '/products')).toRefuse('BadUserInput', /X-ENVIRONMENT-ID/);
    const answer = await owner.graphql('{ products { totalCount } environments { id } }');
    expect(answer.errors.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['products'], 'BadUserInput'],
    ]);
    expect(answer.data?.['environments']).toHaveLength(2);
  });

  it('B9: the same Idempotency-Key invites once; the token is not told again', async () => {
    const headers = { 'idempotency-key': 'once' };
    const body = { email: 'ada@example.com' };
    const first = await expectOk<ToldMember>(door.invite(owner, body, headers));
    const again = await door.invite(owner, body, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await expectOk(Promise.resolve(again))).toEqual({ ...first, token: null });
    expect(await door.invite(owner, { email: 'b@example.com' }, headers)).toRefuse(
      'BadUserInput',
      /Idempotency-Key/,
    );
    const places = await rowsOf(app.databaseUrl, 'select environment_id from idempotent_answer');
    expect(places).toEqual([{ environment_id: accountId }]);
    const ada = await signedIn(app, 'ada');
    const accepted = await expectOk(door.accept(ada, first.token ?? '', headers));
    expect(await expectOk(door.accept(ada, first.token ?? '', headers))).toEqual(accepted);
  });

  it('A7, W8: the log of the account tells who invited, came, was changed and left', async () => {
    const { api, member } = await joined('grace', {
      environments: [{ environmentId: environments[0], role: 'ADMIN' }],
    });
    await expectOk(door.update(owner, member.id, { role: 'OWNER' }));
    await expectOk(door.update(owner, member.id, { role: 'OWNER' }));
    await expectOk(door.remove(owner, member.id));
    expect(await api.rest('GET', '/activity/account')).toRefuse('AccessDeniedError');
    const log = await expectPage<Record<string, unknown>>(
      owner.rest('GET', '/activity/account?entityType=MEMBER'),
    );
    expect(log.data.map(({ type, actorType, actor }) => [type, actorType, actor])).toEqual([
      ['member.deleted', 'USER', app.ownerSubject],
      ['member.updated', 'USER', app.ownerSubject],
      ['member.accepted', 'USER', 'grace'],
      ['member.created', 'USER', app.ownerSubject],
    ]);
    expect(JSON.stringify(log)).not.toContain('invitation-');
    const graphql = await owner.graphql('{ accountActivity(first: 10) { edges { node { type } } } }');
    expect(graphql.errors).toEqual([]);
    // The logs of the environments tell nothing of it, and full access to one shows none of the account's.
    expect((await expectPage(app.a.api.rest('GET', '/activity?entityType=MEMBER'))).data).toEqual([]);
    expect(await app.a.api.rest('GET', '/activity/account')).toRefuse('IdentityForbidden', /members:read/);
  });

  it('L1, L2, L2a: lists pages of them, newest first, and goes on after one that was removed', async () => {
    const ids: string[] = [];
    for (const email of ['a@x.io', 'b@x.io', 'c@x.io']) ids.unshift((await invited({ email })).id);
    const first = await expectPage<ToldMember>(owner.rest('GET', '/members?limit=2&state=INVITED'));
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    await expectOk(door.remove(owner, ids[1] ?? ''));
    const second = await expectPage<ToldMember>(
      owner.rest('GET', `/members?limit=2&state=INVITED&starting_after=${ids[1]}`),
    );
    expect(second.data.map(({ id }) => id)).toEqual([ids[2]]);
    expect(await owner.rest('GET', '/members?starting_after=nobody')).toRefuse('BadUserInput', /cursor/);
  });

  it('catalog C10: If-Match of an older state changes nothing', async () => {
    const { member } = await joined('grace');
    const before = await owner.rest('PATCH', `/members/${member.id}`, { role: 'OWNER' });
    const tag = before.headers.get('etag') ?? '';
    await expectOk(door.update(owner, member.id, { role: 'MEMBER' }));
    expect(
      await owner.rest('PATCH', `/members/${member.id}`, { role: 'OWNER' }, { 'if-match': tag }),
    ).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError');
  });
});
