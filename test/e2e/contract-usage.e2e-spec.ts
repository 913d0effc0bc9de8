import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import {
  billingOf,
  createBilledContract,
  createRemitToAccount,
  expectReason,
} from '../support/contract-billing';
import { runBilling } from '../support/invoices';
import { sellMetered } from '../support/metered-customers';

const acorn = { legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' };
/** Domain: contracts-billing I6, I8, M6, P3 */
describe('what is paid as you go', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const id of ['acorn', 'birch']) await createRemitToAccount(api, id);
    await sellMetered(api, [], ['calls']);
  });
  afterAll(() => app.close());

  const newId = (): string => `deal-${++made}`;
  const of = (id: string) => billingOf(api, id);
  const read = (id: string) => expectOk<Json>(api.rest('GET', `/contracts/${id}`));
  const amend = (id: string, body: Json = {}) => of(id).post('edit-active', body);
  const overGraphql = (id: string, mutation: string, input = '') =>
    api.graphql(`mutation($id: String!) { ${mutation}(id: $id${input}) { contractId } }`, { id });

  /** Published from March to May of 2026, billed by month for what is used of `calls`. */
  async function usageDeal(pricingModelId: string, rows: Json[], more: Json = {}): Promise<string> {
    const id = newId();
    await createBilledContract(api, id);
    await expectOk(api.rest('POST', '/subscriptions', { customerId: `${id}-buyer`, planId: 'plan' }));
    const line = { name: 'Calls', itemName: 'calls', pricingModelId, rows, netTerms: 30, ...more };
    const window = { activationStartDate: '2026-03-01T00:00:00Z', activationEndDate: '2026-05-31T00:00:00Z' };
    await expectOk(of(id).add([line], window));
    await expectOk(of(id).settings(acorn));
    await expectOk(of(id).publish());
    return id;
  }
  const report = (id: string, value: number) => {
    const usages = [{ customerId: `${id}-buyer`, featureId: 'calls', value }];
    return expectOk(api.rest('POST', '/usage', { usages }));
  };

  describe('P3: EDIT_BLOCKED', () => {
    const expectBlocked = async (id: string, why: RegExp): Promise<void> => {
      const before = [await of(id).schedule(), await read(id)];
      for (const answer of [
        await amend(id, { settings: { note: 'x' } }),
        await of(id).post('reopen'),
        await overGraphql(id, 'amendContractBilling', ', input: {}'),
        await overGraphql(id, 'reopenContractBilling'),
      ]) {
        expectReason(answer, 'EDIT_BLOCKED', why);
      }
      expect([await of(id).schedule(), await read(id)]).toEqual(before);
    };

    it('once usage was reported that it bills', async () => {
      const id = await usageDeal('flat_rate_pay_as_you_go', [{ price: 0.01 }]);
      await expectOk(amend(id));
      await report(id, 5);
      await expectBlocked(id, /usage was reported/);
    });
  });

  describe('I6, M6: what is paid as you go', () => {
    it('is no part of the totals, and is priced with what was used in its period', async () => {
      const rows = [{ price: 0, to: 600_000 }, { price: 0.065 }];
      const id = await usageDeal('tiered_pay_as_you_go', rows, { discount: 10, tax: 20 });
      expect(await of(id).summary()).toMatchObject({ total: 0 });
      await report(id, 500_000);
      await report(id, 250_000);
      await runBilling(app);
      expect(await of(id).invoices()).toEqual([]);
      app.clock.advance({ days: 29 });
      await report(id, 7);
      await runBilling(app);
      const [march, more] = await of(id).invoices();
      expect(more).toBeUndefined();
      // I8: 9,750.00, less 10 %, and 20 % of the rest.
      expect(march).toMatchObject({ subtotal: 9_750, discount: 975, tax: 1_755, total: 10_530 });
      expect(march?.['lineItems']).toMatchObject([
        { description: 'Calls', quantity: 750_000, unitPrice: null },
      ]);
      const schedule = await of(id).schedule();
      expect(schedule).toMatchObject({ invoiceCount: 3, total: 10_530 });
      expect(schedule.invoices[1]?.lineItems).toMatchObject([{ quantity: null, total: 0 }]);
    });

    it.each<[string, Json[], number]>([
      ['flat_rate_pay_as_you_go', [{ price: 0.5 }], 30],
      ['package_pay_as_you_go', [{ price: 10, packageSize: 50 }], 20],
      ['volume_pay_as_you_go', [{ price: 10, to: 50 }, { price: 9 }], 540],
      ['stairstep_pay_as_you_go', [{ price: 10, to: 50 }, { price: 9 }], 9],
    ])('60 units of %s', async (model, rows, amount) => {
      const start = app.clock.now();
      const id = newId();
      await createBilledContract(api, id);
      await expectOk(api.rest('POST', '/subscriptions', { customerId: `${id}-buyer`, planId: 'plan' }));
      const line = { name: 'Calls', itemName: 'calls', pricingModelId: model, rows, netTerms: 0 };
      const window = { activationStartDate: start, activationEndDate: start };
      await expectOk(of(id).add([line], window));
      await expectOk(of(id).settings(acorn));
      await expectOk(of(id).publish());
      await report(id, 60);
      app.clock.advance({ days: 2 });
      await report(id, 1_000);
      await runBilling(app);
      expect(await of(id).invoices()).toMatchObject([{ total: amount }]);
    });
  });
});
