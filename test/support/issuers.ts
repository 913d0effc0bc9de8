import { createCustomer, type Json } from './catalog';
import { expectOk, type ApiClient } from './client';

/** A legal entity with one account, under one id for both. */
export async function createIssuer(api: ApiClient, id: string, more: Json = {}): Promise<void> {
  await expectOk(api.rest('POST', '/contracts/legal-entities', { id, name: `${id} Ltd`, ...more }));
  const account = { id, name: 'Main', iban: 'NL91ABNA0417164300' };
  await expectOk(api.rest('POST', `/contracts/legal-entities/${id}/payment-accounts`, account));
}

export async function createBuyers(api: ApiClient, ...ids: string[]): Promise<void> {
  for (const id of ids) await createCustomer(api, id);
}
