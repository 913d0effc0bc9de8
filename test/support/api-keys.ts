import { expectOk, type ApiClient } from './client';
import { execute, rowsOf } from './database';

export interface ApiKey {
  id: string;
  displayName: string;
  kind: string;
  status: string;
  prefix: string;
  lastFour: string;
  scopes: string[];
  expiresAt: string | null;
  revokedAt: string | null;
  rotatedAt: string | null;
  previousLastFour: string | null;
  previousEndsAt: string | null;
  lastUsedAt: string | null;
}

export type NewApiKey = ApiKey & { secret: string };

/** How long a test waits for what is pushed: less than a process keeps what it has looked up, so that it did not just expire. */
export const pushedMs = 4500;

const told =
  'id displayName kind status prefix lastFour scopes expiresAt revokedAt rotatedAt previousLastFour previousEndsAt lastUsedAt';

export const makeKey = (api: ApiClient, body: object = {}): Promise<NewApiKey> =>
  expectOk<NewApiKey>(
    api.rest('POST', '/api-keys', { displayName: 'reports', scopes: ['products:read'], ...body }),
  );

/** What can be done to a key, at either door. */
export const keyDoors = {
  REST: {
    get: (api: ApiClient, id: string) => api.rest('GET', `/api-keys/${id}`),
    update: (api: ApiClient, id: string, body: object) => api.rest('PATCH', `/api-keys/${id}`, body),
    rotate: (api: ApiClient, id: string, graceHours: number) =>
      api.rest('POST', `/api-keys/${id}/rotate`, { graceHours }),
    setGrace: (api: ApiClient, id: string, graceHours: number) =>
      api.rest('POST', `/api-keys/${id}/grace`, { graceHours }),
    revoke: (api: ApiClient, id: string) => api.rest('POST', `/api-keys/${id}/revoke`),
  },
  GRAPHQL: {
    get: (api: ApiClient, id: string) =>
      api.graphql(`query($id: String!) { apiKey(id: $id) { ${told} } }`, { id }),
    update: (api: ApiClient, id: string, input: object) =>
      api.graphql(
        `mutation($id: String!, $input: UpdateApiKeyInput!) { updateApiKey(id: $id, input: $input) { ${told} } }`,
        { id, input },
      ),
    rotate: (api: ApiClient, id: string, graceHours: number) =>
      api.graphql(
        `mutation($id: String!, $input: RotateApiKeyInput!) { rotateApiKey(id: $id, input: $input) { ${told} secret } }`,
        { id, input: { graceHours } },
      ),
    setGrace: (api: ApiClient, id: string, graceHours: number) =>
      api.graphql(
        `mutation($id: String!, $input: SetApiKeyGraceInput!) { setApiKeyGrace(id: $id, input: $input) { ${told} } }`,
        { id, input: { graceHours } },
      ),
    revoke: (api: ApiClient, id: string) =>
      api.graphql(`mutation($id: String!) { revokeApiKey(id: $id) { ${told} } }`, { id }),
  },
} as const;

export const bothDoors = ['REST', 'GRAPHQL'] as const;

const listening = `application_name = 'notifications' and datname = current_database()`;

/** How many processes of the database hear of keys. */
export async function listenersOf(databaseUrl: string): Promise<number> {
  return (
    await rowsOf(databaseUrl, `select from pg_stat_activity where ${listening} and query ilike 'listen%'`)
  ).length;
}

/** Every process of the database loses the connection by which it hears of keys, and makes another one. */
export const cutListeners = (databaseUrl: string): Promise<unknown> =>
  execute(databaseUrl, `select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`);
