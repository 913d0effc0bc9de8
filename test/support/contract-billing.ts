import { createCustomer, type Json } from './catalog';
import { expectOk, expectPage, type ApiClient, type GraphqlAnswer, type RestAnswer } from './client';

/** The answer of every change of billing. */
export interface BillingTotals extends Json {
  subTotal: number;
  totalDiscount: number;
  totalTax: number;
  total: number;
  items: (Json & { itemId: string; name: string; total: number })[];
}

/** The lines of the worked example of contracts-billing M5. */
export const exampleLines: Json[] = [
  {
    name: 'Platform',
    externalId: 'platform',
    rows: [{ quantity: 1, price: 12_000 }],
    billingCycleUnit: 'yearly',
    tax: 20,
  },
  { name: 'Seats', externalId: 'seats', rows: [{ quantity: 25, price: 30 }], discount: 10, tax: 20 },
  { name: 'Onboarding', externalId: 'onboarding', rows: [{ price: 4_000 }], billingCycleUnit: 'one_time' },
];

/** Two years, as in the example. */
export const twoYears = {
  activationStartDate: '2026-06-01T00:00:00.000Z',
  activationEndDate: '2028-05-31T00:00:00.000Z',
};

/** A contract with billing, its customer named after it and billed in dollars. */
export async function createBilledContract(api: ApiClient, id: string, more: Json = {}): Promise<void> {
  await createCustomer(api, `${id}-buyer`, { billingCurrency: 'usd' });
  await expectOk(api.rest('POST', '/contracts', { customerId: `${id}-buyer`, contractId: id, ...more }));
}

/** A legal entity with one payment account, `<id>-bank`. */
export async function createRemitToAccount(api: ApiClient, id: string): Promise<void> {
  await expectOk(api.rest('POST', '/contracts/legal-entities', { id, name: `Company ${id}` }));
  const account = { id: `${id}-bank`, name: 'Main' };
  await expectOk(api.rest('POST', `/contracts/legal-entities/${id}/payment-accounts`, account));
}

/** The billing of one contract, over REST. */
export const billingOf = (api: ApiClient, id: string) => {
  const path = `/contracts/${id}/billing`;
  return {
    post: (rest: string, body?: unknown) => api.rest('POST', `${path}/${rest}`, body),
    add: (lineItems: Json[], more: Json = {}) => api.rest('POST', `${path}/items`, { lineItems, ...more }),
    terms: (body: Json) => api.rest('PATCH', `${path}/terms`, body),
    settings: (body: unknown) => api.rest('PATCH', `${path}/settings`, body),
    patch: (ref: string, rows: Json[]) => api.rest('PATCH', `${path}/items/${ref}`, { rows }),
    remove: (rest: string) => api.rest('DELETE', `${path}/items/${rest}`),
    summary: () => expectOk<BillingTotals>(api.rest('GET', `${path}/summary`)),
    schedule: (query = '') => expectOk<Schedule>(api.rest('GET', `${path}/invoice-schedule${query}`)),
    readiness: () => expectOk<Readiness>(api.rest('GET', `${path}/readiness`)),
    publish: () => api.rest('POST', `${path}/publish`),
    /** What its customer was sent. */
    invoices: async () => {
      const sent = `/customers/${id}-buyer/invoices?limit=100`;
      return (await expectPage<Json & { total: number }>(api.rest('GET', sent))).data;
    },
  };
};

export interface Schedule extends Json {
  isPreview: boolean;
  invoiceCount: number;
  total: number;
  invoices: (Json & { total: number; lineItems: (Json & { total: number })[] })[];
}

export interface Readiness {
  isReady: boolean;
  requirements: { reason: string; isMet: boolean; remedy: string }[];
  warnings: string[];
}

/** Ready to be published, billed by `payee`: as in the example, unless other lines and days are said. @returns its id */
export async function createReadyContract(
  api: ApiClient,
  id: string,
  payee: string,
  lines = exampleLines,
  days: Json = twoYears,
): Promise<string> {
  await createBilledContract(api, id);
  const billing = billingOf(api, id);
  await expectOk(billing.add(lines, days));
  await expectOk(billing.terms({ netTerms: 30 }));
  await expectOk(billing.settings({ legalEntityId: payee, paymentAccountId: `${payee}-bank` }));
  return id;
}

/** The same, published. @returns its id */
export async function createPublishedContract(
  ...ready: Parameters<typeof createReadyContract>
): Promise<string> {
  const id = await createReadyContract(...ready);
  const [api] = ready;
  await expectOk(billingOf(api, id).publish());
  return id;
}

/** Counts in cents, so that sums of answers are exact. */
export const cents = (amounts: readonly { total: number }[]): number =>
  amounts.reduce((sum, { total }) => sum + Math.round(total * 100), 0);

/** The machine-readable refusal beside BillingContractOperationRejected, from either door. */
export const reasonOf = (answer: RestAnswer | GraphqlAnswer): unknown =>
  answer.door === 'REST' ? (answer.body as Json)['reason'] : answer.errors[0]?.extensions['reason'];

/** That refusal with this reason. Domain: contracts-billing P4 */
export function expectReason(answer: RestAnswer | GraphqlAnswer, reason: string, message?: RegExp): void {
  expect(answer).toRefuse('BillingContractOperationRejected', message);
  expect(reasonOf(answer)).toBe(reason);
}
