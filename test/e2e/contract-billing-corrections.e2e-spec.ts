import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import {
  billingOf,
  createBilledContract,
  createPublishedContract,
  createReadyContract,
  createRemitToAccount,
  expectReason,
  twoYears,
} from '../support/contract-billing';
import { textAt } from '../support/documents-by-path';
import { eventsAbout } from '../support/events';
import { runBilling } from '../support/invoices';

// Domain: contracts-billing

describe('what is put right in the billing of contracts', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createRemitToAccount(api, 'acorn');
  });
  afterAll(() => app.close());

  const of = (id: string) => billingOf(api, id);
  const newId = (): string => `mended-${++made}`;
  const ready = () => createReadyContract(api, newId(), 'acorn');
  const published = () => createPublishedContract(api, newId(), 'acorn');
  /** With one line at this price, from these days on. */
  const sold = (price: number, days: Json): Promise<string> =>
    createReadyContract(api, newId(), 'acorn', [{ name: 'Seats', rows: [{ quantity: 1, price }] }], days);
  const patch = (id: string, body: Json) => api.rest('PATCH', `/contracts/${id}`, body);
  const firstQuarter = {
    activationStartDate: '2026-01-01T00:00:00.000Z',
    activationEndDate: '2026-03-31T00:00:00.000Z',
  };

  describe('customers-subscriptions U7: of an archived customer', () => {
    const archived = async (): Promise<string> => {
      const id = await published();
      await expectOk(api.rest('POST', `/customers/${id}-buyer/archive`));
      return id;
    };

    it('what is published can be amended', async () => {
      const id = await archived();
      const before = await of(id).summary();
      const removal = { removeLineItems: ['onboarding'] };
      const after = await expectOk<Json>(of(id).post('edit-active', removal));
      expect(after['total']).toBe(before.total - 4000);
      expect((await of(id).schedule()).total).toBe(after['total']);
    });

    it('billing can be canceled, through both doors', async () => {
      const [id, other] = [await archived(), await archived()];
      await expectOk(of(id).post('cancel'));
      const mutation = `mutation { cancelContractBilling(id: "${other}") { total } }`;
      await expectOk(api.graphql(mutation));
      for (const each of [id, other]) {
        const contract = await expectOk<Json>(api.rest('GET', `/contracts/${each}`));
        expect(contract).toMatchObject({ billingState: 'CANCELED', nextInvoice: null });
      }
    });

    it('settings, terms and reopening are still refused', async () => {
      const id = await archived();
      for (const answer of [
        await of(id).settings({ note: 'x' }),
        await of(id).terms({ netTerms: 1 }),
        await of(id).post('reopen'),
      ]) {
        expect(answer).toRefuse('CustomerNotFound', /archived/);
      }
    });
  });

  describe('C5, S1: the days of the contract', () => {
    it('on a draft are those of every line, and publishing keeps them', async () => {
      const id = await ready();
      const activationEndDate = '2027-05-31T00:00:00.000Z';
      expect(await expectOk(patch(id, { activationEndDate }))).toMatchObject({ activationEndDate });
      const summary = await of(id).summary();
      expect(summary).toMatchObject({ activationStartDate: twoYears.activationStartDate, activationEndDate });
      // One year of each: 14,400 of the platform, 9,720 of the seats, 4,000 at once.
      expect(summary.total).toBe(28_120);
      expect(await expectOk(of(id).publish())).toMatchObject({ activationEndDate });
      expect(await of(id).schedule()).toMatchObject({ total: 28_120 });
    });

    it('of what is published are refused, through both doors, and nothing changes', async () => {
      const id = await published();
      const before = await expectOk(api.rest('GET', `/contracts/${id}`));
      const body = { name: 'Renamed', activationEndDate: '2030-01-01T00:00:00.000Z' };
      expectReason(await patch(id, body), 'CONTRACT_NOT_DRAFT', /^activationEndDate: .*amend/);
      const mutation = `mutation($input: UpdateContractInput!) { updateContract(id: "${id}", input: $input) { name } }`;
      expectReason(await api.graphql(mutation, { input: body }), 'CONTRACT_NOT_DRAFT');
      expect(await expectOk(api.rest('GET', `/contracts/${id}`))).toEqual(before);
      // The same days again are no change.
      await expectOk(patch(id, { name: 'Renamed', ...twoYears }));
    });

    it('without lines are those that the next line takes', async () => {
      const id = newId();
      await createBilledContract(api, id);
      await expectOk(patch(id, twoYears));
      expect(await expectOk(of(id).add([{ name: 'Seats' }]))).toMatchObject(twoYears);
    });

    it('an end before the start is refused, and the lines stay as they are', async () => {
      const id = await ready();
      const before = await of(id).summary();
      expect(await patch(id, { activationEndDate: '2020-01-01T00:00:00.000Z' })).toRefuse('BadUserInput');
      expect(await of(id).summary()).toEqual(before);
    });
  });

  it('P7: what is published late is issued on that day, as the draft told', async () => {
    app.clock.travelTo('2026-03-04T15:30:00.000Z');
    const id = await sold(10, firstQuarter);
    const issued = [['2026-03-04', '2026-04-03']];
    const datesOf = async () =>
      (await of(id).schedule()).invoices.map(({ issueDate, dueDate }) => [
        String(issueDate).slice(0, 10),
        String(dueDate).slice(0, 10),
      ]);
    const told = await datesOf();
    expect(told).toEqual([...issued, ...issued, ...issued]);
    await expectOk(of(id).publish());
    expect(await datesOf()).toEqual(told);
  });

  it('V5: a line whose quantity and unit price do not tell its amount says how it comes about', async () => {
    app.clock.travelTo('2026-03-04T15:30:00.000Z');
    const id = newId();
    await createBilledContract(api, id);
    const rows = [
      { quantity: 60, price: 10, to: 50 },
      { quantity: 60, price: 9 },
    ];
    const short = {
      activationStartDate: '2026-03-01T00:00:00.000Z',
      activationEndDate: '2026-03-10T00:00:00.000Z',
    };
    const lines = [
      { name: 'Tiers', pricingModelId: 'tiered', rows, billingCycleUnit: 'one_time' },
      { name: 'Days', rows: [{ quantity: 25, price: 31 }] },
      { name: 'Plain', rows: [{ quantity: 2, price: 5 }], billingCycleUnit: 'one_time' },
    ];
    await expectOk(of(id).add(lines, short));
    await expectOk(of(id).terms({ netTerms: 30 }));
    await expectOk(of(id).settings({ legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' }));
    await expectOk(of(id).publish());
    await runBilling(app);
    const told = (await of(id).invoices()).flatMap(({ lineItems }) => lineItems as Json[]);
    const byName = told.sort((a, b) => (String(a['description']) < String(b['description']) ? -1 : 1));
    expect(byName.map(({ description, amount, explanation }) => [description, amount, explanation])).toEqual([
      ['Days', 250, '(25 × 31) × 10/31'],
      ['Plain', 10, null],
      ['Tiers', 590, '50 × 10 + 10 × 9'],
    ]);
    const [invoice] = await of(id).invoices();
    const path = `/customers/${id}-buyer/invoices/${String(invoice?.['invoiceId'])}/pdf`;
    expect(await textAt(api, path)).toContain('50 × 10 + 10 × 9');
    const kept = (await of(id).schedule()).invoices.flatMap(({ lineItems }) => lineItems);
    expect(kept.find(({ name }) => name === 'Tiers')).toMatchObject({ explanation: '50 × 10 + 10 × 9' });
  });

  it('V2: an invoice of nothing is paid when it is sent', async () => {
    app.clock.travelTo('2026-03-04T15:30:00.000Z');
    const id = await sold(0, { ...firstQuarter, activationStartDate: '2026-03-01T00:00:00.000Z' });
    await expectOk(of(id).publish());
    await runBilling(app);
    const [invoice] = await of(id).invoices();
    expect(invoice).toMatchObject({ state: 'PAID', total: 0, amountDue: 0, paidDate: expect.any(String) });
    const events = await eventsAbout(app, String(invoice?.['invoiceId']));
    expect(events.map(({ type }) => type)).toEqual(['invoice.finalized', 'invoice.paid']);
  });

  describe('S2: the currency that a payment account takes', () => {
    const account = '/contracts/legal-entities/euro/payment-accounts/euro-bank';
    const euros = { legalEntityId: 'euro', paymentAccountId: 'euro-bank' };
    const wrong = (field: string) => new RegExp(`^${field}: payment account euro-bank takes eur, .* in usd`);
    const takes = (currency: string | null) => expectOk(api.rest('PATCH', account, { currency }));

    beforeAll(() => createRemitToAccount(api, 'euro'));
    beforeEach(() => takes('eur'));

    it('is that of the contract, or it is not chosen', async () => {
      const id = await ready();
      const before = await of(id).summary();
      expect(await of(id).settings(euros)).toRefuse('BadUserInput', wrong('paymentAccountId'));
      expect(await of(id).summary()).toEqual(before);
      await takes('usd');
      expect(await expectOk(of(id).settings(euros))).toMatchObject({ paymentAccountId: 'euro-bank' });
    });

    it('is that of the contract, or its currency stays', async () => {
      const id = await ready();
      await takes('usd');
      await expectOk(of(id).settings(euros));
      const terms = await of(id).terms({ currency: 'eur' });
      expect(terms).toRefuse('BadUserInput', /^currency: payment account euro-bank takes usd, .* in eur/);
    });

    it('may be another one since: it is told before it is published, and refused then', async () => {
      const id = await ready();
      await takes(null);
      await expectOk(of(id).settings(euros));
      expect(await of(id).readiness()).toMatchObject({ isReady: true, warnings: [] });
      await takes('eur');
      expect(await of(id).readiness()).toMatchObject({
        ...{ isReady: false, warnings: [expect.stringMatching(/euro-bank takes eur/)] },
      });
      expect(await of(id).publish()).toRefuse('BadUserInput', wrong('paymentAccountId'));
      await takes('usd');
      await expectOk(of(id).publish());
    });
  });

  it.each([
    ['name', { name: ' \t' }],
    ['itemName', { name: 'Seats', itemName: '  ' }],
  ])('I1: a blank %s is refused', async (field, line) => {
    const id = newId();
    await createBilledContract(api, id);
    expect(await of(id).add([{ name: 'Fine' }, line])).toRefuse(
      'BadUserInput',
      new RegExp(`^lineItems\\[1\\]\\.${field} is blank`),
    );
    expect((await of(id).summary()).items).toEqual([]);
  });
});
