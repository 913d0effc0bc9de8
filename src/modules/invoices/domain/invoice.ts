import { AddressedEntity } from '#libs/kernel/addressed-entity';
import type { CurrencyCode } from '#libs/kernel/currency';
import { Decimal } from '#libs/kernel/decimal';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { sumTotals } from '#libs/pricing/totals';
import { dueDateOf, issueDateOf, type InvoiceTerms } from './invoice-dates';
import { InvoiceLine, type ScheduledLine } from './invoice-line';

/** DRAFT is never told of as an invoice; schedules tell of it as one to come. Domain: contracts-billing V2 */
export type InvoiceState = 'DRAFT' | 'OPEN' | 'PAID' | 'CANCELED';

/** The contract that is billed, as far as its invoices know it. */
export interface BilledContract {
  uid: string;
  /** contractId */
  id: string;
  externalId: string;
  customer: { uid: string; id: string };
}

/** One document of a contract's schedule. */
export interface ScheduledInvoice extends InvoiceTerms {
  currency: CurrencyCode;
  /** Tells those of one period and payment time apart, from 0. Domain: contracts-billing P5, V10 */
  sequence: number;
  legalEntityUid: string;
  paymentAccountUid: string;
  /** Printed on the document. */
  note: string | null;
  /** At least one, in the order of the document. */
  lines: readonly ScheduledLine[];
}

/** Who sells, who buys and where to pay, as they were when the invoice was finalized. Domain: contracts-billing V3 */
export interface Parties {
  seller: object;
  paymentAccount: object;
  buyer: object;
}

/**
 * A document that bills one period of a contract. Amounts are exact decimal text in whole currency units.
 *
 *   DRAFT ─finalize─► OPEN ─pay─► PAID
 *     └ withdrawn       └ credited in full ─► CANCELED
 *
 * Domain: contracts-billing V2
 */
export class Invoice extends AddressedEntity {
  contractUid: string;
  contractId: string;
  contractExternalId: string;
  customerUid: string;
  customerId: string;
  legalEntityUid: string;
  paymentAccountUid: string;
  currency: CurrencyCode;
  paymentTime: InvoiceTerms['paymentTime'];
  periodStart: Date;
  periodEnd: Date;
  sequence: number;
  netTerms: number;
  note: string | null;
  issueDate: Date;
  dueDate: Date;
  /** Some of its lines are priced when it is finalized. */
  carriesUsage: boolean;
  state: InvoiceState;
  /** Gap-free per legal entity; null for a draft. Domain: contracts-billing V8 */
  number: string | null;
  finalizedAt: Date | null;
  paidAt: Date | null;
  canceledAt: Date | null;
  seller: object | null;
  paymentAccount: object | null;
  buyer: object | null;
  subTotal: string;
  discount: string;
  tax: string;
  total: string;
  /** What a credit note took back, tax included. */
  credited: string;

  static schedule(
    contract: BilledContract,
    { lines: scheduled, ...given }: ScheduledInvoice,
    now: Date,
  ): [Invoice, InvoiceLine[]] {
    const { uid: contractUid, id: contractId, externalId: contractExternalId, customer } = contract;
    const parties = { contractUid, contractId, contractExternalId };
    const bound = { ...parties, customerUid: customer.uid, customerId: customer.id, ...unfinished };
    const dates = { issueDate: issueDateOf(given), dueDate: dueDateOf(given) };
    const carriesUsage = scheduled.some(({ usageTerms }) => usageTerms !== null);
    const invoice = Invoice.born<Invoice>(Invoice, { ...given, ...bound, ...dates, carriesUsage }, now);
    const lines = scheduled.map((line, position) => InvoiceLine.of(invoice.uid, line, position, now));
    invoice.addUp(lines);
    return [invoice, lines];
  }

  /** Invoices have no other name than their key. */
  get id(): string {
    return this.uid;
  }

  get isSent(): boolean {
    return this.state !== 'DRAFT';
  }

  /** What is left to pay. */
  get amountDue(): Decimal {
    return this.state === 'OPEN' ? new Decimal(this.total).minus(this.credited) : new Decimal(0);
  }

  /** Sums are exact; only lines were rounded. Domain: contracts-billing R2 */
  addUp(lines: readonly InvoiceLine[]): void {
    const amounts = ({ subTotal, discount, tax, total }: InvoiceLine) => ({
      subTotal: new Decimal(subTotal),
      discount: new Decimal(discount),
      tax: new Decimal(tax),
      total: new Decimal(total),
    });
    const { subTotal, discount, tax, total } = sumTotals(lines.map(amounts));
    this.subTotal = subTotal.toString();
    this.discount = discount.toString();
    this.tax = tax.toString();
    this.total = total.toString();
  }

  /** Sent: from now on nothing in it changes. Domain: contracts-billing V2, V3, V8 */
  finalize(number: string, parties: Parties, now: Date): void {
    if (this.isSent) throw new Error(`Invoice ${this.uid} is finalized already`);
    Object.assign(this, parties, { number, state: 'OPEN', finalizedAt: now });
  }

  /** @returns whether that is new. @throws InvalidArgumentError for a draft or a canceled invoice. Domain: contracts-billing V6 */
  pay(now: Date): boolean {
    if (this.state === 'PAID') return false;
    this.requireSent();
    if (this.state === 'CANCELED') {
      const why = 'was canceled by a credit note; only an OPEN invoice can be marked as paid';
      throw new DomainError('InvalidArgumentError', `Invoice ${this.number} ${why}`);
    }
    Object.assign(this, { state: 'PAID', paidAt: now });
    return true;
  }

  /** Taken back by a credit note: in full it is canceled, a paid one stays paid. Domain: contracts-billing V2, V7 */
  credit(amount: Decimal, now: Date): void {
    this.credited = amount.toString();
    if (this.state === 'OPEN' && amount.equals(this.total)) {
      Object.assign(this, { state: 'CANCELED', canceledAt: now });
    }
  }

  /** @throws InvalidArgumentError */
  requireSent(): void {
    if (this.isSent) return;
    const why = 'is a draft that has not been issued yet; read the invoice schedule of its contract';
    throw new DomainError('InvalidArgumentError', `Invoice ${this.uid} ${why}`);
  }
}

const unfinished = {
  state: 'DRAFT' as const,
  number: null,
  finalizedAt: null,
  paidAt: null,
  canceledAt: null,
  seller: null,
  paymentAccount: null,
  buyer: null,
  credited: '0',
};
