import { discountAt } from '#libs/business/pricing/bill-discount';
import { totaledLines } from '#libs/business/pricing/totaled-lines';
import { lineTotals } from '#libs/business/pricing/totals';
import { minorUnitDigits } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import type { Invoice } from './invoice';
import type { InvoiceLine } from './invoice-line';
import type { Discount } from '#libs/business/pricing/discount';

/**
 * Discount and tax of the lines of a document of a subscription, by the coupon that takes off at the instant of issue. Of contracts nothing is
 * left to be worked out. Domain: customers-subscriptions N4, N5; contracts-billing R5
 */
export function settle(invoice: Invoice, lines: readonly InvoiceLine[], issuedAt: Date): void {
  const { billTerms: terms, currency } = invoice;
  if (!terms) return;
  const totaling = {
    ...{ currency, digits: minorUnitDigits(currency), taxPercent: new Decimal(terms.taxPercent) },
    discount: discountAt(terms.coupons, issuedAt)?.discount ?? null,
  };
  const amounts = lines.map((line) => ({ line, amount: new Decimal(line.subTotal) }));
  const [kept, shared] = [amounts.filter(keepsDiscount), amounts.filter((each) => !keepsDiscount(each))];
  const settled = [
    ...totaledLines(shared, totaling),
    ...kept.map(({ line, amount }) => ({
      line,
      ...lineTotals(amount, new Decimal(line.discount), totaling.taxPercent, totaling.digits),
    })),
  ];
  for (const { line, discount, tax, total } of settled)
    line.settle({ discount, tax, total }, totaling.taxPercent, percentIn(totaling.discount));
  invoice.addUp(lines);
}

const keepsDiscount = ({ line }: { line: InvoiceLine }): boolean => line.keepsDiscount;

const percentIn = (discount: Discount | null): string | undefined =>
  discount && 'percentOff' in discount ? discount.percentOff.toString() : undefined;
