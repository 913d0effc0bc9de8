import { type CurrencyCode } from '#libs/business/values/currency';
import { type Decimal } from '#libs/kernel/decimal';
import { sum } from './amount';
import { type BillLine } from './bill-line';
import { allocated, type Discount, discountOn } from './discount';
import { lineTotals, type Totals } from './totals';

export type TotaledLine = BillLine & Totals;

/** What becomes of the amounts of a bill. */
export interface Totaling {
  readonly currency: CurrencyCode;
  readonly digits: number;
  readonly discount: Discount | null;
  /** 0–100, exclusive. Domain: contracts-billing R5. */
  readonly taxPercent: Decimal;
}

/** Shares the discount out, then taxes each line. Domain: customers-subscriptions N5; contracts-billing R5. */
export const totaledLines = <Line extends { readonly amount: Decimal }>(
  lines: readonly Line[],
  totaling: Totaling,
): (Line & Totals)[] => {
  const { digits, discount, taxPercent } = totaling;
  const off = discountOn(sum(lines.map(({ amount }) => amount)), discount, totaling);
  return allocated(off, lines, digits).map((line) => ({
    ...line,
    ...lineTotals(line.amount, line.discount, taxPercent, digits),
  }));
};
