import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import {
  billingOf,
  cents,
  createBilledContract,
  createPublishedContract,
  createReadyContract,
  createRemitToAccount,
  exampleLines,
  expectReason,
  twoYears,
  type BillingTotals,
} from '../support/contract-billing';
import { eventsAbout } from '../support/events';
import { everyField } from '../support/graphql-selection';
import { runBilling } from '../support/invoices';

const acorn = { legalEntityId: 'acorn', paymentAccountId: 'acorn-bank' };
/** Domain: contracts-billing */
describe('the publication of a contract', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const id of ['acorn', 'birch']) await createRemitToAccount(api, id);
  });
  afterAll(() => app.close());

  const newId = (): string => `deal-${++made}`;
  const of = (id: string) => billingOf(api, id);
  const read = (id: string) => expectOk<Json>(api.rest('GET', `/contracts/${id}`));
  const ready = () => createReadyContract(api, newId(), 'acorn');
  const published = () => createPublishedContract(api, newId(), 'acorn');
  const amend = (id: string, body: Json = {}) => of(id).post('edit-active', body);
  const overGraphql = (id: string, mutation: string, input = '') =>
    api.graphql(`mutation($id: String!) { ${mutation}(id: $id${input}) { contractId } }`, { id });

  describe('P1: what is missing is told in its order', () => {
    const steps: [string, (id: string) => Promise<unknown>][] = [
      ['NO_LINE_ITEMS', (id) => expectOk(of(id).add(exampleLines))],
      ['BILLING_PERIOD_REQUIRED', (id) => expectOk(of(id).terms(twoYears))],
      ['PAYMENT_TERMS_REQUIRED', (id) => expectOk(of(id).terms({ netTerms: 0 }))],
      ['LEGAL_ENTITY_REQUIRED', (id) => expectOk(of(id).settings({ legalEntityId: 'acorn' }))],
      ['PAYMENT_ACCOUNT_REQUIRED', (id) => expectOk(of(id).settings({ paymentAccountId: 'acorn-bank' }))],
    ];

    it('by the refusals of both doors and by the list, step by step', async () => {
      const id = newId();
      await createBilledContract(api, id);
      for (const [index, [reason, remedy]] of steps.entries()) {
        expectReason(await of(id).publish(), reason);
        expectReason(await overGraphql(id, 'publishContractBilling'), reason);
        const { isReady, requirements } = await of(id).readiness();
        const missing = requirements.filter(({ isMet }) => !isMet).map((each) => each.reason);
        expect([isReady, missing]).toEqual([false, steps.slice(index).map(([each]) => each)]);
        await remedy(id);
      }
      expect((await of(id).readiness()).isReady).toBe(true);
      expect(await expectOk(of(id).publish())).toMatchObject({ billingState: 'ACTIVE' });
      const after = await of(id).readiness();
      expect(after.isReady).toBe(false);
      expect(after.requirements.find(({ isMet }) => !isMet)?.reason).toBe('ALREADY_PUBLISHED');
    });

    it('NO_BILLING_CONTRACT comes first', async () => {
      const id = newId();
      await createBilledContract(api, id, { setupBilling: false });
      expectReason(await of(id).publish(), 'NO_BILLING_CONTRACT');
      for (const verb of ['reopen', 'cancel']) expectReason(await of(id).post(verb), 'NO_BILLING_CONTRACT');
      expectReason(await amend(id), 'NO_BILLING_CONTRACT');
    });

    it('a term must be said by every line', async () => {
      const id = await ready();
      await expectOk(of(id).add([{ name: 'Open end', netTerms: 5 }], { activationEndDate: null }));
      expectReason(await of(id).publish(), 'BILLING_PERIOD_REQUIRED');
    });
  });

  describe('P2: published', () => {
    it('it is active, all its documents are made, and what they come to is what was told last', async () => {
      const id = await ready();
      await expectOk(of(id).settings({ note: 'Thank you' }));
      const [told, preview] = [await of(id).summary(), await of(id).schedule()];
      const contract = await expectOk(of(id).publish());
      expect(contract).toEqual(await read(id));
      expect(contract).toMatchObject({
        ...{ billingState: 'ACTIVE', state: 'ACTIVE', ...twoYears, latestInvoice: null },
        nextInvoice: { periodStart: twoYears.activationStartDate },
      });
      const schedule = await of(id).schedule();
      expect(schedule).toMatchObject({ isPreview: false, invoiceCount: 27, total: told.total });
      const ofPreview = (invoice: Json) => ({ ...invoice, lineItems: undefined });
      expect(schedule.invoices.map(ofPreview)).toEqual(
        expect.arrayContaining(preview.invoices.map(ofPreview)),
      );
      expect(cents(schedule.invoices)).toBe(5_224_000);
      expect(await of(id).summary()).toEqual(told);
      const notes = await app.dataSource.query('select distinct note from invoice where contract_id = $1', [
        id,
      ]);
      expect(notes).toEqual([{ note: 'Thank you' }]);
    });

    it('C5: its documents bear the number of the deal that the customer gave last', async () => {
      const id = await ready();
      const order = (poNumber: string | null) =>
        expectOk(api.rest('PATCH', `/contracts/${id}`, { poNumber }));
      const borne = () =>
        app.dataSource.query('select distinct purchase_order as of from invoice where contract_id = $1', [
          id,
        ]);
      await order('PO-1');
      await expectOk(of(id).publish());
      expect(await borne()).toEqual([{ of: 'PO-1' }]);
      await order('PO-2');
      expect(await borne()).toEqual([{ of: 'PO-2' }]);
      await order(null);
      expect(await borne()).toEqual([{ of: null }]);
    });

    it('is an event, and stands in the activity log', async () => {
      const id = await published();
      const events = await eventsAbout(app, id);
      expect(events.at(-1)).toMatchObject({ type: 'contract.billing_published', entity_type: 'CONTRACT' });
      expect(events.at(-1)?.payload).toMatchObject({ contract: { billingState: 'ACTIVE' } });
    });

    it('again is refused and issues nothing again, through both doors', async () => {
      const id = await published();
      expectReason(await of(id).publish(), 'ALREADY_PUBLISHED');
      expectReason(await overGraphql(id, 'publishContractBilling'), 'ALREADY_PUBLISHED');
      expect(await of(id).schedule()).toMatchObject({ invoiceCount: 27, total: 52_240 });
    });

    it('by two at once it is published once', async () => {
      const id = await ready();
      const answers = await Promise.all([of(id).publish(), of(id).publish(), of(id).publish()]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 400, 400]);
      expect(await of(id).schedule()).toMatchObject({ invoiceCount: 27, total: 52_240 });
    });

    it('over GraphQL as over REST', async () => {
      const id = await ready();
      const document = `mutation($id: String!) { publishContractBilling(id: $id) ${everyField(app, 'Contract')} }`;
      const contract = await expectOk(api.graphql(document, { id }));
      expect(contract).toMatchObject({ billingState: 'ACTIVE' });
      expect(contract).toEqual(await read(id));
    });

    it('the invoices that the customer gets come to the totals, to the cent', async () => {
      const id = newId();
      await createBilledContract(api, id);
      // Nothing of it divides: each line is rounded for itself.
      const lines = [
        { name: 'Thirds', rows: [{ quantity: 3, price: 33.333333 }], discount: 7.5, tax: 19 },
        { name: 'Weeks', rows: [{ price: 10.005 }], billingCycleUnit: 'weekly', tax: 7 },
        {
          name: 'Quarters',
          rows: [{ price: 99.995 }],
          billingCycleUnit: 'quarterly',
          paymentTime: 'IN_ARREARS',
        },
      ];
      const window = {
        activationStartDate: '2025-01-31T00:00:00Z',
        activationEndDate: '2026-02-20T00:00:00Z',
      };
      await expectOk(of(id).add(lines, window));
      await expectOk(of(id).terms({ netTerms: 14 }));
      const told = await expectOk<BillingTotals>(of(id).settings(acorn));
      await expectOk(of(id).publish());
      await runBilling(app);
      const invoices = await of(id).invoices();
      expect(invoices).toHaveLength((await of(id).schedule()).invoiceCount);
      expect(cents(invoices)).toBe(cents([told]));
      expect(await of(id).schedule()).toMatchObject({ total: told.total });
    });
  });

  describe('P3: what only a draft takes', () => {
    it('is refused of a published contract, naming both ways', async () => {
      const id = await published();
      const told = await of(id).summary();
      const answers = [
        await of(id).add(exampleLines),
        await of(id).patch('seats', []),
        await of(id).remove('seats'),
        await of(id).remove('seats/rows/0'),
        await of(id).terms({ netTerms: 5 }),
        await of(id).settings(acorn),
        await overGraphql(id, 'updateContractBillingTerms', ', input: { netTerms: 5 }'),
        await overGraphql(id, 'deleteContractLineItem', ', itemRef: "seats"'),
      ];
      for (const answer of answers) expectReason(answer, 'CONTRACT_NOT_DRAFT', /amend it.*reopen it/);
      expect(await of(id).summary()).toEqual(told);
    });
  });

  describe('P3: amended', () => {
    it('it stays published, and its documents are those of what changed', async () => {
      const id = await published();
      const told = await expectOk<BillingTotals>(
        amend(id, {
          includeCurrentInvoice: true,
          removeLineItems: ['onboarding'],
          updateLineItems: [{ itemRef: 'seats', rows: [{ quantity: 50, price: 30 }] }],
          addLineItems: [{ name: 'Support', rows: [{ price: 100 }] }],
          terms: { activationEndDate: '2027-05-31T00:00:00Z', netTerms: 10 },
          settings: { legalEntityId: 'birch', paymentAccountId: 'birch-bank', note: 'Amended' },
        }),
      );
      // 14,400 and 12 × (1,500 − 150 + 270) and 12 × 100
      expect(told).toMatchObject({ total: 35_040, netTerms: 10, legalEntityId: 'birch' });
      expect(await of(id).summary()).toEqual(told);
      const schedule = await of(id).schedule();
      expect(schedule).toMatchObject({ isPreview: false, total: 35_040, invoiceCount: 13 });
      expect(cents(schedule.invoices)).toBe(3_504_000);
      expect(await read(id)).toMatchObject({
        billingState: 'ACTIVE',
        activationEndDate: '2027-05-31T00:00:00.000Z',
      });
      const [event] = (await eventsAbout(app, id)).slice(-1);
      expect(event).toMatchObject({ type: 'contract.updated' });
    });

    it('with nothing to change its documents are made anew', async () => {
      const id = await published();
      const before = await of(id).schedule();
      expect(await expectOk(overGraphql(id, 'amendContractBilling', ', input: {}'))).toEqual({
        contractId: id,
      });
      expect(await of(id).schedule()).toEqual(before);
      await expectOk(of(id).post('edit-active'));
      expect(await of(id).schedule()).toMatchObject({ invoiceCount: 27, total: 52_240 });
    });

    it.each<[string, Json, string | undefined]>([
      ['an unknown line', { removeLineItems: ['nobody'] }, undefined],
      [
        'no line left',
        { removeLineItems: ['platform', 'seats', 'onboarding'], updateLineItems: [] },
        'NO_LINE_ITEMS',
      ],
      ['no terms left', { terms: { netTerms: null } }, 'PAYMENT_TERMS_REQUIRED'],
      ['an unknown entity', { settings: { legalEntityId: 'nobody' } }, 'LEGAL_ENTITY_NOT_FOUND'],
      ['an account lost', { settings: { legalEntityId: 'birch' } }, 'PAYMENT_ACCOUNT_REQUIRED'],
    ])('not with %s: then all is as it was', async (_what, body, reason) => {
      const id = await published();
      const before = [await of(id).summary(), await of(id).schedule(), await read(id)];
      const answer = await amend(id, { updateLineItems: [{ itemRef: 'seats', rows: [] }], ...body });
      if (reason) expectReason(answer, reason);
      else expect(answer).toRefuse('ContractLineItemNotFound');
      expect([await of(id).summary(), await of(id).schedule(), await read(id)]).toEqual(before);
    });

    it('only of a published contract, and with all its documents', async () => {
      const id = await ready();
      expectReason(await amend(id), 'CONTRACT_NOT_PUBLISHED');
      expectReason(await of(id).post('reopen'), 'CONTRACT_NOT_PUBLISHED');
      expect(await amend(id, { lineItems: [] })).toRefuse('BadUserInput', /lineItems is not a known field/);
    });
  });

  it('P3: reopened it is a draft again, without documents, and can be published again', async () => {
    const id = await published();
    const told = await of(id).summary();
    expect(await expectOk(of(id).post('reopen'))).toEqual(told);
    expect(await read(id)).toMatchObject({ billingState: 'DRAFT', state: 'DRAFT', nextInvoice: null });
    expect(await of(id).schedule()).toMatchObject({ isPreview: true, invoiceCount: 27 });
    const kept = await app.dataSource.query('select from invoice where contract_id = $1', [id]);
    expect(kept).toHaveLength(0);
    await expectOk(of(id).remove('onboarding'));
    await expectOk(overGraphql(id, 'publishContractBilling'));
    expect(await of(id).schedule()).toMatchObject({ isPreview: false, invoiceCount: 26, total: 48_240 });
    await expectOk(overGraphql(id, 'reopenContractBilling'));
  });

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

    it('once an invoice was sent', async () => {
      const id = await ready();
      await expectOk(of(id).terms({ activationStartDate: '2026-03-01T00:00:00Z' }));
      await expectOk(of(id).publish());
      await runBilling(app);
      expect((await of(id).invoices()).length).toBeGreaterThan(0);
      await expectBlocked(id, /an invoice of it was sent.*credit note/);
    });
  });

  describe('canceled', () => {
    it('it keeps what was sent and sends nothing more; nothing brings it back', async () => {
      const id = await ready();
      await expectOk(of(id).terms({ activationStartDate: '2026-03-01T00:00:00Z' }));
      await expectOk(of(id).publish());
      await runBilling(app);
      const sent = await of(id).invoices();
      await expectOk(of(id).post('cancel'));
      expect(await read(id)).toMatchObject({ billingState: 'CANCELED', nextInvoice: null });
      expect(await of(id).schedule()).toMatchObject({ isPreview: false, invoiceCount: sent.length });
      expect(await of(id).invoices()).toEqual(sent);
      expectReason(await of(id).publish(), 'CONTRACT_NOT_DRAFT', /canceled/);
      expectReason(await of(id).settings(acorn), 'CONTRACT_NOT_DRAFT');
      expectReason(await amend(id), 'CONTRACT_NOT_DRAFT', /canceled/);
      expectReason(await of(id).post('reopen'), 'CONTRACT_NOT_DRAFT', /canceled/);
      await expectOk(overGraphql(id, 'cancelContractBilling'));
    });

    it('also as a draft', async () => {
      const id = await ready();
      await expectOk(of(id).post('cancel'));
      expect(await read(id)).toMatchObject({ billingState: 'CANCELED', state: 'DRAFT' });
      expect(await of(id).schedule()).toEqual({ isPreview: false, invoiceCount: 0, total: 0, invoices: [] });
    });
  });

  it('C8: an archived contract sends nothing more and takes nothing', async () => {
    const id = await published();
    await expectOk(api.rest('POST', `/contracts/${id}/archive`));
    expect(await of(id).schedule()).toMatchObject({ isPreview: false, invoiceCount: 0 });
    for (const answer of [await of(id).publish(), await amend(id), await of(id).post('cancel')]) {
      expect(answer).toRefuse('EntityIsArchivedError');
    }
    expect(await of(id).summary()).toMatchObject({ total: 0 });
  });

  it('V7: the credit notes of a contract are found by its contractId', async () => {
    const id = await published();
    expect((await expectPage(api.rest('GET', `/contracts/${id}/billing/credit-notes`))).data).toEqual([]);
    const unknown = await api.rest('GET', '/contracts/nobody/billing/credit-notes');
    expect(unknown).toRefuse('ContractNotFound');
  });
});
