import { discountAt } from '#libs/business/pricing/bill-discount';
import { settledLines, type Settleable } from '#libs/business/pricing/totaled-lines';
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
  const amounts = lines.map((line) => ({ line, ...settleable(line) }));
  for (const { line, discount, tax, total } of settledLines(amounts, totaling))
    line.settle({ discount, tax, total }, totaling.taxPercent, percentIn(totaling.discount));
  invoice.addUp(lines);
}

/** As its document is added up. */
export const settleable = ({ subTotal, keepsDiscount, discount }: InvoiceLine): Settleable => ({
  amount: new Decimal(subTotal),
  kept: keepsDiscount ? new Decimal(discount) : null,
});

const percentIn = (discount: Discount | null): string | undefined =>
  discount && 'percentOff' in discount ? discount.percentOff.toString() : undefined;
