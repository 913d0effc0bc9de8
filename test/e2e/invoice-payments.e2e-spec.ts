import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { moveClock } from '../support/environment-clock';
import type { TestEnvironment } from '../support/environments';
import { eventsAbout } from '../support/events';
import { collectedPlace, owe, runPayments, type ToldPayment } from '../support/payments';
import { chargePath, payBy } from '../support/payment-methods';
import { needsPermission } from '../support/suites/permission-suite';

// Domain: contracts-billing
describe('invoices collected by a provider', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    place = await collectedPlace(app);
    ({ api } = place);
  });

  const charge = (invoiceId: string, headers: Record<string, string> = {}) =>
    api.rest('POST', chargePath(invoiceId), undefined, headers);
  const charged = (invoiceId: string) => expectOk<ToldPayment>(charge(invoiceId));
  const invoice = (id: string) => expectOk<Json>(api.rest('GET', `/customers/acorn/invoices/${id}`));
  const payments = async (id: string) =>
    (await expectPage<ToldPayment>(api.rest('GET', `/customers/acorn/invoices/${id}/payments`))).data;
  const markPaid = (id: string) => expectOk(api.rest('POST', `/customers/acorn/invoices/${id}/paid`));
  const moved = (): Promise<{ key: string; refunds: Json }[]> =>
    app.dataSource.query(`select key, refunds from sandbox_payment where environment_id = $1`, [
      place.environmentId,
    ]);

  needsPermission({
    app: () => app,
    resource: 'invoices',
    reads: [
      {
        rest: ['GET', '/customers/acorn/invoices/INV-9/payments'],
        graphql: '{ invoicePayments(customerId: "acorn", invoiceRef: "INV-9") { totalCount } }',
      },
    ],
    writes: [
      {
        rest: ['POST', '/customers/acorn/invoices/INV-9/charge'],
        graphql: 'mutation { chargeCustomerInvoice(customerId: "acorn", invoiceRef: "INV-9") { id } }',
      },
    ],
  });

  it('V14: what is owed is collected by the method on file, and the invoice is paid with it', async () => {
    await payBy(api, 'pays');
    const id = await owe(app, place);
    const { total } = await invoice(id);
    const told = await charged(id);
    const at = app.clock.now().toISOString();
    expect(told).toEqual({
      ...{ id: told.id, invoiceId: id, amount: total, currency: 'usd', state: 'SUCCEEDED' },
      ...{ returnedAmount: 0, failureReason: null, actionUrl: null },
      ...{ createdAt: at, settledAt: at, updatedAt: at },
    });
    expect(await invoice(id)).toMatchObject({ state: 'PAID', amountDue: 0, paidDate: at });
    expect(await payments(id)).toEqual([told]);
    expect((await eventsAbout(app, id)).map(({ type }) => type)).toEqual([
      'invoice.finalized',
      'invoice.paid',
    ]);
    expect(await charge(id)).toRefuse('InvalidArgumentError', /PAID/);
  });

  it('V14: the same through the other door', async () => {
    await payBy(api, 'declines');
    const id = await owe(app, place);
    const fields = `id state amount currency invoiceId returnedAmount failureReason actionUrl createdAt settledAt updatedAt`;
    const document = `mutation($ref: String!) {
      chargeCustomerInvoice(customerId: "acorn", invoiceRef: $ref) { ${fields} } }`;
    const told = await expectOk<ToldPayment>(api.graphql(document, { ref: id }));
    expect(told.state).toBe('FAILED');
    const query = `query($ref: String!) {
      invoicePayments(customerId: "acorn", invoiceRef: $ref) { edges { node { ${fields} } } totalCount } }`;
    expect(await expectOk(api.graphql(query, { ref: id }))).toEqual({
      edges: [{ node: told }],
      totalCount: 1,
    });
    expect(await payments(id)).toEqual([told]);
  });

  it('V14: a decline leaves the invoice open and is told; another method pays it', async () => {
    await payBy(api, 'declines');
    const id = await owe(app, place);
    expect(await charged(id)).toMatchObject({
      ...{ state: 'FAILED', failureReason: expect.stringMatching(/declines/) as string },
      settledAt: app.clock.now().toISOString(),
    });
    expect(await invoice(id)).toMatchObject({ state: 'OPEN', paidDate: null });
    const failed = (await eventsAbout(app, id)).find(({ type }) => type === 'customer.payment_failed');
    expect(failed?.payload).toEqual({ customer: await expectOk(api.rest('GET', '/customers/acorn')) });
    await payBy(api, 'pays');
    expect((await charged(id)).state).toBe('SUCCEEDED');
    expect((await payments(id)).map(({ state }) => state)).toEqual(['SUCCEEDED', 'FAILED']);
  });

  it.each([
    ['pays_late', 'SUCCEEDED', 'PAID'],
    ['fails_late', 'FAILED', 'OPEN'],
  ])(
    'V14: of a method that %s, what is on its way is waited for and not charged again',
    async (method, end, state) => {
      await payBy(api, method);
      const id = await owe(app, place);
      const first = await charged(id);
      expect(first.state).toBe('PROCESSING');
      await payBy(api, 'pays');
      expect(await charged(id)).toMatchObject({ id: first.id, state: 'PROCESSING' });
      expect(await invoice(id)).toMatchObject({ state: 'OPEN' });
      app.clock.advance({ hours: 1, minutes: 3 });
      await runPayments(app);
      expect(await payments(id)).toMatchObject([{ id: first.id, state: end }]);
      expect(await invoice(id)).toMatchObject({ state });
      expect(await moved()).toHaveLength(1);
    },
  );

  it('V14, access-and-events K3: by a clock that was set it comes at its instant', async () => {
    await payBy(api, 'pays_late');
    const id = await owe(app, place);
    const start = app.clock.now().getTime();
    await expectOk(charge(id));
    await moveClock(place, new Date(start + 50 * 3_600_000));
    expect(await invoice(id)).toMatchObject({
      state: 'PAID',
      paidDate: new Date(start + 3_600_000).toISOString(),
    });
  });

  it('V14: what needs who pays waits for them', async () => {
    await payBy(api, 'needs_action');
    const id = await owe(app, place);
    expect(await charged(id)).toMatchObject({ state: 'ACTION_REQUIRED', settledAt: null });
    expect(await invoice(id)).toMatchObject({ state: 'OPEN' });
  });

  it('V14: what comes for an invoice that was paid meanwhile goes back, once', async () => {
    await payBy(api, 'pays_late');
    const id = await owe(app, place);
    const { amount } = await charged(id);
    await markPaid(id);
    app.clock.advance({ hours: 1, minutes: 3 });
    await runPayments(app);
    app.clock.advance({ hours: 3 });
    await runPayments(app);
    expect(await payments(id)).toMatchObject([{ state: 'RETURNED', returnedAmount: amount }]);
    const [{ refunds } = { refunds: {} }] = await moved();
    expect(Object.values(refunds)).toEqual([String(amount)]);
    expect((await eventsAbout(app, id)).filter(({ type }) => type === 'invoice.paid')).toHaveLength(1);
  });

  it('V14: of an invoice that was canceled meanwhile too', async () => {
    await payBy(api, 'pays_late');
    const id = await owe(app, place);
    const { amount } = await charged(id);
    const note = { reasonCode: 'OTHER' };
    await expectOk(api.rest('POST', `/customers/acorn/invoices/${id}/credit-note`, note));
    app.clock.advance({ hours: 1, minutes: 3 });
    await runPayments(app);
    expect(await payments(id)).toMatchObject([{ state: 'RETURNED', returnedAmount: amount }]);
    expect(await invoice(id)).toMatchObject({ state: 'CANCELED' });
  });

  it('V14: who ask at the same time are told of one payment, and it is charged once', async () => {
    await payBy(api, 'pays_late');
    const id = await owe(app, place);
    const all = await Promise.all(Array.from({ length: 8 }, () => charged(id)));
    expect(new Set(all.map((each) => each.id)).size).toBe(1);
    expect(await moved()).toHaveLength(1);
  });

  it('V14: is refused without a method, for what is not there and for another customer', async () => {
    const id = await owe(app, place);
    expect(await charge(id)).toRefuse('PaymentMethodNotFoundError', /acorn/);
    expect(await charge('INV-999')).toRefuse('InvoiceNotFound');
    expect(await api.rest('POST', chargePath(id, 'nobody'))).toRefuse('CustomerNotFound');
    const elsewhere = await collectedPlace(app);
    expect(await elsewhere.api.rest('POST', chargePath(id))).toRefuse('InvoiceNotFound');
    expect(await elsewhere.api.rest('GET', `/customers/acorn/invoices/${id}/payments`)).toRefuse(
      'InvoiceNotFound',
    );
    expect(await payments(id)).toEqual([]);
  });

  it('V14: as long as one is on its way there is somebody to ask what became of it', async () => {
    await payBy(api, 'pays_late');
    const id = await owe(app, place);
    await charged(id);
    await expectOk(api.rest('PATCH', '/customers/acorn', { integrations: [] }));
    expect(await api.rest('DELETE', '/integrations/pay')).toRefuse(
      'CannotChangeBillingIntegration',
      /on their way/,
    );
    app.clock.advance({ hours: 1, minutes: 3 });
    await runPayments(app);
    expect(await invoice(id)).toMatchObject({ state: 'PAID' });
    await expectOk(api.rest('DELETE', '/integrations/pay'));
  });

  it('access-and-events B9: repeated with its key it is the same payment, a decline too', async () => {
    await payBy(api, 'declines');
    const id = await owe(app, place);
    const key = { 'idempotency-key': 'once' };
    const first = await charge(id, key);
    await payBy(api, 'pays');
    const again = await charge(id, key);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    // As after a crash between the payment and the answer.
    await app.dataSource.query('delete from idempotent_answer');
    const anew = await charge(id, key);
    expect([anew.status, anew.body]).toEqual([first.status, first.body]);
    expect(await payments(id)).toHaveLength(1);
  });
});
