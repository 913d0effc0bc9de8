import { expectOk, type ApiClient } from './client';

export interface ToldFailure {
  customerId: string;
  invoiceId: string;
  invoiceNumber: string | null;
  amountDue: number;
  currency: string;
  failedAt: string;
  failureReason: string | null;
  nextAttemptAt: string | null;
}

export interface ToldOverdraft {
  customerId: string;
  currencyId: string;
  resourceId: string | null;
  balance: number;
  since: string;
}

export interface ToldAttention {
  payments: { items: ToldFailure[]; hasMore: boolean } | null;
  wallets: { items: ToldOverdraft[]; hasMore: boolean } | null;
}

export const attentionOverRest = (api: ApiClient, limit?: number) =>
  api.rest('GET', `/attention${limit === undefined ? '' : `?limit=${limit}`}`);

const document = `query($limit: Int) {
  attention(limit: $limit) {
    payments { items { customerId invoiceId invoiceNumber amountDue currency failedAt failureReason nextAttemptAt } hasMore }
    wallets { items { customerId currencyId resourceId balance since } hasMore } } }`;

export const attentionOverGraphql = (api: ApiClient, limit?: number) => api.graphql(document, { limit });

/** The same through both doors. */
export async function attentionOf(api: ApiClient, limit?: number): Promise<ToldAttention> {
  const told = await expectOk<ToldAttention>(attentionOverRest(api, limit));
  expect(await expectOk<ToldAttention>(attentionOverGraphql(api, limit))).toEqual(told);
  return told;
}

export const failuresOf = async (api: ApiClient, limit?: number): Promise<ToldFailure[]> =>
  (await attentionOf(api, limit)).payments?.items ?? [];

export const overdraftsOf = async (api: ApiClient, limit?: number): Promise<ToldOverdraft[]> =>
  (await attentionOf(api, limit)).wallets?.items ?? [];
