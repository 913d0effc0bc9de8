import { Decimal } from '#libs/kernel/decimal';
import { newUid } from '#libs/kernel/ids';
import { Answers } from '#libs/messaging/extensions';
import { contractNamed } from '#modules/billing/invoices';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { contractUid, priceUsage, sendInvoice, type Scheduled } from '../support/invoices';
import { createBuyers, createIssuer } from '../support/issuers';
import { day, line, usageLine } from '../support/invoice-lines';

// Domain: contracts-billing

describe('credit notes', () => {
  let app: TestApp;
  let api: ApiClient;

  class Deals {
    /** As the module that keeps contracts says it. */
    @Answers(contractNamed)
    async uidOf({ contractId }: typeof contractNamed.facts): Promise<string[]> {
      return contractId.startsWith('deal') ? [contractUid(app.a, contractId)] : [];
    }
  }

  beforeAll(async () => {
    app = await createTestApp({ providers: [Deals] });
    api = app.a.api;
    await createBuyers(api, 'acorn');
    await createIssuer(api, 'acme', { invoiceNumberPrefix: 'EU-' });
    const amounts = {
      subTotal: new Decimal(7),
      discount: new Decimal(0),
      tax: new Decimal('1.4'),
      total: new Decimal('8.4'),
    };
    priceUsage(app, ({ lines }) => {
      return new Map(
        lines.map(({ uid }) => [uid, { quantity: new Decimal(70), unitPrice: null, ...amounts }]),
      );
    });
  });
  afterAll(() => app.close());

  const send = (document: Scheduled = {}): Promise<Json> =>
    sendInvoice(app, { contractId: `deal-${newUid()}`, ...document });
  const credit = (ref: unknown, body: Json = {}) =>
    api.rest('POST', `/customers/acorn/invoices/${String(ref)}/credit-note`, body);
  const read = (ref: unknown) => expectOk(api.rest('GET', `/customers/acorn/invoices/${String(ref)}`));
  const listOf = (contractId: string, query = '') =>
    expectPage<Json>(api.rest('GET', `/contracts/${contractId}/billing/credit-notes${query}`));

  it('V7, V2: takes a whole invoice back and cancels it', async () => {
    const sent = await send({ lines: [line({ discountPercent: 10, taxPercent: 20 }), line()] });
    const note = await expectOk(credit(sent['invoiceNumber']));
    expect(note).toEqual({
      id: expect.any(String) as string,
      contractExternalId: sent['contractExternalId'],
      createdAt: app.clock.now().toISOString(),
      creditNoteNumber: 'EU-CN-000001',
      currency: 'usd',
      customerExternalId: 'acorn',
      discount: -10,
      invoiceId: sent['invoiceId'],
      invoiceNumber: sent['invoiceNumber'],
      issueDate: '2026-03-04T00:00:00.000Z',
      lineItems: [
        {
          amount: -100,
          description: 'Seats',
          explanation: null,
          productExternalId: null,
          quantity: 10,
          unitPrice: 10,
        },
        {
          amount: -100,
          description: 'Seats',
          explanation: null,
          productExternalId: null,
          quantity: 10,
          unitPrice: 10,
        },
      ],
      reasonCode: 'ORDER_CHANGE',
      subtotal: -200,
      tax: -18,
      total: -208,
    });
    expect(await read(sent['invoiceId'])).toEqual({ ...sent, state: 'CANCELED', amountDue: 0 });
    const events = await eventsAbout(app, String(sent['invoiceId']));
    expect(events.map(({ type }) => type)).toEqual(['invoice.finalized', 'invoice.canceled']);
    expect(events[1]?.payload).toMatchObject({
      creditNote: { creditNoteId: note['id'], reasonCode: 'ORDER_CHANGE' },
      invoice: { state: 'CANCELED' },
    });
  });

  it('V7: leaves usage out, which stays to be paid', async () => {
    const sent = await send({ lines: [line(), usageLine()] });
    expect(sent).toMatchObject({ total: 108.4 });
    const note = await expectOk(credit(sent['invoiceId'], { reasonCode: 'WAIVER' }));
    expect(note).toMatchObject({ total: -100, tax: 0, reasonCode: 'WAIVER' });
    expect(note['lineItems']).toHaveLength(1);
    expect(await read(sent['invoiceId'])).toEqual({ ...sent, amountDue: 8.4 });
    const events = await eventsAbout(app, String(sent['invoiceId']));
    expect(events.map(({ type }) => type)).toEqual(['invoice.finalized', 'invoice.credited']);
    expect(events[1]?.payload).toMatchObject({
      creditNote: { creditNoteId: note['id'], reasonCode: 'WAIVER' },
    });
  });

  it('V7: is refused for an invoice of usage alone, and takes no number', async () => {
    const sent = await send({ lines: [usageLine()] });
    expect(await credit(sent['invoiceId'])).toRefuse('InvalidArgumentError', /bills usage only/);
    const mutation = `mutation($ref: String!) {
      createInvoiceCreditNote(customerId: "acorn", invoiceRef: $ref, input: {}) { creditNoteNumber } }`;
    expect(await api.graphql(mutation, { ref: sent['invoiceId'] })).toRefuse('InvalidArgumentError');
    const [before, after] = [await send(), await send()];
    const first = await expectOk(credit(before['invoiceId']));
    const told = await api.graphql(mutation, { ref: after['invoiceId'] });
    const next = Number(String(first['creditNoteNumber']).slice(-6)) + 1;
    const creditNoteNumber = `EU-CN-${String(next).padStart(6, '0')}`;
    expect(told.data).toEqual({ createInvoiceCreditNote: { creditNoteNumber } });
  });

  it('V7: is made once', async () => {
    const { invoiceId } = await send();
    const answers = await Promise.all([credit(invoiceId), credit(invoiceId)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await credit(invoiceId)).toRefuse('DuplicatedEntityNotAllowed', /has a credit note already/);
  });

  it('V7: of a paid invoice leaves it paid', async () => {
    const { invoiceId } = await send();
    const paid = await expectOk(api.rest('POST', `/customers/acorn/invoices/${String(invoiceId)}/paid`));
    expect(await expectOk(credit(invoiceId))).toMatchObject({ total: -100 });
    expect(await read(invoiceId)).toEqual(paid);
  });

  it('V7: takes the seven reasons and a day that is not before the invoice and not to come', async () => {
    const reasons =
      'ORDER_CHANGE ORDER_CANCELLATION WAIVER PRODUCT_UNSATISFACTORY SERVICE_UNSATISFACTORY USAGE_CREDIT OTHER';
    for (const reasonCode of reasons.split(' ')) {
      const { invoiceId } = await send();
      expect(await expectOk(credit(invoiceId, { reasonCode }))).toMatchObject({ reasonCode });
    }
    const { invoiceId } = await send();
    expect(await credit(invoiceId, { reasonCode: 'MOOD' })).toRefuse('BadUserInput', /reasonCode/);
    expect(await credit(invoiceId, { issueDate: 'soon' })).toRefuse('BadUserInput', /issueDate/);
    expect(await credit(invoiceId, { amount: 1 })).toRefuse('BadUserInput', /amount/);
    expect(await credit(invoiceId, { issueDate: '2026-03-03T00:00:00Z' })).toRefuse(
      'BadUserInput',
      /^issueDate must not lie before 2026-03-04/,
    );
    expect(await credit(invoiceId, { issueDate: '2036-03-04T00:00:00Z' })).toRefuse(
      'BadUserInput',
      /^issueDate must not lie after today, 2026-03-04/,
    );
    expect(await read(invoiceId)).toMatchObject({ state: 'OPEN', amountDue: 100 });
    expect(await expectOk(credit(invoiceId, { issueDate: '2026-03-04T23:00:00Z' }))).toMatchObject({
      issueDate: '2026-03-04T00:00:00.000Z',
    });
  });

  it('V3: the database itself keeps them as they are', async () => {
    const { invoiceId } = await send();
    const { id } = await expectOk(credit(invoiceId));
    for (const text of [
      'update credit_note set total = 0 where uid = $1',
      'delete from credit_note where uid = $1',
    ]) {
      await expect(app.dataSource.query(text, [id])).rejects.toThrow(/is issued and cannot be changed/);
    }
  });

  it('are listed by contract, newest first, and of an unknown contract not at all', async () => {
    const months = ['2026-01-01', '2026-02-01', '2026-03-01'].map(day);
    const ids: unknown[] = [];
    for (const periodStart of months) {
      const { invoiceId } = await send({ contractId: 'deal-listed', periodStart, periodEnd: periodStart });
      ids.unshift((await expectOk(credit(invoiceId)))['id']);
    }
    const idsIn = ({ data }: { data: Json[] }) => data.map(({ id }) => id);
    expect(idsIn(await listOf('deal-listed'))).toEqual(ids);
    const page = await listOf('deal-listed', '?limit=2');
    expect(idsIn(page)).toEqual(ids.slice(0, 2));
    expect(idsIn(await listOf('deal-listed', `?starting_after=${String(page.next_cursor)}`))).toEqual(
      ids.slice(2),
    );
    expect(page.data[0]).toMatchObject({ total: -100, lineItems: [{ amount: -100 }] });
    const told = await api.graphql(
      `{ contractCreditNotes(contractId: "deal-listed") { totalCount edges { node { id } } } }`,
    );
    expect(told.data).toEqual({
      contractCreditNotes: { totalCount: 3, edges: ids.map((id) => ({ node: { id } })) },
    });
    expect(idsIn(await listOf('deal-none'))).toEqual([]);
    expect(await api.rest('GET', '/contracts/unknown/billing/credit-notes')).toRefuse(
      'ContractNotFound',
      /unknown/,
    );
    expect(await api.graphql('{ contractCreditNotes(contractId: "unknown") { totalCount } }')).toRefuse(
      'ContractNotFound',
    );
    const cursor = await api.rest('GET', '/contracts/deal-listed/billing/credit-notes?starting_after=x');
    expect(cursor).toRefuse('BadUserInput', /cursor/);
  });
});
