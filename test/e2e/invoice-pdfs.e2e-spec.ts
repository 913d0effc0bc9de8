import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { execute } from '../support/database';
import { textAt } from '../support/documents-by-path';
import { eventually } from '../support/eventually';
import { sendInvoice } from '../support/invoices';
import { createBuyers, createIssuer } from '../support/issuers';
import { seatsAndSupport } from '../support/invoice-lines';
import { documentNeedsPermission } from '../support/suites/document-suite';

// Domain: contracts-billing

const said = {
  billingAddress: { line1: 'Marktplatz 7', city: 'Bremen', postalCode: '28195', country: 'DE' },
  taxIds: [{ type: 'eu_vat', value: 'DE123456789' }],
};

describe('the document of an invoice', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createBuyers(api, 'acorn', 'birch');
    const acorn = { name: 'Acorn GmbH', email: 'pay@acorn.example', ...said };
    await expectOk(api.rest('PATCH', '/customers/acorn', acorn));
    const address = { line1: 'Kade 1', city: 'Delft', postalCode: '2611 AA', country: 'NL' };
    await createIssuer(api, 'acme', { legalName: 'Acme Europe B.V.', address });
  });
  afterAll(() => app.close());

  const send = (customerId = 'acorn'): Promise<Json> =>
    sendInvoice(app, { customerId, lines: seatsAndSupport(), note: 'With many thanks' });
  const path = (ref: unknown, customerId = 'acorn') => `/customers/${customerId}/invoices/${String(ref)}/pdf`;
  const statusOf = async (ref: unknown) => (await expectOk(api.rest('GET', `${path(ref)}/status`)))['status'];
  const fetch = (ref: unknown, customerId?: string) => textAt(api, path(ref, customerId));

  documentNeedsPermission({
    app: () => app,
    path: path('INV-9'),
    field: 'invoicePdf',
    named: 'customerId: "acorn", invoiceRef: "INV-9"',
  });

  it('V5: is waited for, and tells what was kept with the invoice', async () => {
    const { invoiceId, invoiceNumber } = await send();
    const text = await fetch(invoiceNumber);
    for (const told of [
      String(invoiceNumber),
      'Acme Europe B.V.',
      'Delft',
      'Acorn GmbH',
      'Seats of March',
      'Support',
      '0.125',
      '109.25',
      'With many thanks',
      // Grouped as it is read aloud.
      'NL91 ABNA 0417 1643 00',
    ]) {
      expect(text).toContain(told);
    }
    expect(await statusOf(invoiceId)).toBe('READY');
    const graphql = `query($ref: String!) { invoicePdf(customerId: "acorn", invoiceRef: $ref) { invoiceId status contentBase64 } }`;
    const told = await api.graphql(graphql, { ref: invoiceId });
    expect(told.data).toEqual({ invoicePdf: await expectOk(api.rest('GET', path(invoiceId))) });
  });

  it('V5: is PENDING until it is asked for, and READY some time after', async () => {
    const { invoiceId } = await send();
    expect(await statusOf(invoiceId)).toBe('PENDING');
    const answer = await api.rest('POST', `${path(invoiceId)}/generate`);
    expect(answer).toMatchObject({ status: 200, body: { data: { invoiceId, status: 'PENDING' } } });
    await eventually(async () => expect(await statusOf(invoiceId)).toBe('READY'));
    const again = await api.rest('POST', `${path(invoiceId)}/generate`);
    expect(again).toMatchObject({ status: 200, body: { data: { invoiceId, status: 'READY' } } });
    const mutation =
      'mutation($ref: String!) { generateInvoicePdf(customerId: "acorn", invoiceRef: $ref) { status } }';
    expect((await api.graphql(mutation, { ref: invoiceId })).data).toEqual({
      generateInvoicePdf: { status: 'READY' },
    });
    const query =
      'query($ref: String!) { invoicePdfStatus(customerId: "acorn", invoiceRef: $ref) { status } }';
    expect((await api.graphql(query, { ref: invoiceId })).data).toEqual({
      invoicePdfStatus: { status: 'READY' },
    });
  });

  it('V3: is rendered anew once the invoice is canceled, with the same seller and buyer', async () => {
    const { invoiceId, invoiceNumber } = await send();
    const open = await fetch(invoiceId);
    const moved = { billingAddress: { ...said.billingAddress, city: 'Hamburg' }, taxIds: [] };
    await expectOk(api.rest('PATCH', '/customers/acorn', { name: 'Acorn AG', ...moved }));
    await expectOk(api.rest('POST', `/customers/acorn/invoices/${String(invoiceId)}/credit-note`, {}));
    expect(await statusOf(invoiceId)).toBe('PENDING');
    const canceled = await fetch(invoiceId);
    expect(open).not.toMatch(/canceled/i);
    expect(canceled).toMatch(/canceled/i);
    for (const told of ['Acorn GmbH', '28195 Bremen', 'VAT no. DE123456789'])
      expect(canceled).toContain(told);
    await expectOk(api.rest('PATCH', '/customers/acorn', said));
    expect(canceled).toContain(String(invoiceNumber));
    expect(canceled).toMatch(/Credit note\s+-?USD\s*-?109\.25/);
  });

  it('customers-subscriptions U12: tells where the buyer lives and its tax ids', async () => {
    const { invoiceId } = await send();
    const text = await fetch(invoiceId);
    for (const told of ['Marktplatz 7', '28195 Bremen', 'Germany', 'VAT no. DE123456789']) {
      expect(text).toContain(told);
    }
  });

  it('V3, customers-subscriptions U12: tells what passthrough said when the invoice was finalized', async () => {
    const stripe = { billingAddress: { ...said.billingAddress, city: 'Hamburg' }, taxIds: said.taxIds };
    const zuora = { billingAddress: { ...said.billingAddress, city: 'Kiel' } };
    await expectOk(api.rest('PATCH', '/customers/birch', { passthrough: { stripe, zuora } }));
    const { invoiceId } = await send('birch');
    await expectOk(api.rest('PATCH', '/customers/birch', { passthrough: null, ...said, taxIds: [] }));
    const text = await fetch(invoiceId, 'birch');
    expect(text).toContain('28195 Hamburg');
    expect(text).toContain('VAT no. DE123456789');
    expect(text).not.toMatch(/Bremen|Kiel/);
  });

  it('V5: tells the caller to come back when the render takes too long', async () => {
    const { invoiceId } = await send();
    // As if nobody came to it: what is rendered is not kept.
    await execute(
      app.databaseUrl,
      `alter table invoice_pdf add constraint nothing_is_kept check (false) not valid`,
    );
    try {
      expect(await api.rest('GET', path(invoiceId))).toRefuse(
        'ObjectAlreadyBeingUsedByAnotherRequestError',
        /still being rendered; ask for it again/,
      );
    } finally {
      await execute(app.databaseUrl, `alter table invoice_pdf drop constraint nothing_is_kept`);
    }
  });

  it('is none of an unknown invoice, of another customer, or of a draft', async () => {
    const { invoiceId } = await send('birch');
    for (const ref of [invoiceId, newUid(), 'INV-777777']) {
      const answers = [
        await api.rest('GET', path(ref)),
        await api.rest('GET', `${path(ref)}/status`),
        await api.rest('POST', `${path(ref)}/generate`),
      ];
      for (const answer of answers) expect(answer).toRefuse('InvoiceNotFound', new RegExp(String(ref)));
    }
    expect(await api.rest('GET', path(invoiceId, 'nobody'))).toRefuse('CustomerNotFound', /nobody/);
  });
});
