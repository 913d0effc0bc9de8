import { dayOf } from '#libs/kernel/period';
import type { DocumentLine, InvoiceDocument } from '#libs/business/documents/invoice-document';
import { sum } from '#libs/business/pricing/amount';
import { minorUnitDigits } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import type { Issuer } from '#modules/billing/legal-entities';
import type { Buyer } from './buyer';
import type { Invoice } from './invoice';
import type { InvoiceLine } from './invoice-line';

/** What the document of an invoice prints: what was kept when it was finalized, and what has become of it. Domain: contracts-billing V3, V5 */
export function printedInvoice(
  invoice: Invoice,
  { seller, buyer }: { seller: Issuer; buyer: Buyer },
  lines: readonly InvoiceLine[],
): InvoiceDocument {
  const { number, state, netTerms, paidAt, currency, note, purchaseOrder } = invoice;
  const { issueDate, dueDate } = invoice.dates;
  return {
    kind: 'INVOICE',
    ...{ number, state, netTerms, paidAt, currency, note, purchaseOrder },
    issueDate: dayOf(issueDate),
    dueDate: dayOf(dueDate),
    period: periodOf(invoice),
    corrects: null,
    reason: null,
    seller: sellerOf(seller),
    buyer: printedBuyer(buyer),
    minorUnitDigits: minorUnitDigits(currency),
    lines: lines.map(printedLine),
    totals: {
      subTotal: exact(invoice.subTotal),
      discount: exact(invoice.discount),
      taxes: taxesOf(lines),
      total: exact(invoice.total),
      credited: exact(invoice.credited),
      fromBalance: invoice.fromBalance.toString(),
      amountDue: invoice.amountDue.toString(),
    },
    bank: seller.paymentAccount,
    paymentReference: null,
    language: buyer.language,
    timeZone: buyer.timezone,
  };
}

export const printedBuyer = ({ customerId: id, name, email, address = null, taxIds = [] }: Buyer) => ({
  ...{ id, name: name ?? id, email, address, taxIds },
});

export const sellerOf = ({ legalName: name, address, email, taxIds, registrationNumber }: Issuer) => ({
  ...{ name, address, email, taxIds, registrationNumber },
});

export function printedLine(line: InvoiceLine): DocumentLine {
  const { description, explanation, quantity, unitPrice, subTotal, discount, taxPercent, tax, total } = line;
  return {
    description,
    explanation,
    period: periodOf(line),
    quantity: quantity && exact(quantity),
    unitPrice: unitPrice && exact(unitPrice),
    subTotal: exact(subTotal),
    discount: exact(discount),
    taxPercent: exact(taxPercent),
    tax: exact(tax),
    total: exact(total),
  };
}

/** By rate, the lowest first: what is taxed by it, and the tax. */
export function taxesOf(lines: readonly InvoiceLine[]): InvoiceDocument['totals']['taxes'] {
  const rates = [...new Set(lines.map(({ taxPercent }) => exact(taxPercent)))];
  return rates
    .sort((a, b) => Number(a) - Number(b))
    .map((percent) => {
      const taxed = lines.filter((line) => exact(line.taxPercent) === percent).map((line) => line.totals);
      const base = sum(taxed.map(({ subTotal, discount }) => subTotal.minus(discount)));
      return { percent, base: base.toString(), tax: sum(taxed.map(({ tax }) => tax)).toString() };
    });
}

export const periodOf = ({ periodStart, periodEnd }: { periodStart: Date; periodEnd: Date }) => ({
  start: dayOf(periodStart),
  end: dayOf(periodEnd),
});

/** Without the zeros of its column. */
export const exact = (text: string): string => new Decimal(text).toString();
