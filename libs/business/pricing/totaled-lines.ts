import { type CurrencyCode } from '#libs/business/values/currency';
import { type Decimal } from '#libs/kernel/decimal';
import { sum, zero } from './amount';
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
  /** What was taken off an amount that comes back when that was paid for; null where nobody knows. */
  readonly takenOff?: ((amount: Decimal) => Decimal) | null;
}

/** A line that may come back as it was discounted when it was paid for: `kept` is that discount. Domain: customers-subscriptions N5. */
export interface Settleable {
  readonly amount: Decimal;
  readonly kept: Decimal | null;
}

/** The discount is for those lines that keep none of their own. In the order of the lines. */
export const settledLines = <Line extends Settleable>(
  lines: readonly Line[],
  totaling: Totaling,
): (Line & Totals)[] => {
  const sharing = totaledLines(
    lines.filter(({ kept }) => kept === null),
    totaling,
  );
  const { taxPercent, digits } = totaling;
  return lines.map((line) =>
    line.kept === null
      ? (sharing.shift() as Line & Totals)
      : { ...line, ...lineTotals(line.amount, line.kept, taxPercent, digits) },
  );
};

/** Shares the discount out, then taxes each line. Domain: customers-subscriptions N5; contracts-billing R5. */
export const totaledLines = <Line extends { readonly amount: Decimal }>(
  lines: readonly Line[],
  totaling: Totaling,
): (Line & Totals)[] => {
  const { digits, discount, taxPercent, takenOff } = totaling;
  const subTotal = sum(lines.map(({ amount }) => amount));
  const known = subTotal.isNegative() ? takenOff?.(subTotal.negated()) : undefined;
  const off = known ? zero.minus(known) : discountOn(subTotal, discount, totaling);
  return allocated(off, lines, digits).map((line) => ({
    ...line,
    ...lineTotals(line.amount, line.discount, taxPercent, digits),
  }));
};
