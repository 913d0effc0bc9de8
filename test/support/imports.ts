import { expectOk, expectPage, type ApiClient, type GraphqlAnswer, type RestAnswer } from './client';
import { endOf } from './publishing';

export interface ToldFailure {
  index: number;
  id: string | null;
  code: string;
  message: string;
}

export interface ToldImport {
  newCustomers: string[];
  failures: ToldFailure[];
}

/** An import of customers through one door. */
export type ImportDoor = (to: ApiClient, body: unknown) => Promise<RestAnswer | GraphqlAnswer>;

const importDocument = `mutation($input: ImportCustomersInput!) {
  importCustomers(input: $input) { newCustomers failures { index id code message } } }`;

/** Both doors, for `describe.each`. */
export const customerDoors: [door: string, send: ImportDoor][] = [
  ['REST', (to, body) => to.rest('POST', '/customers/import', body)],
  ['GraphQL', (to, input) => to.graphql(importDocument, { input })],
];

export const customerRow = (id: string, more: object = {}): Record<string, unknown> => ({
  ...{ id, email: `${id}@example.com`, name: `Name of ${id}` },
  ...more,
});

const importSubscriptionsDocument = `mutation($input: ImportSubscriptionsInput!) {
  importSubscriptions(input: $input) { taskId } }`;

export const subscriptionDoors: [door: string, send: ImportDoor][] = [
  ['REST', (to, body) => to.rest('POST', '/subscriptions/import', body)],
  ['GraphQL', (to, input) => to.graphql(importSubscriptionsDocument, { input })],
];

/** What became of a row. */
export interface ToldRow {
  entityId: string;
  state: 'DONE' | 'FAILED';
  code: string | null;
  message: string | null;
  result: { index: number; outcome?: string; subscriptionId?: string };
}

/** What became of each row of an import, in their order, once it has ended. */
export async function rowsOfImport(api: ApiClient, taskId: string): Promise<ToldRow[]> {
  await endOf(api, taskId);
  const rows: ToldRow[] = [];
  for (let after = ''; ;) {
    const path = `/tasks/${taskId}/results?limit=100${after}`;
    const page = await expectPage<ToldRow & { id: string }>(api.rest('GET', path));
    rows.push(...page.data);
    if (page.next_cursor === null) return rows.sort((one, other) => one.result.index - other.result.index);
    after = `&starting_after=${page.next_cursor}`;
  }
}

export async function importSubscriptions(
  api: ApiClient,
  subscriptions: unknown[],
  [, send] = subscriptionDoors[0] as (typeof subscriptionDoors)[number],
): Promise<ToldRow[]> {
  const { taskId } = await expectOk<{ taskId: string }>(send(api, { subscriptions }));
  return rowsOfImport(api, taskId);
}

/** `[index, outcome]` of those that were done, `[index, code]` of those that were refused. */
export const outcomes = (rows: readonly ToldRow[]): unknown[][] =>
  rows.map(({ result, code }) => [result.index, result.outcome ?? code]);
