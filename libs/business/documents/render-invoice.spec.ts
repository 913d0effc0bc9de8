import { invoiceDocument, longInvoice, plainLine, seats } from '../../../test/support/invoice-documents';
import { headsOf, pagesOf } from '../../../test/support/pdf-text';
import type { InvoiceDocument } from './invoice-document';
import { renderInvoice } from './render-invoice';

// Domain: contracts-billing

const pagesFor = async (invoice: InvoiceDocument): Promise<string[]> => pagesOf(await renderInvoice(invoice));
const textOf = async (invoice: InvoiceDocument): Promise<string> => (await pagesFor(invoice)).join('\n');
const party = { address: null, email: null, taxIds: [] };

describe('an invoice as a PDF', () => {
  afterEach(() => jest.useRealTimers());

  it('is the same bytes for the same document, whatever the time is', async () => {
    const first = await renderInvoice(longInvoice(30));
    jest.useFakeTimers({
      now: new Date('2031-01-01T00:00:00.000Z'),
      doNotFake: ['nextTick', 'setImmediate'],
    });
    const second = await renderInvoice(structuredClone(longInvoice(30)));
    expect(second.equals(first)).toBe(true);
    expect((await renderInvoice(longInvoice(31))).equals(first)).toBe(false);
  });

  it('tells everything that the document holds', async () => {
    const [page, ...more] = await pagesFor(invoiceDocument());
    expect(more).toEqual([]);
    const told = [
      ...['Acme Europe B.V.', 'Kade 1', 'Unit II', '2611 AA Delft', 'Netherlands', 'billing@acme.example'],
      ...['Registration no. KvK 12345678', 'VAT no. NL123456789B01', 'Invoice', 'EU-2026-0007', 'Bill to'],
      ...['Oak Street Surveys, Inc.', '500 Oak Street', 'Portland, OR 97205', 'United States'],
      ...['EIN 12-3456789', 'ap@oak.example', 'Customer id oak-street'],
      ...['Issue date Jun 1, 2026', 'Due date Jul 1, 2026', 'Period Jun 1, 2026 – Jun 30, 2026'],
      ...['Payment terms 30 days net', 'Purchase order PO-4711'],
      'Description Quantity Unit price Amount Discount Tax Total',
      'Team plan, seats 25 30.00 750.00 75.00 135.00 810.00',
      'Jun 1, 2026 – Jun 30, 2026 20%',
      ...['Subtotal USD 750.00', 'Discount -USD 75.00', 'Tax 20% on USD 675.00 USD 135.00'],
      ...['Total USD 810.00', 'Amount due USD 810.00', 'Please pay by bank transfer to'],
      ...['Account holder Acme Europe B.V.', 'Bank Bank of Delft', 'IBAN NL91 ABNA 0417 1643 00'],
      ...['BIC / SWIFT ABNANL2A', 'Payment reference EU-2026-0007', 'Note', 'Thank you for your business.'],
      'Acme Europe B.V. · EU-2026-0007 Page 1 of 1',
    ];
    for (const text of told) expect(`\n${page}\n`).toContain(text);
  });

  it('names itself, its seller, its language and the day of its issue', async () => {
    const heads = headsOf(await renderInvoice(invoiceDocument({ language: 'de-AT' })));
    expect(heads).toContain('(Rechnung EU-2026-0007)');
    expect(heads).toContain('(Acme Europe B.V.)');
    expect(heads).toContain('/Lang (de-AT)');
    expect(heads.match(/\(D:\d+Z?\)/g)).toEqual(['(D:20260601000000Z)', '(D:20260601000000Z)']);
  });

  it('leaves out what is not known, and columns that no line needs', async () => {
    const bare = invoiceDocument({
      ...{ dueDate: null, period: null, netTerms: null, purchaseOrder: null, bank: null, note: ' ' },
      seller: { name: 'Seller', registrationNumber: null, ...party },
      buyer: { id: 'b', name: 'Buyer', ...party },
      lines: [{ ...plainLine('Tiers'), quantity: null, unitPrice: null }],
    });
    const text = await textOf(bare);
    expect(text).toContain('Description Quantity Unit price Total');
    expect(text).toContain('Tiers – – 10.00');
    expect(text).not.toMatch(/Due|Period|terms|order|transfer|Note|null|undefined/);
  });
});

describe('over several pages', () => {
  it('60 lines are three pages, each with the head of the table and its number', async () => {
    const pages = await pagesFor(longInvoice(60));
    expect(pages).toHaveLength(3);
    pages.forEach((page, index) => {
      expect(page).toContain('Description Quantity Unit price Total');
      expect(page).toContain(`Page ${index + 1} of 3`);
    });
    for (const page of pages.slice(1)) expect(page).toContain('Invoice EU-2026-0007 – continued');
    const rows = pages.flatMap((page) => page.match(/^Row number \d+ 1 10\.00 10\.00$/gm) ?? []);
    expect(rows).toEqual(Array.from({ length: 60 }, (_, index) => `Row number ${index + 1} 1 10.00 10.00`));
  });

  it('no row is parted, however many lines it has', async () => {
    const lines = Array.from({ length: 14 }, (_, index) =>
      plainLine(Array.from({ length: 5 }, (_part, part) => `r${index}p${part}`).join('\n')),
    );
    const pages = await pagesFor(invoiceDocument({ lines }));
    expect(pages.length).toBeGreaterThan(1);
    lines.forEach((_, index) => {
      const on = pages.filter((page) => page.includes(`r${index}p`));
      expect(on).toHaveLength(1);
      for (const part of [0, 1, 2, 3, 4]) expect(on[0]).toContain(`r${index}p${part}`);
    });
  });

  it.each([15, 17, 19, 21])('the sums are not parted after %i lines', async (count) => {
    const pages = await pagesFor(longInvoice(count));
    const sums = pages.filter((page) => /Subtotal|Amount due|^Total USD/m.test(page));
    expect(sums).toHaveLength(1);
    expect(sums[0]).toMatch(/Subtotal .*\nTotal .*\nAmount due /);
    const bank = pages.filter((page) => /transfer|IBAN|Payment reference/.test(page));
    expect(bank).toHaveLength(1);
  });

  it('S3: a note of 2000 characters is told to its end', async () => {
    const words = Array.from({ length: 250 }, (_, index) => `w${String(index).padStart(6, '0')}`);
    const pages = await pagesFor(
      invoiceDocument({ note: words.join(' '), lines: Array(12).fill(seats) as never }),
    );
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.join(' ').match(/w\d{6}/g)).toEqual(words);
  });

  it('a description longer than a page ends in dots, on a page of its own', async () => {
    const endless = plainLine(Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n'));
    const pages = await pagesFor(
      invoiceDocument({ lines: [plainLine('before'), endless, plainLine('after')] }),
    );
    const [, page] = pages;
    expect(page).toContain('line 0');
    expect(page).toContain('…');
    expect(page).not.toContain('after');
    expect(pages[2]).toContain('after');
  });
});

describe('its figures', () => {
  const withMoney = (currency: string, minorUnitDigits: number, amount: string, language = 'en') =>
    textOf(
      invoiceDocument({
        ...{ currency, minorUnitDigits, language, lines: [plainLine('Line', amount)] },
        totals: {
          subTotal: amount,
          discount: '0',
          taxes: [],
          total: amount,
          credited: '0',
          fromBalance: '0',
          amountDue: amount,
        },
      }),
    );

  it('R3: a currency without minor unit has no decimals, one with three has three', async () => {
    expect(await withMoney('jpy', 0, '1234567')).toContain('Amount due JPY 1,234,567');
    expect(await withMoney('KWD', 3, '1234.5')).toContain('Amount due KWD 1,234.500');
  });

  it('R1: no digit is lost, and unit prices have up to 12 decimals', async () => {
    expect(await withMoney('usd', 2, '12345678901234567890.12')).toContain('12,345,678,901,234,567,890.12');
    const fine = {
      ...plainLine('Line'),
      unitPrice: '0.000000123456',
      quantity: '98765432109876.123456789012',
    };
    expect(await textOf(invoiceDocument({ lines: [fine] }))).toContain(
      'Line 98,765,432,109,876.123456789012 0.000000123456',
    );
  });

  it('each rate of tax is told with what it is on', async () => {
    const taxes = [
      { percent: '20', base: '100', tax: '20' },
      { percent: '5.5', base: '40', tax: '2.2' },
      { percent: '0', base: '10', tax: '0' },
    ];
    const totals = {
      subTotal: '150',
      discount: '0',
      taxes,
      total: '172.2',
      credited: '0',
      fromBalance: '0',
      amountDue: '172.2',
    };
    const text = await textOf(invoiceDocument({ totals }));
    expect(text).toContain('Tax 20% on USD 100.00 USD 20.00');
    expect(text).toContain('Tax 5.5% on USD 40.00 USD 2.20');
    expect(text).toContain('Tax 0% on USD 10.00 USD 0.00');
  });

  it('V7, customers-subscriptions R4: what a credit note took back, and what a balance paid, stand before what is left to pay', async () => {
    const totals = {
      ...{ subTotal: '108.4', discount: '0', taxes: [], total: '108.4' },
      ...{ credited: '100', fromBalance: '5', amountDue: '3.4' },
    };
    const text = await textOf(invoiceDocument({ totals }));
    expect(text).toMatch(/Credit note -?USD -?100\.00/);
    expect(text).toMatch(/Customer balance -?USD -?5\.00/);
    expect(text).toContain('Amount due USD 3.40');
    const german = await textOf(invoiceDocument({ totals, language: 'de' }));
    expect(german).toMatch(/Gutschrift -100,00 USD/);
    expect(german).toMatch(/Kundenguthaben -5,00 USD/);
    expect(await textOf(invoiceDocument({}))).not.toMatch(/Credit note|Customer balance/);
  });

  it('R6: words and figures are those of the customer’s language', async () => {
    const german = await textOf(invoiceDocument({ language: 'de' }));
    expect(german).toContain('Zu zahlen 810,00 USD');
    expect(german).toContain('Fällig am 01.07.2026');
    expect(await withMoney('eur', 2, '1234567.5', 'fr')).toContain('Montant à payer 1 234 567,50 EUR');
    expect(await withMoney('eur', 2, '1234567.5', 'es_ES')).toContain('Importe a pagar 1.234.567,50 EUR');
  });

  it('R6: without words of ours a language keeps its figures, and one that cannot be written is English', async () => {
    expect(await withMoney('eur', 2, '1234567.5', 'pl')).toContain('Amount due 1 234 567,50 EUR');
    for (const language of ['ar-EG', 'th', 'english, please', '']) {
      const text = await textOf(invoiceDocument({ language }));
      expect(text).toContain('Amount due USD 810.00');
      expect(text).toContain('Due date Jul 1, 2026');
    }
  });

  it('R6: instants are days of the customer’s time zone, billing days stay as they are', async () => {
    const paid = { state: 'PAID', paidAt: new Date('2026-06-20T03:00:00.000Z') } as const;
    const paidOn = async (timeZone: string | null) =>
      /Paid on (.*)/.exec(await textOf(invoiceDocument({ ...paid, timeZone })))?.[1];
    expect(await paidOn('America/Los_Angeles')).toBe('Jun 19, 2026');
    expect(await paidOn(null)).toBe('Jun 20, 2026');
    expect(await paidOn('Mars/Base')).toBe('Jun 20, 2026');
    expect(await textOf(invoiceDocument({ timeZone: 'Pacific/Apia' }))).toContain('Issue date Jun 1, 2026');
  });
});

describe('its state', () => {
  it('V2: a draft says so on every page and has no number', async () => {
    const pages = await pagesFor(longInvoice(30, { state: 'DRAFT', number: null }));
    expect(pages).toHaveLength(2);
    for (const page of pages) expect(page).toMatch(/^DRAFT$/m);
    expect(pages.join()).not.toContain('Payment reference');
  });

  it('V2: a canceled one says so; an open and a paid one carry no mark', async () => {
    expect(await textOf(invoiceDocument({ state: 'CANCELED' }))).toMatch(/^CANCELED$/m);
    for (const state of ['OPEN', 'PAID'] as const) {
      expect(await textOf(invoiceDocument({ state }))).not.toMatch(/DRAFT|CANCELED/);
    }
  });

  it('asks for money only while some is due', async () => {
    for (const state of ['PAID', 'CANCELED'] as const) {
      expect(await textOf(invoiceDocument({ state }))).not.toMatch(/transfer|IBAN/);
    }
    const reference = await textOf(invoiceDocument({ paymentReference: 'RF18 5390' }));
    expect(reference).toContain('Payment reference RF18 5390');
  });

  it('V7: a credit note names the invoice that it corrects and asks for nothing', async () => {
    const corrects = { number: 'EU-2026-0007', issueDate: '2026-06-01' };
    const none = { dueDate: null, netTerms: null };
    const text = await textOf(invoiceDocument({ kind: 'CREDIT_NOTE', number: 'CN-3', corrects, ...none }));
    expect(text).toContain('Credit note');
    expect(text).toMatch(/Corrects invoice EU-2026-0007 of/);
    expect(text).toContain('Total credited USD 810.00');
    expect(text).not.toMatch(/Amount due|transfer|IBAN/);
  });

  it.each([
    ['en', 'Reason Waiver'],
    ['de', 'Grund Verzicht'],
    ['fr', 'Motif Renonciation'],
    ['es', 'Motivo Condonación'],
  ])('V7, R6: a credit note tells its reason, in %s', async (language, told) => {
    const asked = { kind: 'CREDIT_NOTE', language, reason: 'WAIVER' } as const;
    expect(await textOf(invoiceDocument(asked))).toContain(told);
    expect(await textOf(invoiceDocument({ language }))).not.toContain(told.split(' ')[0]);
  });
});

describe('its letters', () => {
  const named = (name: string) => textOf(invoiceDocument({ buyer: { id: 'b', name, ...party } }));

  it.each(['Zażółć gęślą jaźń', 'Αθήνα ΑΕ', 'Київ ТОВ', 'Đặng & Søn', 'नमस्ते'])('writes %s', async (name) => {
    expect((await named(name)).normalize('NFC')).toContain(name.normalize('NFC'));
  });

  it('writes Japanese beside Latin', async () => {
    expect((await named('株式会社オーク Oak')).replaceAll(' ', '')).toContain('株式会社オークOak');
  });

  it('tells with a box that a character cannot be written', async () => {
    expect((await named('서울 Oak')).replaceAll(' ', '')).toContain('□□Oak');
  });

  it('keeps marks of direction from turning a text around', async () => {
    expect(await named('safe\u202eelif\u200b.exe\u0007!')).toContain('safeelif.exe !');
  });

  it('breaks what has no place to break', async () => {
    const text = await named('x'.repeat(255));
    expect(text.match(/x{2,}/g)?.join('')).toBe('x'.repeat(255));
    expect(text.match(/x{2,}/g)?.length).toBeGreaterThan(3);
  });
});
