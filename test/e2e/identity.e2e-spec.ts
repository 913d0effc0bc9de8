import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type ApiClient } from '../support/client';

// Domain: access-and-events

interface Told {
  kind: string;
  actor: string;
  accountId: string;
  environment: { id: string; name: string; type: string };
  permissions: string[];
}

const fields = '{ identity { kind actor accountId environment { id name type } permissions } }';

describe('who the credential is', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  /** The same through both doors. */
  async function told(api: ApiClient): Promise<Told> {
    const rest = await expectOk<Told>(api.rest('GET', '/identity'));
    const graphql = await expectOk<Told>(api.graphql(fields));
    expect(rest).toMatchObject({ ...graphql });
    return rest;
  }

  const user = async (subject: string, environmentId?: string) =>
    app.anonymous.as({
      token: await app.signUserToken(subject),
      headers: environmentId === undefined ? {} : { 'x-environment-id': environmentId },
    });

  it('P2: a full access key may all but what is of users', async () => {
    const { kind, accountId, environment, permissions } = await told(app.a.api);
    expect({ kind, accountId, environment }).toMatchObject({
      ...{ kind: 'FULL_ACCESS_KEY', accountId: app.a.accountId, environment: { id: app.a.environmentId } },
    });
    expect(permissions).toEqual(
      expect.arrayContaining(['customers:write', 'apiKeys:write', 'environmentSettings:write']),
    );
    expect(permissions).not.toContain('members:write');
  });

  it('P2: a scoped key is told what its scopes give, though none of them is about this', async () => {
    const scoped = app.anonymous.as({ key: await app.a.scopedKey('customers:write', 'plans:read') });
    const { kind, permissions } = await told(scoped);
    expect([kind, permissions]).toEqual([
      'SCOPED_KEY',
      ['customers:read', 'customers:write', 'plans:read', 'identity:read'],
    ]);
  });

  it('P2: a user is told by the role that they have where they are', async () => {
    const { accountId, environmentId } = app.a;
    const environments = { [environmentId]: 'SUPPORT' as const };
    await app.environments.addMember({ accountId, subject: 'support', role: 'MEMBER', environments });
    const support = await told(await user('support', environmentId));
    expect(support).toMatchObject({ kind: 'USER', actor: 'support', environment: { id: environmentId } });
    expect(support.permissions.filter((each) => each.endsWith(':write'))).toEqual([
      ...['customers:write', 'subscriptions:write', 'promotionalEntitlements:write', 'invitations:write'],
    ]);
    expect(await (await user('support')).rest('GET', '/identity')).toRefuse(
      'BadUserInput',
      /X-ENVIRONMENT-ID/,
    );
    const owner = await told(await user(app.ownerSubject, environmentId));
    expect(owner.permissions).toEqual(expect.arrayContaining(['members:write', 'environments:write']));
  });

  it('P2, B3: a publishable key is open to nobody, and is told nothing of it', async () => {
    const publishable = app.anonymous.as({ key: app.a.publishableKey });
    expect(await publishable.rest('GET', '/identity')).toRefuse('IdentityForbidden');
    expect(await publishable.graphql(fields)).toRefuse('IdentityForbidden');
    expect(await app.anonymous.rest('GET', '/identity')).toRefuse('Unauthenticated');
  });
});
