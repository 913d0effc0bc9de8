import type { CreditReason } from '#libs/business/values/credit-reason';

/** The words that a document prints by itself. */
export interface Wording {
  invoice: string;
  creditNote: string;
  draft: string;
  canceled: string;
  issueDate: string;
  dueDate: string;
  period: string;
  terms: string;
  days: (count: number, counted: string) => string;
  purchaseOrder: string;
  corrects: string;
  /** `INV-7 of 1 June 2026` */
  numberOfDay: (number: string, day: string) => string;
  reason: string;
  reasons: Readonly<Record<CreditReason, string>>;
  billTo: string;
  customerId: string;
  registrationNumber: string;
  vatNumber: string;
  taxNumber: string;
  description: string;
  quantity: string;
  unitPrice: string;
  amount: string;
  discount: string;
  tax: string;
  total: string;
  subTotal: string;
  /** `Tax 20 % on 100.00` */
  taxOn: (percent: string, base: string) => string;
  totalCredited: string;
  credited: string;
  /** Of the customer: what of it was used, or given to it. */
  balance: string;
  amountDue: string;
  paidAt: (instant: string) => string;
  payTo: string;
  accountHolder: string;
  bank: string;
  iban: string;
  bic: string;
  accountNumber: string;
  routingNumber: string;
  reference: string;
  note: string;
  page: (page: number, pages: number) => string;
  continued: string;
}

export const english: Wording = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  draft: 'DRAFT',
  canceled: 'CANCELED',
  issueDate: 'Issue date',
  dueDate: 'Due date',
  period: 'Period',
  terms: 'Payment terms',
  days: (count, counted) => (count === 1 ? `${counted} day net` : `${counted} days net`),
  purchaseOrder: 'Purchase order',
  corrects: 'Corrects invoice',
  numberOfDay: (number, day) => `${number} of ${day}`,
  reason: 'Reason',
  reasons: {
    ORDER_CHANGE: 'Change of the order',
    ORDER_CANCELLATION: 'Cancellation of the order',
    WAIVER: 'Waiver',
    PRODUCT_UNSATISFACTORY: 'Product unsatisfactory',
    SERVICE_UNSATISFACTORY: 'Service unsatisfactory',
    USAGE_CREDIT: 'Credit for usage',
    OTHER: 'Other',
  },
  billTo: 'Bill to',
  customerId: 'Customer id',
  registrationNumber: 'Registration no.',
  vatNumber: 'VAT no.',
  taxNumber: 'Tax no.',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  amount: 'Amount',
  discount: 'Discount',
  tax: 'Tax',
  total: 'Total',
  subTotal: 'Subtotal',
  taxOn: (percent, base) => `Tax ${percent} on ${base}`,
  totalCredited: 'Total credited',
  credited: 'Credit note',
  balance: 'Customer balance',
  amountDue: 'Amount due',
  paidAt: (instant) => `Paid on ${instant}`,
  payTo: 'Please pay by bank transfer to',
  accountHolder: 'Account holder',
  bank: 'Bank',
  iban: 'IBAN',
  bic: 'BIC / SWIFT',
  accountNumber: 'Account number',
  routingNumber: 'Routing number',
  reference: 'Payment reference',
  note: 'Note',
  page: (page, pages) => `Page ${page} of ${pages}`,
  continued: 'continued',
};
