import type { DocumentLine, InvoiceDocument } from '#libs/business/documents/invoice-document';

/** One line of 25 seats at 30, 10 % off, 20 % tax. */
export const seats: DocumentLine = {
  description: 'Team plan, seats',
  explanation: null,
  period: { start: '2026-06-01', end: '2026-06-30' },
  quantity: '25',
  unitPrice: '30',
  subTotal: '750',
  discount: '75',
  taxPercent: '20',
  tax: '135',
  total: '810',
};

/** The same without discount and tax. */
export const plainLine = (description: string, amount = '10'): DocumentLine => ({
  ...{ description, explanation: null, period: null, quantity: '1', unitPrice: amount, subTotal: amount },
  ...{ discount: '0', taxPercent: '0', tax: '0', total: amount },
});

const totals = {
  subTotal: '750',
  discount: '75',
  taxes: [{ percent: '20', base: '675', tax: '135' }],
  total: '810',
  credited: '0',
  fromBalance: '0',
  amountDue: '810',
};

/** An open invoice of one line, in US dollars and English. */
export const invoiceDocument = (more: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  kind: 'INVOICE',
  number: 'EU-2026-0007',
  state: 'OPEN',
  issueDate: '2026-06-01',
  dueDate: '2026-07-01',
  period: { start: '2026-06-01', end: '2026-06-30' },
  netTerms: 30,
  corrects: null,
  reason: null,
  paidAt: null,
  seller: {
    name: 'Acme Europe B.V.',
    address: {
      ...{ line1: 'Kade 1', line2: 'Unit II', city: 'Delft', state: null },
      ...{ postalCode: '2611 AA', country: 'NL' },
    },
    email: 'billing@acme.example',
    taxIds: [{ type: 'eu_vat', value: 'NL123456789B01' }],
    registrationNumber: 'KvK 12345678',
  },
  buyer: {
    id: 'oak-street',
    name: 'Oak Street Surveys, Inc.',
    address: {
      ...{ line1: '500 Oak Street', line2: null, city: 'Portland', state: 'OR' },
      ...{ postalCode: '97205', country: 'US' },
    },
    email: 'ap@oak.example',
    taxIds: [{ type: 'us_ein', value: '12-3456789' }],
  },
  purchaseOrder: 'PO-4711',
  currency: 'usd',
  minorUnitDigits: 2,
  lines: [seats],
  totals,
  bank: {
    accountHolder: 'Acme Europe B.V.',
    bankName: 'Bank of Delft',
    iban: 'NL91ABNA0417164300',
    accountNumber: null,
    routingNumber: null,
    bic: 'ABNANL2A',
  },
  paymentReference: null,
  note: 'Thank you for your business.',
  language: 'en-US',
  timeZone: 'America/Los_Angeles',
  ...more,
});

/** `count` lines of 10 each. */
export const longInvoice = (count: number, more: Partial<InvoiceDocument> = {}): InvoiceDocument => {
  const sum = String(10 * count);
  return invoiceDocument({
    lines: Array.from({ length: count }, (_, index) => plainLine(`Row number ${index + 1}`)),
    totals: {
      subTotal: sum,
      discount: '0',
      taxes: [],
      total: sum,
      credited: '0',
      fromBalance: '0',
      amountDue: sum,
    },
    ...more,
  });
};
