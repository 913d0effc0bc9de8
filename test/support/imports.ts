import type { ApiClient, GraphqlAnswer, RestAnswer } from './client';

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
