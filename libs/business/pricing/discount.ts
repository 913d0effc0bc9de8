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
 * of the bill's currency takes nothing. Of what comes back a percentage comes back less by as much as it was cheaper, so that nobody earns by a
 * change that is undone. Domain: customers-subscriptions N5, R1.
 */
export const discountOn = (
  subTotal: Decimal,
  discount: Discount | null,
  { currency, digits }: InCurrency,
): Decimal => {
  if (discount === null || subTotal.isZero()) return zero;
  if ('percentOff' in discount) return percentOf(subTotal, discount.percentOff, digits);
  if (subTotal.isNegative()) return zero;
  const row = discount.amountsOff.find((amountOff) => amountOff.currency === currency);
  return row ? Decimal.min(subTotal, roundMoney(row.amount, digits)) : zero;
};

/**
 * Shares a discount of 0 to Σ amounts out to lines in proportion to their amounts, in whole minor units; the units left
 * over go to the largest line, and beyond its own amount to the next. The shares add up to the discount, and no line is
 * discounted below 0. What comes back is the exact negative of that. Domain: customers-subscriptions N5.
 */
export const allocated = <Line extends Discountable>(
  discount: Decimal,
  lines: readonly Line[],
  digits: number,
): (Line & { discount: Decimal })[] => {
  const amounts = lines.map(({ amount }) => amount);
  const shares = discount.isNegative()
    ? sharesOf(negative(discount), amounts.map(negative), digits).map(negative)
    : sharesOf(discount, amounts, digits);
  return lines.map((line, place) => ({ ...line, discount: shares[place] ?? zero }));
};

const sharesOf = (discount: Decimal, amounts: readonly Decimal[], digits: number): Decimal[] => {
  const total = sum(amounts);
  const partOf = (amount: Decimal): Decimal =>
    discount.isZero() ? zero : roundedDown(amount.times(discount).div(total), digits);
  const shared = amounts.map((amount) => ({ amount, discount: partOf(amount) }));
  let left = discount.minus(sum(shared.map((line) => line.discount)));
  for (const line of [...shared].sort(largestFirst)) {
    const more = Decimal.min(left, Decimal.max(zero, line.amount.minus(line.discount)));
    line.discount = line.discount.plus(more);
    left = left.minus(more);
  }
  return shared.map((line) => line.discount);
};

/** Nothing is 0, never −0. */
const negative = (amount: Decimal): Decimal => zero.minus(amount);

const largestFirst = (a: Discountable, b: Discountable): number => b.amount.comparedTo(a.amount);

// Towards minus infinity also on credit lines, so that what is left over is never negative.
const roundedDown = (amount: Decimal, digits: number): Decimal =>
  amount.toDecimalPlaces(digits, Decimal.ROUND_FLOOR).plus(0);
