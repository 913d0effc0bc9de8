import { createTestApp, type TestApp } from '../support/app';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { rowsOf } from '../support/database';
import { answerAfter } from '../support/held-row';
import { accountDoors, inEnvironment, signedIn } from '../support/members';

// Domain: access-and-events

interface Told {
  id: string;
  name: string;
  type: string;
  createdAt: string;
}

describe('environments', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({
      variables: { BOOTSTRAP_ENVIRONMENT: 'trial', BOOTSTRAP_ENVIRONMENT_TYPE: 'SANDBOX' },
    });
  });
  afterAll(() => app.close());

  it('A8: a key is told its own, through both doors', async () => {
    const told = await expectOk<Told[]>(app.a.api.rest('GET', '/environments'));
    const { environmentId: id } = app.a;
    expect(told).toEqual([{ id, name: 'trial', type: 'SANDBOX', createdAt: app.clock.now().toISOString() }]);
    const graphql = await expectOk(app.a.api.graphql('{ environments { id name type createdAt } }'));
    expect(graphql).toEqual(told);
  });

  it('A8: those of the same account and of others stand apart', async () => {
    for (const { api, environmentId } of [app.b, app.stranger]) {
      const told = await expectOk<Told[]>(api.rest('GET', '/environments'));
      expect(told).toEqual([expect.objectContaining({ id: environmentId, type: 'PRODUCTION' })]);
    }
  });

  it('A3, A8: a user is told those in which they have a role; a scoped key may not ask', async () => {
    const { accountId, environmentId } = app.b;
    await app.environments.addMember({
      ...{ accountId, subject: 'viewer', role: 'MEMBER' },
      environments: { [environmentId]: 'VIEWER' },
    });
    const viewer = app.anonymous.as({
      token: await app.signUserToken('viewer'),
      headers: { 'x-environment-id': environmentId },
    });
    const told = await expectOk<Told[]>(viewer.rest('GET', '/environments'));
    expect(told.map(({ id }) => id)).toEqual([environmentId]);
    const scoped = app.anonymous.as({ key: await app.a.scopedKey('customers:read') });
    expect(await scoped.rest('GET', '/environments')).toRefuse('IdentityForbidden');
    expect(await scoped.graphql('{ environments { id } }')).toRefuse('IdentityForbidden');
  });

  describe.each(accountDoors)('over $name', (door) => {
    let owner: ApiClient;
    beforeAll(async () => {
      owner = await signedIn(app, app.ownerSubject);
    });

    interface Made extends Told {
      serverKey: string | null;
      publishableKey: string | null;
    }
    const named = (name: string) => ({ name: `${name} ${door.name}`, type: 'SANDBOX' });
    const make = (body: object, headers?: Record<string, string>) =>
      expectOk<Made>(door.createEnvironment(owner, body, headers));

    it('A8, B5: nobody need know an id to begin with: an OWNER is told all of the account, a VIEWER its own', async () => {
      const told = await expectOk<Told[]>(door.environments(owner));
      expect(told.map(({ id }) => id)).toEqual(
        expect.arrayContaining([app.a.environmentId, app.b.environmentId]),
      );
      expect(told.map(({ id }) => id)).not.toContain(app.stranger.environmentId);
      const viewer = await signedIn(app, 'viewer');
      expect((await expectOk<Told[]>(door.environments(viewer))).map(({ id }) => id)).toEqual([
        app.b.environmentId,
      ]);
    });

    it('A8, B2: the answer tells two keys, which open the new environment and no other', async () => {
      const made = await make(named('fresh'));
      expect(made).toMatchObject({ ...named('fresh'), createdAt: app.clock.now().toISOString() });
      const server = app.anonymous.as({ key: made.serverKey ?? '' });
      const [own] = await expectOk<Told[]>(server.rest('GET', '/environments'));
      expect(own).toEqual({ id: made.id, ...named('fresh'), createdAt: made.createdAt });
      await expectOk(server.rest('POST', '/products', { id: 'p', displayName: 'P' }));
      const page = app.anonymous.as({ key: made.publishableKey ?? '' });
      expect((await expectPage(page.rest('GET', '/products'))).data.map(({ id }) => id)).toEqual(['p']);
      expect((await expectPage(app.b.api.rest('GET', '/products'))).data).toEqual([]);
      // A SANDBOX has a clock of its own, and an OWNER may enter at once.
      const inIt = owner.with({ headers: inEnvironment(made.id) });
      expect((await inIt.rest('GET', `/environments/${made.id}/clock`)).status).toBe(200);
      const log = await rowsOf<{ row: string }>(app.databaseUrl, 'select t::text as row from activity t');
      expect(log.filter(({ row }) => row.includes(made.serverKey ?? ''))).toEqual([]);
    });

    it('A8, A4: who is no OWNER any more once it is their turn makes none', async () => {
      const { accountId } = app.a;
      await app.environments.addMember({ accountId, subject: `late ${door.name}`, role: 'OWNER' });
      const answer = await answerAfter(
        app.databaseUrl,
        [
          `select from account where uid = '${accountId}' for no key update`,
          `update member set role = 'MEMBER' where account_uid = '${accountId}' and subject = 'late ${door.name}'`,
        ],
        async () => door.createEnvironment(await signedIn(app, `late ${door.name}`), named('late')),
      );
      expect(answer).toRefuse('IdentityForbidden', /no OWNER of this account any more/);
      expect(await rowsOf(app.databaseUrl, `select from environment where name = 'late'`)).toEqual([]);
    });

    it('A8: a name that another has is DuplicatedEntityNotAllowed; another account may have it', async () => {
      await make(named('twice'));
      const count = () => rowsOf(app.databaseUrl, 'select count(*) from environment');
      const before = await count();
      expect(await door.createEnvironment(owner, named('twice'))).toRefuse(
        'DuplicatedEntityNotAllowed',
        /^name: .*twice/,
      );
      for (const name of ['', ' ', 'x'.repeat(256)])
        expect(await door.createEnvironment(owner, { name, type: 'SANDBOX' })).toRefuse(
          'BadUserInput',
          /name/,
        );
      expect(await count()).toEqual(before);
    });

    it('A8: two that want one name at once: one of them has it', async () => {
      const both = await Promise.all([
        door.createEnvironment(owner, named('raced')),
        door.createEnvironment(owner, named('raced')),
      ]);
      expect(both.filter(({ text }) => text.includes('DuplicatedEntityNotAllowed'))).toHaveLength(1);
    });

    it('A8, B9: the same Idempotency-Key makes one environment, and tells its keys no second time', async () => {
      const headers = { 'idempotency-key': `once ${door.name}` };
      const first = await make(named('once'), headers);
      expect(await make(named('once'), headers)).toEqual({ ...first, serverKey: null, publishableKey: null });
      const [row] = await rowsOf<{ answer: string }>(
        app.databaseUrl,
        `select answer::text as answer from idempotent_answer where answer->>'id' = '${first.id}'`,
      );
      expect(row?.answer).toContain(first.id);
      expect(row?.answer).not.toMatch(/server-|client-/);
    });

    it('A8, W8: the log of the account tells it', async () => {
      const { id } = await make(named('told'));
      const log = await expectPage<Record<string, unknown>>(
        owner.rest('GET', `/activity/account?entityId=${id}`),
      );
      expect(log.data).toEqual([
        expect.objectContaining({
          ...{ type: 'environment.created', actorType: 'USER', actor: app.ownerSubject, before: null },
          after: expect.objectContaining({ id, ...named('told') }) as object,
        }),
      ]);
    });
  });
});
