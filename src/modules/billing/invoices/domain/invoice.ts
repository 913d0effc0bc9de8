import { dueDateOf, issueDateOf, type InvoicePeriod } from '#libs/business/pricing/invoice-dates';
import { sumTotals } from '#libs/business/pricing/totals';
import type { CurrencyCode } from '#libs/business/values/currency';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { Decimal } from '#libs/kernel/decimal';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { startOfDay } from '#libs/kernel/period';
import type { Issuer } from '#modules/billing/legal-entities';
import type { Buyer } from './buyer';
import type { BillTerms, InvoiceKind, InvoiceReason, SoldDocument } from './sold-document';
import { InvoiceLine, type ScheduledLine } from './invoice-line';

/** DRAFT is never told of as an invoice; schedules tell of it as one to come. Domain: contracts-billing V2 */
export type InvoiceState = 'DRAFT' | 'OPEN' | 'PAID' | 'CANCELED';

/** What collecting it has come to; null: nothing has yet, or nobody collects it. Domain: customers-subscriptions S3 */
export type InvoiceCollection = 'PROCESSING' | 'FAILED' | 'ACTION_REQUIRED';

/** An object of another module: the key that rows refer by, and the id that it is told by. */
interface Reference {
  uid: string;
  id: string;
}

/** A subscription or a credit grant, as far as its invoices know it. */
export interface BilledSale extends Reference {
  /** Who pays. */
  customer: Reference;
}

/** The contract that is billed, as far as its invoices know it; its `id` is the contractId. */
export interface BilledContract extends Reference {
  externalId: string;
  customer: Reference;
  /** The customer's own number of the deal, printed on its invoices. */
  poNumber?: string | null;
}

/** One document of a contract's schedule. */
export interface ScheduledInvoice extends InvoicePeriod {
  /** Days from issue to due. */
  netTerms: number;
  currency: CurrencyCode;
  /** Tells those of one period and payment time apart, from 0. Domain: contracts-billing P5, V10 */
  sequence: number;
  legalEntity: Reference;
  /** One of that entity. */
  paymentAccount: Reference;
  /** Printed on the document. */
  note: string | null;
  /** At least one, in the order of the document. */
  lines: readonly ScheduledLine[];
}

/** Who sells, with the account to pay to, and who buys, as they were when the invoice was finalized. Domain: contracts-billing V3 */
export interface Parties {
  seller: Issuer;
  buyer: Buyer;
}

/**
 * A document that bills one period of a contract or of a subscription, or a credit grant. Amounts are exact decimal text in whole currency units.
 *
 *   DRAFT ─finalize─► OPEN ─pay─► PAID
 *     └ withdrawn       └ credited in full ─► CANCELED
 *
 * Domain: contracts-billing V2
 */
export class Invoice extends AddressedEntity {
  /** Key and public id of the contract, or where `kind` is one, of the subscription or the credit grant. */
  billedUid: string;
  billedId: string;
  contractExternalId: string | null;
  /** Null: it bills a contract. */
  kind: InvoiceKind | null;
  customerUid: string;
  customerId: string;
  legalEntityUid: string;
  legalEntityId: string;
  /** Null of subscriptions whose legal entity has none in their currency. */
  paymentAccountUid: string | null;
  paymentAccountId: string | null;
  currency: CurrencyCode;
  paymentTime: InvoicePeriod['paymentTime'];
  periodStart: Date;
  periodEnd: Date;
  sequence: number;
  netTerms: number;
  note: string | null;
  purchaseOrder: string | null;
  /** Null of a draft whose day nothing says yet: those of subscriptions are dated as they are sent. */
  issueDate: Date | null;
  dueDate: Date | null;
  /** From when on nothing is added to a draft of a subscription but what was used; null while its period runs. */
  closesAt: Date | null;
  /** What is worked out when it is sent; null of contracts, whose lines are final. */
  billTerms: BillTerms | null;
  /** Some of its lines are priced when it is finalized. */
  carriesUsage: boolean;
  state: InvoiceState;
  /** Gap-free per legal entity; null for a draft. Domain: contracts-billing V8 */
  number: string | null;
  finalizedAt: Date | null;
  paidAt: Date | null;
  canceledAt: Date | null;
  /** With the account to pay to. */
  seller: Issuer | null;
  buyer: Buyer | null;
  subTotal: string;
  discount: string;
  tax: string;
  total: string;
  /** What of the customer's balance was used for it; negative where it added to that. Domain: customers-subscriptions R4 */
  balanceApplied: string;
  /** What a credit note took back, tax included. */
  credited: string;
  /** The first day of the earliest period of which it could not give back all; null where nothing was left. Domain: entitlements-usage A13 */
  owedFrom: Date | null;
  /** MANUAL of one that no schedule knows: it bills late usage alone. Domain: contracts-billing V1 */
  billingReason: InvoiceReason;
  /** Of the latest payment; says nothing once it is paid. */
  collection: InvoiceCollection | null;

  static schedule(
    contract: BilledContract,
    { lines: scheduled, legalEntity, paymentAccount, ...given }: ScheduledInvoice,
    now: Date,
  ): [Invoice, InvoiceLine[]] {
    const { uid: billedUid, id: billedId, externalId: contractExternalId, customer } = contract;
    const bound = {
      ...{ billedUid, billedId, contractExternalId },
      ...{ customerUid: customer.uid, customerId: customer.id, purchaseOrder: contract.poNumber ?? null },
      ...{ legalEntityUid: legalEntity.uid, legalEntityId: legalEntity.id },
      ...{ paymentAccountUid: paymentAccount.uid, paymentAccountId: paymentAccount.id },
    };
    const issueDate = issueDateOf(given, startOfDay(now));
    const dates = { issueDate, dueDate: dueDateOf(issueDate, given.netTerms) };
    const carriesUsage = scheduled.some(({ usageTerms }) => usageTerms !== null);
    const invoice = Invoice.instantiate<Invoice>(
      Invoice,
      { ...given, ...bound, ...dates, carriesUsage, ...unfinished },
      now,
    );
    const lines = scheduled.map((line, position) => InvoiceLine.of(invoice.uid, line, position, now));
    invoice.addUp(lines);
    return [invoice, lines];
  }

  /** A document of what is sold, dated when it is sent. Domain: contracts-billing V1, V10 */
  static draft(billed: BilledSale, document: SoldDocument, now: Date): Invoice {
    return Invoice.instantiate<Invoice>(
      Invoice,
      {
        ...unfinished,
        ...termsOf(billed, document),
        ...{ billedUid: billed.uid, billedId: billed.id, contractExternalId: null },
        ...{ purchaseOrder: null, note: null, issueDate: null, dueDate: null },
        ...{ carriesUsage: false, subTotal: '0', discount: '0', tax: '0', total: '0' },
      },
      now,
    );
  }

  /**
   * Nothing is added to it any more; what is used may still be counted. What was held for it is billed as this document is, to who pays by
   * then. Domain: contracts-billing V4; customers-subscriptions R3, X7
   */
  close(billed: BilledSale, document: SoldDocument, at: Date): void {
    Object.assign(this, termsOf(billed, document), { closesAt: at });
  }

  /** One a day: it spans the days from the last invoice to its own. Domain: contracts-billing V10 */
  static mayFollow(last: Invoice, now: Date): boolean {
    return last.billingReason !== 'MANUAL' || last.periodEnd < startOfDay(now);
  }

  /** For late usage, as the last invoice of its contract was. It has no line yet. Domain: entitlements-usage A13; contracts-billing V10 */
  static following(last: Invoice, now: Date): Invoice {
    const { billedUid, billedId, contractExternalId, customerUid, customerId, netTerms, note } = last;
    const { legalEntityUid, legalEntityId, paymentAccountUid, paymentAccountId, currency, purchaseOrder } =
      last;
    const issueDate = startOfDay(now);
    return Invoice.instantiate<Invoice>(
      Invoice,
      {
        ...unfinished,
        ...{
          billedUid,
          billedId,
          contractExternalId,
          customerUid,
          customerId,
          purchaseOrder,
          netTerms,
          note,
        },
        ...{ legalEntityUid, legalEntityId, paymentAccountUid, paymentAccountId, currency },
        ...{ paymentTime: 'IN_ARREARS', periodStart: last.issueDate ?? issueDate, periodEnd: issueDate },
        ...{ issueDate, dueDate: dueDateOf(issueDate, netTerms), sequence: 0, carriesUsage: false },
        ...{ kind: last.kind && 'MANUAL', billingReason: 'MANUAL' },
        // Of the documents of a subscription the first one alone is paid in another way. Domain: customers-subscriptions V13
        billTerms: last.billTerms && { ...last.billTerms, isPaid: false },
        ...{ subTotal: '0', discount: '0', tax: '0', total: '0' },
      },
      now,
    );
  }

  /** Invoices have no other name than their key. */
  get id(): string {
    return this.uid;
  }

  get isSent(): boolean {
    return this.state !== 'DRAFT';
  }

  /** Of one that has them: drafts of subscriptions have none. */
  get dates(): { issueDate: Date; dueDate: Date } {
    const { uid, issueDate, dueDate } = this;
    if (issueDate && dueDate) return { issueDate, dueDate };
    throw new Error(`Invoice ${uid} has no date yet`);
  }

  /** A provider collects it. Domain: contracts-billing V11 */
  get isToCollect(): boolean {
    return this.billTerms?.isCharged === true && this.amountDue.greaterThan(0);
  }

  /** Who pays must do something. Domain: customers-subscriptions S3 */
  get requiresAction(): boolean {
    return this.collection === 'ACTION_REQUIRED' && this.amountDue.greaterThan(0);
  }

  /** Of these three one is not null. */
  get contractId(): string | null {
    return this.kind === null ? this.billedId : null;
  }

  get subscriptionId(): string | null {
    return this.kind === null || this.creditGrantId !== null ? null : this.billedId;
  }

  get creditGrantId(): string | null {
    return this.kind === 'CREDIT_GRANT' ? this.billedId : null;
  }

  /** As who pays is told what it is for. */
  get subject(): string {
    const noun =
      this.kind === null ? 'Contract' : this.creditGrantId === null ? 'Subscription' : 'Credit grant';
    return `${noun} ${this.billedId}`;
  }

  /** What is left to pay. */
  get amountDue(): Decimal {
    // What a note takes back of what the balance has paid is there again, so it is owed once less.
    const settled = Decimal.max(this.balanceApplied, this.credited);
    const due = new Decimal(this.total).minus(settled);
    return this.state === 'OPEN' ? Decimal.max(0, due) : new Decimal(0);
  }

  /** What the balance of who pays has paid of it, or below zero was given of it, but for what a credit note brought back. */
  get fromBalance(): Decimal {
    const applied = new Decimal(this.balanceApplied);
    return applied.isNegative() ? applied : Decimal.max(0, applied.minus(this.credited));
  }

  /** Sums are exact; only lines were rounded. Domain: contracts-billing R2 */
  addUp(lines: readonly InvoiceLine[]): void {
    const { subTotal, discount, tax, total } = sumTotals(lines.map((line) => line.totals));
    this.subTotal = subTotal.toString();
    this.discount = discount.toString();
    this.tax = tax.toString();
    this.total = total.toString();
  }

  /**
   * Sent: from now on nothing in it changes. What comes to nothing is paid with that. Domain: contracts-billing V2, V3, V8
   * @param applied of the customer's balance
   */
  finalize(number: string, parties: Parties, now: Date, applied = new Decimal(0)): void {
    if (this.isSent) throw new Error(`Invoice ${this.uid} is finalized already`);
    const issueDate = this.issueDate ?? startOfDay(now);
    const dueDate = this.dueDate ?? dueDateOf(issueDate, this.netTerms);
    Object.assign(this, parties, { number, state: 'OPEN', finalizedAt: now, issueDate, dueDate });
    this.balanceApplied = applied.toString();
    if (this.amountDue.isZero() || this.billTerms?.isPaid) this.pay(now);
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

  /**
   * Taken back by a credit note: in full it is canceled, a paid one stays paid. Domain: contracts-billing V2, V7
   * @returns what of the balance that was used for it is there again
   */
  credit(amount: Decimal, now: Date): Decimal {
    this.credited = amount.toString();
    if (this.state === 'OPEN' && amount.equals(this.total)) {
      Object.assign(this, { state: 'CANCELED', canceledAt: now });
    }
    return Decimal.min(amount, this.balanceApplied);
  }

  /** @throws InvalidArgumentError */
  requireSent(): void {
    if (this.isSent) return;
    const why = 'is a draft that has not been issued yet; read the invoice schedule of its contract';
    throw new DomainError('InvalidArgumentError', `Invoice ${this.uid} ${why}`);
  }
}

/** What a document is, but for its lines. */
const termsOf = (
  { customer }: BilledSale,
  { lines: _, period, legalEntity, paymentAccount, terms: billTerms, ...given }: SoldDocument,
) => ({
  ...{ ...given, billTerms, periodStart: period.start, periodEnd: period.end },
  ...{ customerUid: customer.uid, customerId: customer.id },
  ...{ legalEntityUid: legalEntity.uid, legalEntityId: legalEntity.id },
  ...{ paymentAccountUid: paymentAccount?.uid ?? null, paymentAccountId: paymentAccount?.id ?? null },
});

const unfinished = {
  kind: null,
  closesAt: null,
  billTerms: null,
  balanceApplied: '0',
  state: 'DRAFT' as const,
  number: null,
  finalizedAt: null,
  paidAt: null,
  canceledAt: null,
  seller: null,
  buyer: null,
  credited: '0',
  owedFrom: null,
  billingReason: 'BILLING_CYCLE' as const,
  collection: null,
};
