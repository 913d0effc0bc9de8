import { type Decimal } from '#libs/kernel/decimal';
import { sum } from './amount';
import { percentOf } from './discount';

/** Amounts in minor units; `total` is `subTotal − discount + tax`. */
export interface Totals {
  readonly subTotal: Decimal;
  readonly discount: Decimal;
  readonly tax: Decimal;
  readonly total: Decimal;
}

/** Totals of one line from its rounded amount and discount; tax comes after the discount. Domain: contracts-billing M4, R5. */
export const lineTotals = (
  subTotal: Decimal,
  discount: Decimal,
  taxPercent: Decimal,
  digits: number,
): Totals => {
  const net = subTotal.minus(discount);
  const tax = percentOf(net, taxPercent, digits);
  return { subTotal, discount, tax, total: net.plus(tax) };
};

/** Plain sums: nothing rounds again. Domain: contracts-billing M4, R2. */
export const sumTotals = (lines: readonly Totals[]): Totals => ({
  subTotal: sum(lines.map(({ subTotal }) => subTotal)),
  discount: sum(lines.map(({ discount }) => discount)),
  tax: sum(lines.map(({ tax }) => tax)),
  total: sum(lines.map(({ total }) => total)),
});
