import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import {
  billingOf,
  createBilledContract,
  createRemitToAccount,
  exampleLines,
  expectReason,
  twoYears,
  type BillingTotals,
} from '../support/contract-billing';
import { everyField } from '../support/graphql-selection';

/** Domain: contracts-billing M2, M3, M7, S1, P5 */
describe('the terms and the schedule of a contract', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const id of ['acorn', 'birch']) await createRemitToAccount(api, id);
  });
  afterAll(() => app.close());

  const contract = async (more: Json = {}): Promise<string> => {
    const id = `deal-${++made}`;
    await createBilledContract(api, id, more);
    return id;
  };
  const of = (id: string) => billingOf(api, id);
  const addOk = (id: string, lines: Json[], more: Json = {}) =>
    expectOk<BillingTotals>(of(id).add(lines, more));
  const seats = (more: Json = {}): Json => ({ name: 'Seats', rows: [{ quantity: 25, price: 30 }], ...more });

  describe('what a line takes over', () => {
    it('M7: a term that all lines agree on is that of the next, and is told', async () => {
      const id = await contract(twoYears);
      await addOk(id, [seats({ netTerms: 30 })], { legalEntityId: 'acorn' });
      const told = await addOk(id, [seats()]);
      expect(told).toMatchObject({ netTerms: 30, legalEntityId: 'acorn', ...twoYears });
    });

    it('M7: a term that lines differ in is told by none', async () => {
      const id = await contract();
      const told = await addOk(id, [seats({ netTerms: 30 }), seats({ netTerms: 60 })], twoYears);
      expect(told).toMatchObject({ netTerms: null, ...twoYears });
      const other = { activationStartDate: '2027-06-01T00:00:00.000Z' };
      expect(await addOk(id, [seats({ netTerms: 30 })], other)).toMatchObject({
        activationStartDate: null,
        activationEndDate: twoYears.activationEndDate,
      });
    });

    it('a legal entity that is sent must be there; its account does not go with another', async () => {
      const id = await contract();
      await addOk(id, [seats()]);
      await expectOk(of(id).settings({ legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' }));
      const unknown = await of(id).add([seats()], { legalEntityId: 'nobody' });
      expectReason(unknown, 'LEGAL_ENTITY_NOT_FOUND');
      expect(await addOk(id, [seats()])).toMatchObject({ paymentAccountId: 'acorn-bank' });
      expect(await addOk(id, [seats()], { legalEntityId: 'birch' })).toMatchObject({
        legalEntityId: null,
        paymentAccountId: null,
      });
    });

    it('dates in the wrong order are refused', async () => {
      const wrong = {
        activationStartDate: twoYears.activationEndDate,
        activationEndDate: twoYears.activationStartDate,
      };
      expect(await of(await contract()).add([seats()], wrong)).toRefuse('BadUserInput', /activationEndDate/);
    });
  });

  describe('S1: terms', () => {
    it('E1: are written to every line and to the contract; only the day counts', async () => {
      const id = await contract();
      await addOk(id, [seats({ netTerms: 10 }), seats({ netTerms: 20 })]);
      const body = {
        activationStartDate: '2026-06-01T23:30:00.000Z',
        activationEndDate: '2028-05-31T12:00:00+02:00',
        netTerms: 45,
      };
      const told = await expectOk(of(id).terms(body));
      expect(told).toMatchObject({ ...twoYears, netTerms: 45, total: 36_000 });
      expect(await expectOk(api.rest('GET', `/contracts/${id}`))).toMatchObject(twoYears);
      const document = `mutation($id: String!) {
        updateContractBillingTerms(id: $id, input: { netTerms: 5, currency: eur }) { netTerms currency } }`;
      expect(await expectOk(api.graphql(document, { id }))).toEqual({ netTerms: 5, currency: 'eur' });
    });

    it('only what is sent is written, null clears', async () => {
      const id = await contract();
      await addOk(id, [seats({ netTerms: 10 })], twoYears);
      const told = await expectOk(of(id).terms({ activationEndDate: '2026-07-31T00:00:00Z' }));
      expect(told).toMatchObject({
        ...twoYears,
        activationEndDate: '2026-07-31T00:00:00.000Z',
        netTerms: 10,
      });
      expect(told).toMatchObject({ total: 1_500 });
      const cleared = { activationEndDate: null, netTerms: null };
      expect(await expectOk(of(id).terms(cleared))).toMatchObject({ ...cleared, total: 750 });
    });

    it('an end before its start is refused, also with what is kept', async () => {
      const id = await contract();
      await addOk(id, [seats()], twoYears);
      const wrong = /activationEndDate must not/;
      expect(await of(id).terms({ activationEndDate: '2026-05-31T00:00:00Z' })).toRefuse(
        'BadUserInput',
        wrong,
      );
      expect(await of(id).summary()).toMatchObject(twoYears);
    });

    it('need a line', async () => {
      const answer = await of(await contract()).terms({ netTerms: 30 });
      expectReason(answer, 'NO_LINE_ITEMS');
    });
  });

  describe('P5: the schedule of a draft', () => {
    it('M2: is what the contract comes to, invoice by invoice', async () => {
      const id = await contract();
      await addOk(id, exampleLines, twoYears);
      const schedule = await of(id).schedule();
      expect(schedule).toMatchObject({ isPreview: true, invoiceCount: 27, total: 52_240 });
      expect(schedule.invoices).toHaveLength(27);
      const dates = schedule.invoices.map(({ issueDate }) => String(issueDate));
      expect(dates).toEqual([...dates].sort());
      expect(schedule.invoices[0]).toMatchObject({
        ...{ invoiceNumber: null, state: 'DRAFT', issueDate: twoYears.activationStartDate, dueDate: null },
        ...{ periodStart: twoYears.activationStartDate, periodEnd: '2027-05-31T00:00:00.000Z' },
        total: 14_400,
      });
      expect(schedule.invoices[1]?.lineItems).toMatchObject([
        {
          ...{
            name: 'Seats',
            quantity: 25,
            unitPrice: 30,
            subTotal: 750,
            discount: 75,
            tax: 135,
            total: 810,
          },
          explanation: '25 × 30 = 750.00 − discount 75.00 + tax 135.00',
        },
      ]);
    });

    it('tells the first ones only where that is asked; the totals are of all', async () => {
      const id = await contract();
      await addOk(id, exampleLines, twoYears);
      const first = await of(id).schedule('?count=2');
      expect(first).toMatchObject({ invoiceCount: 27, total: 52_240 });
      expect(first.invoices).toHaveLength(2);
      const document = `query($id: String!) { contractInvoiceSchedule(id: $id, count: 2)
        ${everyField(app, 'ContractInvoiceSchedule')} }`;
      expect(await expectOk(api.graphql(document, { id }))).toEqual(first);
      const none = await api.rest('GET', `/contracts/${id}/billing/invoice-schedule?count=0`);
      expect(none).toRefuse('BadUserInput', /^count must be at least 1/);
    });

    it('lines that differ in their terms split an invoice', async () => {
      const id = await contract();
      const month = {
        activationStartDate: '2026-06-01T00:00:00Z',
        activationEndDate: '2026-06-30T00:00:00Z',
      };
      await addOk(id, [seats({ netTerms: 30 }), seats({ netTerms: 30 })], month);
      expect(await of(id).schedule()).toMatchObject({ invoiceCount: 1, total: 1_500 });
      expect((await of(id).readiness()).warnings).toEqual([]);
      await addOk(id, [seats({ netTerms: 60 }), seats({ netTerms: 30, separateInvoice: true })]);
      await addOk(id, [seats({ netTerms: 30, paymentTime: 'IN_ARREARS' })]);
      expect(await of(id).schedule()).toMatchObject({ invoiceCount: 4, total: 3_750 });
      const document = 'query($id: String!) { contractBillingReadiness(id: $id) { warnings } }';
      const { warnings } = await expectOk<{ warnings: string[] }>(api.graphql(document, { id }));
      expect(warnings).toEqual([expect.stringMatching(/2026-06-01 to 2026-06-30 by 4 invoices/)]);
    });

    it('without a window has no dates, without lines no invoices', async () => {
      const id = await contract();
      expect(await of(id).schedule()).toEqual({ isPreview: true, invoiceCount: 0, total: 0, invoices: [] });
      await addOk(id, [seats()]);
      expect((await of(id).schedule()).invoices).toMatchObject([
        { issueDate: null, dueDate: null, periodStart: null, periodEnd: null, total: 750 },
      ]);
    });

    it('M3: a short last cycle says the share of its days', async () => {
      const id = await contract();
      const window = {
        activationStartDate: '2026-06-01T00:00:00Z',
        activationEndDate: '2026-07-10T00:00:00Z',
      };
      await addOk(id, [seats({ rows: [{ price: 100 }] })], window);
      const { invoices } = await of(id).schedule();
      expect(invoices.map((invoice) => invoice.lineItems[0]?.['explanation'])).toEqual([
        '1 × 100 = 100.00',
        '(1 × 100) × 10/31 = 32.26',
      ]);
    });
  });

  it('M1: a contract without billing comes to nothing, and says what it needs', async () => {
    const id = await contract({ setupBilling: false });
    expect(await of(id).summary()).toMatchObject({ total: 0, items: [], legalEntityId: null });
    expect(await of(id).schedule()).toMatchObject({ isPreview: true, invoiceCount: 0 });
    const { isReady, requirements } = await of(id).readiness();
    expect([isReady, requirements[0]]).toMatchObject([
      false,
      { reason: 'NO_BILLING_CONTRACT', isMet: false },
    ]);
    const refused = await of(id).add([seats()]);
    expectReason(refused, 'NO_BILLING_CONTRACT');
  });
});
