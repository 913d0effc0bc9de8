import { dayOf } from '#libs/kernel/period';
import type { InvoiceDocument } from '#libs/business/documents/invoice-document';
import { minorUnitDigits } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import type { Issuer } from '#modules/billing/legal-entities';
import type { Buyer } from './buyer';
import type { CreditNote } from './credit-note';
import type { Invoice } from './invoice';
import type { InvoiceLine } from './invoice-line';
import { periodOf, printedBuyer, printedLine, sellerOf, taxesOf } from './printed-invoice';

/**
 * What the document of a credit note prints: all of it was kept with the invoice or with the note and changes no more, so it is the same
 * whenever it is rendered. Its amounts are above zero. Domain: contracts-billing V7, R6
 * @param lines of the invoice
 */
export function printedCreditNote(
  note: CreditNote,
  invoice: Pick<Invoice, 'number' | 'dates' | 'periodStart' | 'periodEnd' | 'note' | 'purchaseOrder'>,
  { seller, buyer }: { seller: Issuer; buyer: Buyer },
  lines: readonly InvoiceLine[],
): InvoiceDocument {
  const { number, currency, issueDate } = note;
  const credited = lines.filter(({ isUsage }) => !isUsage);
  return {
    kind: 'CREDIT_NOTE',
    ...{ number, currency, issueDate: dayOf(issueDate) },
    // Nothing is written across it, and nothing is to be paid.
    ...{ state: 'OPEN', dueDate: null, netTerms: null, paidAt: null, bank: null, paymentReference: null },
    period: periodOf(invoice),
    corrects: { number: numberOf(invoice), issueDate: dayOf(invoice.dates.issueDate) },
    reason: note.reasonCode,
    seller: sellerOf(seller),
    buyer: printedBuyer(buyer),
    purchaseOrder: invoice.purchaseOrder,
    minorUnitDigits: minorUnitDigits(currency),
    lines: credited.map(printedLine),
    totals: {
      subTotal: reversed(note.subTotal),
      discount: reversed(note.discount),
      taxes: taxesOf(credited),
      total: reversed(note.total),
      credited: '0',
      fromBalance: '0',
      amountDue: '0',
    },
    note: invoice.note,
    language: buyer.language,
    timeZone: buyer.timezone,
  };
}

function numberOf({ number }: Pick<Invoice, 'number'>): string {
  if (number === null) throw new Error('A draft has no credit note');
  return number;
}

// Minus zero is zero.
const reversed = (amount: string): string => new Decimal(amount).negated().plus(0).toString();
