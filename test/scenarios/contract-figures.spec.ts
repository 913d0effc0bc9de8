import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import {
  billingOf,
  cents,
  createRemitToAccount,
  createReadyContract,
  type BillingTotals,
} from '../support/contract-billing';
import { runBilling } from '../support/invoices';
import { inParallel } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';

jest.setTimeout(1_200_000);

const changes = scaled(200, 60);
const edits = scaled(30, 10);
const clients = 8;
const random = seededRandom('contract-figures.spec');

/** Specification: after publishing, these are the figures the customer is invoiced. Domain: contracts-billing M2, P2, S4 row 14 */
describe(`a contract that is published while another client changes its settings ${changes} times`, () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const id of ['acorn', 'birch']) await createRemitToAccount(api, id);
    await createReadyContract(api, 'deal', 'acorn');
  });
  afterAll(() => app?.close());

  const settings = (): Json => {
    const legalEntityId = random.whole(0, 1) === 0 ? 'acorn' : 'birch';
    const payee = { legalEntityId, paymentAccountId: `${legalEntityId}-bank` };
    return [payee, { note: `note ${random.whole(1, 999)}` }, {}][random.whole(0, 2)] as Json;
  };

  it('is invoiced with the totals that were answered last, to the cent', async () => {
    const deal = billingOf(api, 'deal');
    // The lines change meanwhile too, and so do the figures.
    const prices = Array.from({ length: edits }, () => random.whole(1_000, 99_999) / 1_000);
    let lastOfLines: BillingTotals | undefined;
    const editing = (async () => {
      for (const price of prices) {
        lastOfLines = await expectOk<BillingTotals>(deal.patch('seats', [{ quantity: 7, price }]));
      }
      return expectOk<Json>(deal.publish());
    })();
    const answered: BillingTotals[] = [];
    const refused: unknown[] = [];
    await inParallel(
      clients,
      Array.from({ length: changes }, () => settings()),
      async (body) => {
        const answer = await deal.settings(body);
        if (answer.status === 200) answered.push((answer.body as { data: BillingTotals }).data);
        else refused.push((answer.body as Json)['reason']);
      },
    );
    expect(await editing).toMatchObject({ billingState: 'ACTIVE' });
    expect(answered.length + refused.length).toBe(changes);
    expect(refused.filter((reason) => reason !== 'CONTRACT_NOT_DRAFT')).toEqual([]);
    for (const totals of answered) {
      expect(cents([totals])).toBe(cents(totals.items));
      expect(totals['paymentAccountId']).toBe(`${String(totals['legalEntityId'])}-bank`);
    }

    const told = await deal.summary();
    expect(told.items).toEqual(lastOfLines?.items);
    const schedule = await deal.schedule();
    expect(schedule).toMatchObject({ isPreview: false, total: told.total });
    expect(cents(schedule.invoices)).toBe(cents([told]));

    // All of it is issued, and lies before the customer.
    app.clock.advance({ days: 365 * 3 });
    await runBilling(app);
    const path = '/customers/deal-buyer/invoices?limit=100';
    const { data, has_more } = await expectPage<Json & { total: number }>(api.rest('GET', path));
    expect([data.length, has_more]).toEqual([schedule.invoiceCount, false]);
    expect(cents(data)).toBe(cents([told]));
    const issuers = `select distinct legal_entity_id, payment_account_id from invoice where contract_id = 'deal'`;
    const { legalEntityId: legal_entity_id, paymentAccountId: payment_account_id } = told;
    expect(await app.dataSource.query(issuers)).toEqual([{ legal_entity_id, payment_account_id }]);
  });
});
