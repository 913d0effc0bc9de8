import { createTestApp, type TestApp } from '../support/app';
import { expectOk } from '../support/client';

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

  it('A3, A8: a user is told the one that was chosen; a scoped key may not ask', async () => {
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
});
