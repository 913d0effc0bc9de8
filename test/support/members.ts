import type { JWTPayload } from 'jose';
import { newContext, runInContext, systemPrincipal } from '#libs/context/request-context';
import { AccountAdministrationService, type AccountStatus } from '#modules/platform/accounts';
import type { TestApp } from './app';
import type { ApiClient, GraphqlAnswer, RestAnswer } from './client';

/** As both doors tell a member. */
export interface ToldMember {
  id: string;
  email: string | null;
  subject: string | null;
  state: 'INVITED' | 'REGISTERED';
  role: 'OWNER' | 'MEMBER';
  environments: { environmentId: string; role: string }[];
  invitationEndsAt: string | null;
  createdAt: string;
  token?: string | null;
}

type Told = Promise<RestAnswer | GraphqlAnswer>;

/** What can be done about an account, over one of the doors. */
export interface AccountDoor {
  name: 'REST' | 'GraphQL';
  invite(api: ApiClient, body: object, headers?: Record<string, string>): Told;
  accept(api: ApiClient, token: string, headers?: Record<string, string>): Told;
  update(api: ApiClient, id: string, body: object): Told;
  remove(api: ApiClient, id: string): Told;
  list(api: ApiClient): Told;
  environments(api: ApiClient): Told;
  createEnvironment(api: ApiClient, body: object, headers?: Record<string, string>): Told;
}

const fields = 'id email subject state role environments { environmentId role } invitationEndsAt createdAt';
const input = (type: string, field: string, told: string) =>
  `mutation ($input: ${type}!) { ${field}(input: $input) { ${told} } }`;
const about = (id: string): string => JSON.stringify(id);

export const accountDoors: readonly AccountDoor[] = [
  {
    name: 'REST',
    invite: (api, body, headers) => api.rest('POST', '/members', body, headers),
    accept: (api, token, headers) => api.rest('POST', '/members/accept', { token }, headers),
    update: (api, id, body) => api.rest('PATCH', `/members/${id}`, body),
    remove: (api, id) => api.rest('DELETE', `/members/${id}`),
    list: (api) => api.rest('GET', '/members?limit=100'),
    environments: (api) => api.rest('GET', '/environments'),
    createEnvironment: (api, body, headers) => api.rest('POST', '/environments', body, headers),
  },
  {
    name: 'GraphQL',
    invite: (api, body, headers) =>
      api.graphql(input('InviteMemberInput', 'inviteMember', `${fields} token`), { input: body }, headers),
    accept: (api, token, headers) =>
      api.graphql(input('AcceptInvitationInput', 'acceptInvitation', fields), { input: { token } }, headers),
    update: (api, id, body) =>
      api.graphql(
        `mutation ($input: UpdateMemberInput!) { updateMember(id: ${about(id)}, input: $input) { ${fields} } }`,
        { input: body },
      ),
    remove: (api, id) => api.graphql(`mutation { removeMember(id: ${about(id)}) { ${fields} } }`),
    list: (api) => api.graphql(`{ members(first: 100) { edges { node { ${fields} } } } }`),
    environments: (api) => api.graphql('{ environments { id name type createdAt } }'),
    createEnvironment: (api, body, headers) =>
      api.graphql(
        input(
          'CreateEnvironmentInput',
          'createEnvironment',
          'id name type createdAt serverKey publishableKey',
        ),
        { input: body },
        headers,
      ),
  },
];

/** A client that is signed in as this user. @param headers X-ACCOUNT-ID and X-ENVIRONMENT-ID, where they are named */
export async function signedIn(
  app: TestApp,
  subject: string,
  headers: Record<string, string> = {},
  claims?: JWTPayload,
): Promise<ApiClient> {
  return app.anonymous.as({ token: await app.signUserToken(subject, claims), headers });
}

/** As `npm run admin -- accounts block` and `unblock` do it. */
export async function setAccountStatus(
  app: TestApp,
  accountId: string,
  status: AccountStatus,
): Promise<void> {
  const service = app.nest.get(AccountAdministrationService);
  const principal = systemPrincipal('test', undefined, accountId);
  await runInContext({ ...newContext('test', 'WORKER'), principal }, () => service.setStatus(status));
}

export const inEnvironment = (environmentId: string): Record<string, string> => ({
  'x-environment-id': environmentId,
});
