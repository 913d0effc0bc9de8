import type { Json } from './catalog';
import { expectOk, type ApiClient } from './client';
import type { CatalogText } from './catalog-document';

export interface FieldChange {
  path: string;
  before: unknown;
  after: unknown;
}

export interface Change {
  kind: string;
  id: string;
  action: string;
  fields: FieldChange[];
}

export interface Planned {
  hash: string;
  changes: Change[];
  blastRadius: Json | null;
}

export const exportCatalog = (api: ApiClient) => expectOk<CatalogText>(api.rest('GET', '/catalog/export'));

export const planCatalog = (api: ApiClient, document: unknown, options?: Json) =>
  api.rest('POST', '/catalog/plan', { document, options });

export const planned = (api: ApiClient, document: unknown, options?: Json) =>
  expectOk<Planned>(planCatalog(api, document, options));

export const applyCatalog = (api: ApiClient, hash: string, document: unknown, options?: Json) =>
  api.rest('POST', '/catalog/apply', { hash, document, options });

/** Plans a document and applies it. */
export async function bringIntoForce(api: ApiClient, document: unknown, options?: Json) {
  const { hash } = await planned(api, document, options);
  return expectOk<{ changes: Change[]; taskIds: string[] }>(applyCatalog(api, hash, document, options));
}

export const inShort = (changes: Change[]): string[] =>
  changes.map(({ kind, id, action }) => `${action} ${kind} ${id}`);
