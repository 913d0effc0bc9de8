import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import type { InvoiceCollection, StoredInvoice, Till } from '#modules/billing/invoices';
import { isComing, type Applied, type Payment } from './payment';

/** Something is due of what is bought, and not enough is in hand: nothing of it is made. */
export class PaymentNeeded extends Error {
  override name = 'PaymentNeeded';
  /** Who pays. */
  readonly customerId: string;
  readonly amount: Decimal;
  readonly currency: CurrencyCode;
  /** As who pays is told what it is for. */
  readonly subject: string;

  constructor(
    { customerId, amountDue, currency, subject }: StoredInvoice,
    readonly at: Date,
  ) {
    super(`Something is due of ${subject}`);
    Object.assign(this, { customerId, amount: amountDue, currency, subject });
  }
}

/** What was to be carried out as of an instant, and others have changed meanwhile. */
export class MovedOn extends Error {
  override name = 'MovedOn';
}

/** With nothing in hand: what costs something now is asked for first. */
export const emptyTill: Till = {
  isAwaited: false,
  collection: null,
  actionUrl: null,
  paymentUid: null,
  heldAt: null,
  note: () => undefined,
  take(invoice, at) {
    throw new PaymentNeeded(invoice, at);
  },
};

/** With a payment in hand, or one that is on its way. Domain: customers-subscriptions V9, D8 */
export class PurchaseTill implements Till {
  readonly isAwaited: boolean;
  readonly collection: InvoiceCollection | null;
  readonly actionUrl: string | null;
  readonly paymentUid: string;
  private readonly amount: Decimal;
  private readonly currency: CurrencyCode;
  private invoiceUid: string | null = null;
  private made: string | undefined;
  private spent = new Decimal(0);

  constructor(
    { uid, state, amount, currency, actionUrl }: Payment,
    readonly heldAt: Date | null,
  ) {
    this.isAwaited = state !== 'COLLECTED';
    this.collection = isComing(state) ? state : null;
    this.actionUrl = actionUrl;
    this.paymentUid = uid;
    this.amount = new Decimal(amount);
    this.currency = currency;
  }

  note(reference: string): void {
    this.made = reference;
  }

  /** One document is bought at a time; it is never more than what was agreed to. */
  take(invoice: StoredInvoice, at: Date): boolean {
    const { amountDue, currency } = invoice;
    const left = this.amount.minus(this.spent);
    if (currency !== this.currency || amountDue.greaterThan(left)) throw new PaymentNeeded(invoice, at);
    this.invoiceUid = invoice.uid;
    this.spent = this.spent.plus(amountDue);
    return !this.isAwaited;
  }

  get applied(): Applied {
    const { invoiceUid, made, spent } = this;
    return { invoiceUid, made, spent };
  }
}
