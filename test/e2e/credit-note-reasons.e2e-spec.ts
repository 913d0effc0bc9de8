import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { textAt } from '../support/documents-by-path';
import { seatsAndSupport } from '../support/invoice-lines';
import { sendInvoice } from '../support/invoices';
import { createBuyers, createIssuer } from '../support/issuers';

// Domain: contracts-billing

describe('the reason on the document of a credit note', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createBuyers(api, 'acorn');
    await createIssuer(api, 'acme');
  });
  afterAll(() => app.close());

  const printed = async (body: Json): Promise<string> => {
    const { invoiceId } = await sendInvoice(app, { lines: seatsAndSupport() });
    const path = `/customers/acorn/invoices/${String(invoiceId)}/credit-note`;
    const { id } = await expectOk<Json>(api.rest('POST', path, body));
    return textAt(api, `/customers/acorn/credit-notes/${String(id)}/pdf`);
  };

  it.each([
    ['ORDER_CHANGE', 'Change of the order'],
    ['ORDER_CANCELLATION', 'Cancellation of the order'],
    ['WAIVER', 'Waiver'],
    ['PRODUCT_UNSATISFACTORY', 'Product unsatisfactory'],
    ['SERVICE_UNSATISFACTORY', 'Service unsatisfactory'],
    ['USAGE_CREDIT', 'Credit for usage'],
    ['OTHER', 'Other'],
  ])('V7: %s is told in words', async (reasonCode, words) => {
    expect(await printed({ reasonCode })).toContain(`Reason ${words}`);
  });

  it('V7: unless one is said, it is a change of the order', async () => {
    expect(await printed({})).toContain('Reason Change of the order');
  });

  it('V7, R6: in the language of the customer', async () => {
    await expectOk(api.rest('PATCH', '/customers/acorn', { language: 'de' }));
    expect(await printed({ reasonCode: 'ORDER_CANCELLATION' })).toContain('Grund Stornierung der Bestellung');
  });
});
