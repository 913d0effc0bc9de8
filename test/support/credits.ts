import { createCustomer, type Json } from './catalog';
import { expectOk, expectPage, type ApiClient } from './client';

/** A customer `c` and a currency `tokens`, or others. */
export async function creditCustomer(api: ApiClient, customerId = 'c', currencyId = 'tokens'): Promise<void> {
  await createCustomer(api, customerId);
  const found = await api.rest('POST', '/credits/custom-currencies', {
    id: currencyId,
    displayName: 'Tokens',
  });
  if (found.status !== 201 && found.status !== 409) throw new Error(found.text);
}

export const grantBody = (more: Json = {}): Json => ({
  ...{ customerId: 'c', currencyId: 'tokens', displayName: 'Given', grantType: 'PAID', amount: 100 },
  ...more,
});

export const giveCredits = (api: ApiClient, more: Json = {}): Promise<Json> =>
  expectOk<Json>(api.rest('POST', '/credits/grants', grantBody(more)));

let used = 0;

export const consumptionBody = (amount: number, more: Json = {}): Json => ({
  ...{ customerId: 'c', currencyId: 'tokens', amount, idempotencyKey: `use-${++used}` },
  ...more,
});

export const useCredits = (api: ApiClient, amount: number, more: Json = {}): Promise<Json> =>
  expectOk<Json>(api.rest('POST', '/credits/consumption', consumptionBody(amount, more)));

const of = (customerId: string, more: string): string => `customerId=${customerId}&limit=100${more}`;

/** Newest first, as it is told. */
export const ledgerOf = async (api: ApiClient, customerId = 'c', more = ''): Promise<Json[]> =>
  (await expectPage<Json>(api.rest('GET', `/credits/ledger?${of(customerId, more)}`))).data;

export const grantsOf = async (api: ApiClient, customerId = 'c', more = ''): Promise<Json[]> =>
  (await expectPage<Json>(api.rest('GET', `/credits/grants?${of(customerId, more)}`))).data;

export const proofOf = (api: ApiClient, customerId = 'c', currencyId = 'tokens'): Promise<Json> =>
  expectOk<Json>(api.rest('GET', `/credits/ledger/proof?customerId=${customerId}&currencyId=${currencyId}`));

/** `GRANTED Promotion 200 → 1200`, oldest first: grants by the names that they have. */
export async function ledgerRows(api: ApiClient, customerId = 'c'): Promise<string[]> {
  const names = new Map((await grantsOf(api, customerId)).map(({ id, displayName }) => [id, displayName]));
  const rows = await ledgerOf(api, customerId);
  return rows.reverse().map(({ eventType, creditGrantId, amount, endingBalance }) => {
    const type = String(eventType).replace('CREDITS_', '').replace('CONSUMPTION_', '');
    return `${type} ${String(names.get(creditGrantId))} ${Number(amount)} → ${Number(endingBalance)}`;
  });
}
