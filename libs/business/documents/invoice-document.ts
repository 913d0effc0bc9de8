import type { CreditReason } from '#libs/business/values/credit-reason';
import type { PostalAddress } from '#libs/business/values/postal-address';
import type { TaxId } from '#libs/business/values/tax-id';

/** A calendar day, `2026-06-01`. Billing days are days of UTC and are printed as they are. Domain: contracts-billing R6 */
export type Day = string;

/** An exact decimal as text, `1234.5`: whole currency units, units, or per cent. */
export type Exact = string;

export interface DocumentParty {
  name: string;
  address: PostalAddress | null;
  email: string | null;
  taxIds: TaxId[];
}

export interface Seller extends DocumentParty {
  /** In the register of companies. */
  registrationNumber: string | null;
}

export interface Buyer extends DocumentParty {
  /** The customer's id with the seller. */
  id: string;
}

export interface DocumentLine {
  description: string;
  /** How the amount comes about, where quantity and unit price do not tell it. */
  explanation: string | null;
  /** Both days are in it. */
  period: { start: Day; end: Day } | null;
  quantity: Exact | null;
  /** Null where several rows have prices of their own. Up to 12 decimals. */
  unitPrice: Exact | null;
  subTotal: Exact;
  discount: Exact;
  taxPercent: Exact;
  tax: Exact;
  total: Exact;
}

export interface DocumentTotals {
  subTotal: Exact;
  discount: Exact;
  /** For each rate what is taxed by it and the tax. */
  taxes: { percent: Exact; base: Exact; tax: Exact }[];
  total: Exact;
  /** What a credit note took back of an invoice, tax included. */
  credited: Exact;
  /** What a balance has paid of it; below zero what was given to that. */
  fromBalance: Exact;
  /** What is left to be paid; of a credit note nothing is. */
  amountDue: Exact;
}

/** Where to pay. Parts that are not known are left out. */
export interface BankDetails {
  accountHolder: string | null;
  bankName: string | null;
  iban: string | null;
  accountNumber: string | null;
  routingNumber: string | null;
  bic: string | null;
}

/**
 * All that an invoice or a credit note prints, computed already: rendering adds up nothing and rounds nothing. Plain data,
 * so it can be kept beside the invoice. Amounts of a credit note are above zero: what it credits.
 */
export interface InvoiceDocument {
  kind: 'INVOICE' | 'CREDIT_NOTE';
  /** Null until it is finalized. */
  number: string | null;
  /** DRAFT and CANCELED are written across every page. Domain: contracts-billing V2 */
  state: 'DRAFT' | 'OPEN' | 'PAID' | 'CANCELED';
  issueDate: Day;
  dueDate: Day | null;
  /** Both days are in it. */
  period: { start: Day; end: Day } | null;
  /** In days. */
  netTerms: number | null;
  /** The invoice that a credit note corrects. */
  corrects: { number: string; issueDate: Day } | null;
  /** Of a credit note. */
  reason: CreditReason | null;
  paidAt: Date | null;
  seller: Seller;
  buyer: Buyer;
  purchaseOrder: string | null;
  /** ISO 4217, in any letter case. */
  currency: string;
  /** Decimals of the minor unit: 0, 2 or 3. */
  minorUnitDigits: number;
  lines: DocumentLine[];
  totals: DocumentTotals;
  bank: BankDetails | null;
  /** What the payer is to write; null: the number. */
  paymentReference: string | null;
  /** At most 2000 code points. Domain: contracts-billing S3 */
  note: string | null;
  /** Of the customer, BCP 47; what is none or has no words here is English. Domain: contracts-billing R6 */
  language: string | null;
  /** Of the customer, for instants; what is none is UTC. */
  timeZone: string | null;
}
