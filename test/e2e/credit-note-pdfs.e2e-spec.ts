import { Decimal } from '#libs/kernel/decimal';
import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { pdfAt, textAt } from '../support/documents-by-path';
import { eventually } from '../support/eventually';
import { priceUsage, sendInvoice } from '../support/invoices';
import { createBuyers, createIssuer } from '../support/issuers';
import { seatsAndSupport, usageLine } from '../support/invoice-lines';
import { documentNeedsPermission } from '../support/suites/document-suite';

// Domain: contracts-billing

describe('the document of a credit note', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createBuyers(api, 'acorn', 'birch');
    await createIssuer(api, 'acme', { legalName: 'Acme Europe B.V.' });
    const zero = new Decimal(0);
    priceUsage(app, ({ lines }) => {
      const priced = { quantity: new Decimal(7), unitPrice: new Decimal(1), discount: zero, tax: zero };
      const amounts = { subTotal: new Decimal(7), total: new Decimal(7) };
      return new Map(lines.map(({ uid }) => [uid, { ...priced, ...amounts }]));
    });
  });
  afterAll(() => app.close());

  const lines = [...seatsAndSupport(), usageLine({ description: 'Calls of March' })];
  /** The customer's invoice and what takes it back. */
  const credited = async (customerId = 'acorn', issuer = 'acme'): Promise<{ invoice: Json; note: Json }> => {
    const invoice = await sendInvoice(app, { customerId, issuer, lines, note: 'With many thanks' });
    const path = `/customers/${customerId}/invoices/${String(invoice['invoiceId'])}/credit-note`;
    return { invoice, note: await expectOk<Json>(api.rest('POST', path, {})) };
  };
  const path = (ref: unknown, customerId = 'acorn') =>
    `/customers/${customerId}/credit-notes/${String(ref)}/pdf`;
  const statusOf = async (ref: unknown) =>
    (await expectOk<Json>(api.rest('GET', `${path(ref)}/status`)))['status'];

  documentNeedsPermission({
    app: () => app,
    path: path('CN-9'),
    field: 'creditNotePdf',
    named: 'customerId: "acorn", creditNoteRef: "CN-9"',
  });

  it('V7: tells what was taken back, above zero and without usage, and the invoice that it corrects', async () => {
    const { invoice, note } = await credited();
    const text = await textAt(api, path(note['creditNoteNumber']));
    for (const told of [
      'Credit note',
      String(note['creditNoteNumber']),
      `Corrects invoice ${String(invoice['invoiceNumber'])} of Mar 4, 2026`,
      ...['Acme Europe B.V.', 'acorn', 'Seats of March', 'Support', '0.125', 'With many thanks'],
      'Total credited USD 109.25',
    ]) {
      expect(text).toContain(told);
    }
    expect(note['total']).toBe(-109.25);
    // It asks for nothing, and usage was consumed.
    for (const absent of ['Calls of March', 'IBAN', 'Amount due', 'Due date', '-1']) {
      expect(text).not.toContain(absent);
    }
  });

  it('V7, R6: is in the language of the customer, as it was when the invoice was sent', async () => {
    await expectOk(api.rest('PATCH', '/customers/birch', { language: 'de' }));
    const { invoice, note } = await credited('birch');
    await expectOk(api.rest('PATCH', '/customers/birch', { language: 'fr', name: 'Bouleau' }));
    const text = await textAt(api, path(note['id'], 'birch'));
    expect(text).toContain('Rechnungskorrektur');
    expect(text).toContain(`Zu Rechnung ${String(invoice['invoiceNumber'])} vom 04.03.2026`);
    expect(text).not.toContain('Bouleau');
  });

  it('V7: is PENDING until it is asked for, then READY with the same bytes each time, through both doors', async () => {
    const { note } = await credited();
    const id = String(note['id']);
    expect(await statusOf(id)).toBe('PENDING');
    const asked = await api.rest('POST', `${path(id)}/generate`);
    expect(asked).toMatchObject({ status: 200, body: { data: { creditNoteId: id, status: 'PENDING' } } });
    await eventually(async () => expect(await statusOf(id)).toBe('READY'));
    const mutation = `mutation { generateCreditNotePdf(customerId: "acorn", creditNoteRef: "${id}") { creditNoteId status } }`;
    const ready = { creditNoteId: id, status: 'READY' };
    expect((await api.graphql(mutation)).data).toEqual({ generateCreditNotePdf: ready });
    const first = await pdfAt(api, path(id));
    const query = `{ creditNotePdf(customerId: "acorn", creditNoteRef: "${id}") { creditNoteId status contentBase64 }
      creditNotePdfStatus(customerId: "acorn", creditNoteRef: "${id}") { creditNoteId status } }`;
    expect((await api.graphql(query)).data).toEqual({
      creditNotePdf: { ...ready, contentBase64: first.toString('base64') },
      creditNotePdfStatus: ready,
    });
    // Rendered again, after what may change of an invoice has changed.
    await app.dataSource.query('delete from credit_note_pdf where credit_note_uid = $1', [id]);
    app.clock.advance({ hours: 1 });
    expect((await pdfAt(api, path(id))).equals(first)).toBe(true);
  });

  it('V7: of another customer, environment or id is not found; a number of two entities is refused', async () => {
    const { note } = await credited('birch');
    for (const ref of [note['id'], note['creditNoteNumber'], newUid(), 'CN-999999']) {
      const message = new RegExp(`^Credit note ${String(ref)} was not found`);
      for (const answer of [
        await api.rest('GET', path(ref)),
        await api.rest('POST', `${path(ref)}/generate`),
        await api.rest('GET', `${path(ref)}/status`),
      ]) {
        expect(answer).toRefuse('InvoiceNotFound', message);
      }
    }
    expect(await app.b.api.rest('GET', path(note['id'], 'nobody'))).toRefuse('CustomerNotFound');
    const graphql = '{ creditNotePdf(customerId: "acorn", creditNoteRef: "CN-9") { status } }';
    expect(await api.graphql(graphql)).toRefuse('InvoiceNotFound');
    for (const issuer of ['one', 'two']) await createIssuer(api, issuer);
    await createBuyers(api, 'cedar');
    const [one] = [await credited('cedar', 'one'), await credited('cedar', 'two')];
    expect(await api.rest('GET', path('CN-000001', 'cedar'))).toRefuse(
      'BadUserInput',
      /^creditNoteRef: two legal entities/,
    );
    expect((await api.rest('GET', path(one.note['id'], 'cedar'))).status).toBe(200);
  });
});
