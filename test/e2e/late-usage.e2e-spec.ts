import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { billingOf, createBilledContract, createRemitToAccount } from '../support/contract-billing';
import { runBilling } from '../support/invoices';
import { sellMetered } from '../support/metered-customers';

interface Told extends Json {
  invoiceId: string;
  total: number;
  lineItems: Json[];
}

/** Domain: entitlements-usage A4, A13; contracts-billing V7 */
describe('usage that is reported after its invoice was sent', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    app.clock.travelTo('2026-10-01T00:00:00.000Z');
    api = app.a.api;
    await createRemitToAccount(api, 'acorn');
    await sellMetered(api, [], ['calls']);
    await createBilledContract(api, 'deal');
    await expectOk(api.rest('POST', '/subscriptions', { customerId: 'deal-buyer', planId: 'plan' }));
    const usage = {
      ...{ name: 'Calls', itemName: 'calls', pricingModelId: 'tiered_pay_as_you_go', netTerms: 30 },
      ...{ rows: [{ price: 0.1, to: 1_000 }, { price: 0.05 }], discount: 10, tax: 20 },
    };
    const fee = { name: 'Fee', rows: [{ price: 100 }], netTerms: 30, paymentTime: 'IN_ARREARS' };
    const window = { activationStartDate: '2026-10-01T00:00:00Z', activationEndDate: '2026-12-31T00:00:00Z' };
    const billing = billingOf(api, 'deal');
    await expectOk(billing.add([usage, fee], window));
    await expectOk(billing.settings({ legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' }));
    await expectOk(billing.publish());
  });
  afterAll(() => app.close());

  const usageOf = (value: number, createdAt: string) => [
    { customerId: 'deal-buyer', featureId: 'calls', value, createdAt },
  ];
  const report = (value: number, at: string) =>
    expectOk(api.rest('POST', '/usage', { usages: usageOf(value, at) }));
  const billAt = async (text: string): Promise<void> => {
    app.clock.travelTo(`${text}T02:00:00.000Z`);
    await runBilling(app);
  };
  const invoices = async () =>
    (await expectPage<Told>(api.rest('GET', '/customers/deal-buyer/invoices'))).data;

  it('A13: 500 calls of October that are reported in November are billed with November, and taken back with December', async () => {
    app.clock.travelTo('2026-10-21T00:00:00.000Z');
    await report(800, '2026-10-20T00:00:00.000Z');
    await billAt('2026-11-01');
    const [october] = await invoices();
    expect(october).toMatchObject({ subtotal: 180, discount: 8, tax: 14.4, total: 186.4 });

    const reported = await api.graphql(
      'mutation($input: ReportUsageInput!) { reportUsage(input: $input) { value } }',
      { input: { usages: usageOf(500, '2026-10-31T23:59:59.999Z') } },
    );
    expect(reported.errors).toEqual([]);
    await report(10, '2026-11-01T01:00:00.000Z');
    await billAt('2026-12-01');
    const [same, november] = await invoices();
    expect(same).toEqual(october);
    expect(november?.lineItems).toEqual([
      expect.objectContaining({ description: 'Calls', quantity: 10, amount: 1 }),
      expect.objectContaining({ description: 'Fee', amount: 100 }),
      expect.objectContaining({
        ...{
          description: 'Calls, usage of 2026-10-01 to 2026-10-31 corrected',
          quantity: 500,
          unitPrice: null,
        },
        // 200 at 0.10 and 300 at 0.05, as they stand above the 800 of October.
        ...{ amount: 35, productExternalId: november?.lineItems[0]?.['productExternalId'] },
      }),
    ]);
    expect(november).toMatchObject({ subtotal: 136, discount: 3.6, tax: 6.48, total: 138.88 });

    await report(-500, '2026-10-31T23:59:59.999Z');
    await billAt('2027-01-01');
    const december = (await invoices())[2];
    expect(december).toMatchObject({ subtotal: 65, discount: -3.5, tax: -6.3, total: 62.2 });
    expect(december?.lineItems[2]).toMatchObject({ amount: -35, quantity: -500 });
    const schedule = await billingOf(api, 'deal').schedule();
    expect(schedule).toMatchObject({ invoiceCount: 3, total: 387.48 });
    expect(schedule.invoices[1]?.lineItems[2]).toMatchObject({
      subTotal: 35,
      discount: 3.5,
      tax: 6.3,
      total: 37.8,
    });
  });

  it('contracts-billing V7: a credit note leaves it out, as other usage', async () => {
    const december = (await invoices())[2];
    const path = `/customers/deal-buyer/invoices/${december?.invoiceId}/credit-note`;
    const note = await expectOk<Told>(api.rest('POST', path, {}));
    expect(note).toMatchObject({ total: -100, lineItems: [{ description: 'Fee', amount: -100 }] });
    // 37.80 were given back: that remains.
    expect((await invoices())[2]).toMatchObject({ state: 'OPEN' });
  });

  it('A4: 90 days later there is nothing more to come', async () => {
    const usages = usageOf(1, '2026-10-04T01:59:59.999Z');
    app.clock.travelTo('2027-01-02T02:00:00.000Z');
    expect(await api.rest('POST', '/usage', { usages })).toRefuse('BadUserInput', /90 days/);
  });
});
