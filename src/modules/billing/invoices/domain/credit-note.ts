import { type Totals, sumTotals } from '#libs/business/pricing/totals';
import type { CreditReason } from '#libs/business/values/credit-reason';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { dayOf, startOfDay } from '#libs/kernel/period';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { Invoice } from './invoice';
import type { InvoiceLine } from './invoice-line';

/** What is said of a credit note when it is asked for. */
interface AskedCredit {
  number: string;
  reasonCode: CreditReason;
  /** Its day counts. */
  issueDate: Date;
}

/** Reverses an issued invoice, all but its usage; its lines follow from those of the invoice. Domain: contracts-billing V7 */
export class CreditNote extends TenantEntity {
  invoiceUid: string;
  /** Key of the contract or subscription. */
  billedUid: string;
  legalEntityUid: string;
  number: string;
  reasonCode: CreditReason;
  issueDate: Date;
  currency: CurrencyCode;
  subTotal: string;
  discount: string;
  tax: string;
  total: string;
  /** What of the customer's balance was used for the invoice, and is there again. Domain: customers-subscriptions R4 */
  toBalance: string;

  /** @throws BadUserInput for a day before that of the invoice or after today, InvalidArgumentError for one of usage alone */
  static of(
    invoice: Invoice,
    lines: readonly InvoiceLine[],
    { number, reasonCode, issueDate: asked }: AskedCredit,
    now: Date,
  ): CreditNote {
    const { uid: invoiceUid, billedUid, legalEntityUid, currency } = invoice;
    const issueDate = startOfDay(asked);
    const { issueDate: issued } = invoice.dates;
    if (issueDate < issued) {
      const day = dayOf(issued);
      throw badInput(`issueDate must not lie before ${day}, the issue date of the invoice`);
    }
    if (issueDate > now) {
      const day = dayOf(now);
      throw badInput(`issueDate must not lie after today, ${day}: the credit note holds from now on`);
    }
    const amounts = textsOf(reverseOf(invoice, lines));
    const of = { invoiceUid, billedUid, legalEntityUid, currency };
    return CreditNote.instantiate<CreditNote>(
      CreditNote,
      { ...of, number, reasonCode, issueDate, ...amounts, toBalance: '0' },
      now,
    );
  }
}

/** The exact negative of all lines but usage, which was consumed. @throws InvalidArgumentError. Domain: contracts-billing V7 */
function reverseOf(invoice: Invoice, lines: readonly InvoiceLine[]): Totals {
  const credited = lines.filter(({ isUsage }) => !isUsage);
  if (credited.length === 0) {
    const why = 'bills usage only, and usage is not credited; waive it on the next invoice';
    throw new DomainError('InvalidArgumentError', `Invoice ${invoice.number} ${why}`);
  }
  const { subTotal, discount, tax, total } = sumTotals(credited.map((line) => line.totals));
  if (total.isNegative() || new Decimal(invoice.total).isNegative()) {
    const why = 'gives back more than it bills, usage apart; there is nothing to be credited';
    throw new DomainError('InvalidArgumentError', `Invoice ${invoice.number} ${why}`);
  }
  return {
    subTotal: subTotal.negated(),
    discount: discount.negated(),
    tax: tax.negated(),
    total: total.negated(),
  };
}

// Minus zero is zero.
const text = (amount: Decimal): string => amount.plus(0).toString();

const textsOf = ({ subTotal, discount, tax, total }: Totals) => ({
  subTotal: text(subTotal),
  discount: text(discount),
  tax: text(tax),
  total: text(total),
});
