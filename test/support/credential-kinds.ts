import { grantable, ofEveryCaller } from '#modules/platform/api-keys';
import type { TestApp } from './app';
import { expectOk, type ApiClient } from './client';
import { inTheNameOf, newSigningSecret } from './customer-tokens';
import { execute } from './database';
import type { GraphqlOperation, RestOperation } from './every-operation';
import { eventually } from './eventually';
import { inEnvironment, setAccountStatus, signedIn } from './members';

export type AnyOperation = RestOperation | GraphqlOperation;

/** What keeps somebody out; NoEnvironment is the BadUserInput that asks for X-ENVIRONMENT-ID. */
export type Outcome =
  | 'admitted'
  | 'Unauthenticated'
  | 'IdentityForbidden'
  | 'AccessDeniedError'
  | 'AuthCustomerMismatch'
  | 'AuthCustomerReadonly'
  | 'RequiredSsoAuthenticationError'
  | 'NoEnvironment';

/** One kind of credential, and what the tables of the rules say of it. */
export interface CredentialKind {
  name: string;
  api: ApiClient;
  /** Domain: access-and-events A3, B3, B4, B5, S1 */
  may(operation: AnyOperation): Outcome;
}

export const nameOf = (operation: AnyOperation): string =>
  'url' in operation ? operation.operation : operation.field;

const aboutAccount = new Set([
  ...['listEnvironments', 'createEnvironment', 'environments'],
  ...['listMembers', 'inviteMember', 'updateMember', 'removeMember', 'members'],
  ...['listAccountActivity', 'accountActivity'],
]);
const aboutUser = new Set(['acceptInvitation']);

/** The table that says what an operation is about; it is compared with nothing but this list. */
export const aboutOf = (operation: AnyOperation): 'account' | 'user' | 'environment' => {
  if (aboutUser.has(nameOf(operation))) return 'user';
  return aboutAccount.has(nameOf(operation)) ? 'account' : 'environment';
};

const ofUsersAlone = ['environments:write', 'members:read', 'members:write', 'invitations:write'];
const ofOwnersAlone = ['apiKeys:write', 'environments:write', 'members:write'];
const ofSupport = ['customers:write', 'subscriptions:write', 'promotionalEntitlements:write'];

const allowed = (isAllowed: boolean): Outcome => (isAllowed ? 'admitted' : 'IdentityForbidden');

const all = (outcome: Outcome) => (): Outcome => outcome;

type Role = 'OWNER' | 'ADMIN' | 'SUPPORT' | 'VIEWER';

/** The matrix of roles. Domain: access-and-events A3 */
function byRole(role: Role, operation: AnyOperation): Outcome {
  const { needs } = operation;
  if (role === 'OWNER' || needs === 'invitations:write' || needs.endsWith(':read')) return 'admitted';
  if (role === 'ADMIN') return allowed(!ofOwnersAlone.includes(needs));
  return allowed(role === 'SUPPORT' && ofSupport.includes(needs));
}

/** Refused about everything but themselves, of which only invitations speak. */
const nowhere =
  (outcome: Outcome) =>
  (operation: AnyOperation): Outcome =>
    aboutOf(operation) === 'user' ? 'admitted' : outcome;

const inNoEnvironment =
  (role: Role, outcome: Outcome) =>
  (operation: AnyOperation): Outcome =>
    aboutOf(operation) === 'environment' ? outcome : byRole(role, operation);

function keyKinds(app: TestApp): CredentialKind[] {
  const { a, anonymous } = app;
  return [
    { name: 'no credential', api: anonymous, may: all('Unauthenticated') },
    {
      name: 'the full access key',
      api: a.api,
      may: ({ needs }) => allowed(!ofUsersAlone.includes(needs)),
    },
    {
      name: 'a full access key with foreign headers',
      api: a.api.with({
        headers: { ...inEnvironment(app.stranger.environmentId), 'x-account-id': app.stranger.accountId },
      }),
      may: ({ needs }) => allowed(!ofUsersAlone.includes(needs)),
    },
  ];
}

/** A key for each scope, read and write. Domain: access-and-events S1 */
async function scopeKinds(app: TestApp): Promise<CredentialKind[]> {
  const kinds: CredentialKind[] = [];
  for (const scope of grantable) {
    const key = await app.a.scopedKey(scope);
    const opens = [scope, scope.replace(/:write$/, ':read'), ofEveryCaller];
    kinds.push({
      name: `a key with ${scope}`,
      api: app.anonymous.as({ key }),
      may: ({ needs }) => allowed(opens.includes(needs)),
    });
  }
  return kinds;
}

async function endedKinds(app: TestApp): Promise<CredentialKind[]> {
  const body = { displayName: 'ends', scopes: ['products:read'] };
  const expiresAt = new Date(app.clock.now().getTime() + 1000).toISOString();
  const expiring = await expectOk<{ secret: string }>(
    app.a.api.rest('POST', '/api-keys', { ...body, expiresAt }),
  );
  const revoked = await expectOk<{ id: string; secret: string }>(app.a.api.rest('POST', '/api-keys', body));
  await expectOk(app.a.api.rest('POST', `/api-keys/${revoked.id}/revoke`));
  const token = await app.signUserToken(app.ownerSubject, { exp: app.clock.now().getTime() / 1000 - 31 });
  app.clock.advance({ seconds: 2 });
  return [
    { name: 'an expired key', api: app.anonymous.as({ key: expiring.secret }), may: all('Unauthenticated') },
    { name: 'a revoked key', api: app.anonymous.as({ key: revoked.secret }), may: all('Unauthenticated') },
    {
      name: 'an expired token of an owner',
      api: app.anonymous.as({ token, headers: inEnvironment(app.a.environmentId) }),
      may: all('Unauthenticated'),
    },
  ];
}

/** Those about a customer whom the request names: the others look for it themselves. */
const namesCustomer = (operation: AnyOperation): boolean =>
  'url' in operation ? operation.url.includes('/customers/') : operation.required.includes('customerId');

async function publicKinds(app: TestApp): Promise<CredentialKind[]> {
  const { publishableKey: key } = app.a;
  const secret = await newSigningSecret(app.a.api);
  const withHeaders = (headers: Record<string, string>) => app.anonymous.as({ key, headers });
  const kept =
    (own: (operation: AnyOperation) => Outcome) =>
    (operation: AnyOperation): Outcome => {
      if (operation.opens === 'PUBLIC') return 'admitted';
      if (operation.opens === 'CUSTOMER') return own(operation);
      return operation.needs.endsWith(':write') ? 'AuthCustomerReadonly' : 'IdentityForbidden';
    };
  const own = withHeaders(inTheNameOf('nobody', secret));
  // The key may have been looked up before: that its secrets changed is about to be heard.
  await eventually(async () => expectOk(own.rest('GET', '/products')));
  return [
    {
      name: 'a publishable key',
      api: withHeaders({}),
      may: ({ opens }) => {
        if (opens === 'PUBLIC') return 'admitted';
        return opens === 'CUSTOMER' ? 'Unauthenticated' : 'IdentityForbidden';
      },
    },
    { name: 'a customer by its token', api: own, may: kept(() => 'admitted') },
    {
      name: 'another customer by its token',
      api: withHeaders(inTheNameOf('somebody', secret)),
      may: kept((operation) => (namesCustomer(operation) ? 'AuthCustomerMismatch' : 'admitted')),
    },
    {
      name: 'a customer by a token of another secret',
      api: withHeaders(inTheNameOf('nobody', 'cts_of-somebody-else')),
      may: all('Unauthenticated'),
    },
  ];
}

async function userKinds(app: TestApp): Promise<CredentialKind[]> {
  const { accountId, environmentId } = app.a;
  const inA = inEnvironment(environmentId);
  const member = async (role: 'ADMIN' | 'SUPPORT' | 'VIEWER' | 'NONE', headers = inA) => {
    const subject = `${role}|${Object.values(headers).join('|')}`;
    const environments = { [environmentId]: role };
    await app.environments.addMember({ accountId, subject, role: 'MEMBER', environments });
    return signedIn(app, subject, headers);
  };
  await app.environments.addMember({ accountId, subject: 'of-no-environment', role: 'MEMBER' });
  const roles = await Promise.all(
    (['ADMIN', 'SUPPORT', 'VIEWER'] as const).map(async (role) => ({
      name: `${role} of the environment`,
      api: await member(role),
      may: (operation: AnyOperation) => byRole(role, operation),
    })),
  );
  return [
    ...roles,
    {
      name: 'OWNER',
      api: await signedIn(app, app.ownerSubject, inA),
      may: (operation) => byRole('OWNER', operation),
    },
    {
      name: 'OWNER who names no environment',
      api: await signedIn(app, app.ownerSubject),
      may: inNoEnvironment('OWNER', 'NoEnvironment'),
    },
    {
      name: 'OWNER who names an environment of another account',
      api: await signedIn(app, app.ownerSubject, inEnvironment(app.stranger.environmentId)),
      may: nowhere('AccessDeniedError'),
    },
    {
      name: 'OWNER who names another account',
      api: await signedIn(app, app.ownerSubject, { ...inA, 'x-account-id': app.stranger.accountId }),
      may: nowhere('AccessDeniedError'),
    },
    {
      name: 'VIEWER of another environment of the account',
      api: await member('VIEWER', inEnvironment(app.b.environmentId)),
      may: inNoEnvironment('VIEWER', 'AccessDeniedError'),
    },
    { name: 'NONE', api: await member('NONE'), may: nowhere('AccessDeniedError') },
    {
      name: 'a member of no environment',
      api: await signedIn(app, 'of-no-environment', inA),
      may: nowhere('AccessDeniedError'),
    },
    { name: 'no member', api: await signedIn(app, 'nobody-at-all', inA), may: nowhere('AccessDeniedError') },
  ];
}

async function blockedKinds(app: TestApp): Promise<CredentialKind[]> {
  const accountId = await app.environments.addAccount();
  const place = await app.environments.add(accountId);
  await app.environments.addMember({ accountId, subject: 'blocked-owner', role: 'OWNER' });
  const user = await signedIn(app, 'blocked-owner', inEnvironment(place.environmentId));
  const scoped = app.anonymous.as({ key: await place.scopedKey('products:read') });
  const page = app.anonymous.as({ key: place.publishableKey });
  await setAccountStatus(app, accountId, 'BLOCKED');
  // Its keys were looked up before: that they are blocked is about to be heard.
  await eventually(async () => expect((await place.api.rest('GET', '/products')).status).toBe(403));
  return [
    { name: 'a full access key of a blocked account', api: place.api, may: all('AccessDeniedError') },
    { name: 'a scoped key of a blocked account', api: scoped, may: all('AccessDeniedError') },
    { name: 'a publishable key of a blocked account', api: page, may: all('AccessDeniedError') },
    { name: 'the OWNER of a blocked account', api: user, may: nowhere('AccessDeniedError') },
  ];
}

async function ssoKinds(app: TestApp): Promise<CredentialKind[]> {
  const accountId = await app.environments.addAccount();
  const { environmentId } = await app.environments.add(accountId);
  await app.environments.addMember({ accountId, subject: 'sso-owner', role: 'OWNER' });
  await execute(app.databaseUrl, `update account set access = 'SSO' where uid = '${accountId}'`);
  const headers = inEnvironment(environmentId);
  return [
    {
      name: 'OWNER of an account of single sign-on, signed in so',
      api: await signedIn(app, 'sso-owner', headers, { amr: 'sso' }),
      may: (operation) => byRole('OWNER', operation),
    },
    {
      name: 'OWNER of an account of single sign-on, signed in otherwise',
      api: await signedIn(app, 'sso-owner', headers),
      may: nowhere('RequiredSsoAuthenticationError'),
    },
  ];
}

/** Every kind of credential that there is. The application needs `JWT_SSO_CLAIM=amr=sso`. */
export async function credentialKinds(app: TestApp): Promise<CredentialKind[]> {
  return [
    ...(await endedKinds(app)),
    ...keyKinds(app),
    ...(await scopeKinds(app)),
    ...(await publicKinds(app)),
    ...(await userKinds(app)),
    ...(await blockedKinds(app)),
    ...(await ssoKinds(app)),
  ];
}
