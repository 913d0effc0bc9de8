import { type CurrencyCode } from '#libs/business/values/currency';
import { roundMoney } from '#libs/business/values/money';
import { Decimal } from '#libs/kernel/decimal';
import { sum, zero } from './amount';

/** A coupon's discount: percent of a bill, or an amount per currency. Domain: customers-subscriptions N1. */
export type Discount =
  | { readonly percentOff: Decimal }
  | { readonly amountsOff: readonly { readonly amount: Decimal; readonly currency: CurrencyCode }[] };

/** A line as far as a discount sees it: `amount` is in minor units. */
interface Discountable {
  readonly amount: Decimal;
}

interface InCurrency {
  readonly currency: CurrencyCode;
  readonly digits: number;
}

/** `percent` of an amount, rounded to the minor unit. */
export const percentOf = (amount: Decimal, percent: Decimal, digits: number): Decimal =>
  roundMoney(amount.times(percent).div(100), digits);

/**
 * What a discount takes off `subTotal`: at most all of it, the rest of a fixed amount is lost. A fixed amount in no row
 * of the bill's currency takes nothing. Domain: customers-subscriptions N5.
 */
export const discountOn = (
  subTotal: Decimal,
  discount: Discount | null,
  { currency, digits }: InCurrency,
): Decimal => {
  if (discount === null || subTotal.lessThanOrEqualTo(0)) return zero;
  if ('percentOff' in discount) return percentOf(subTotal, discount.percentOff, digits);
  const row = discount.amountsOff.find((amountOff) => amountOff.currency === currency);
  return row ? Decimal.min(subTotal, roundMoney(row.amount, digits)) : zero;
};

/**
 * Shares a discount of 0 to Σ amounts out to lines in proportion to their amounts, in whole minor units; the units left
 * over go to the largest line, and beyond its own amount to the next. The shares add up to the discount, and no line is
 * discounted below 0. Domain: customers-subscriptions N5.
 */
export const allocated = <Line extends Discountable>(
  discount: Decimal,
  lines: readonly Line[],
  digits: number,
): (Line & { discount: Decimal })[] => {
  const total = sum(lines.map(({ amount }) => amount));
  const partOf = ({ amount }: Line): Decimal =>
    discount.isZero() ? zero : roundedDown(amount.times(discount).div(total), digits);
  const shared = lines.map((line) => ({ ...line, discount: partOf(line) }));
  let left = discount.minus(sum(shared.map((line) => line.discount)));
  for (const line of [...shared].sort(largestFirst)) {
    const more = Decimal.min(left, Decimal.max(zero, line.amount.minus(line.discount)));
    line.discount = line.discount.plus(more);
    left = left.minus(more);
  }
  return shared;
};

const largestFirst = (a: Discountable, b: Discountable): number => b.amount.comparedTo(a.amount);

// Towards minus infinity also on credit lines, so that what is left over is never negative.
const roundedDown = (amount: Decimal, digits: number): Decimal =>
  amount.toDecimalPlaces(digits, Decimal.ROUND_FLOOR).plus(0);
