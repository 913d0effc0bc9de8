import { Decimal } from '#libs/kernel/decimal';
import { zero } from './amount';
import { sumTotals, type Totals } from './totals';

/** What a line would come to now, less what was billed of it: each amount by itself, so that all sums agree. */
export const differenceOf = (now: Totals, billed: readonly Totals[]): Totals => {
  const before = sumTotals(billed);
  return {
    subTotal: now.subTotal.minus(before.subTotal),
    discount: now.discount.minus(before.discount),
    tax: now.tax.minus(before.tax),
    total: now.total.minus(before.total),
  };
};

export const isNothing = ({ subTotal, discount, tax }: Totals): boolean =>
  subTotal.isZero() && discount.isZero() && tax.isZero();

/**
 * As much of a difference as `room` bears: what is given back, in minor units, is at most that. A line that costs less is less in
 * each of its amounts, so a part of it is a part of each. Domain: entitlements-usage A13
 */
export const borneBy = (room: Decimal, difference: Totals, digits: number): Totals => {
  const given = difference.total.negated();
  if (given.lessThanOrEqualTo(room)) return difference;
  const partOf = (amount: Decimal): Decimal => amount.times(room).div(given);
  const subTotal = towardsZero(partOf(difference.subTotal), digits);
  const tax = towardsZero(partOf(difference.tax), digits);
  // The discount is given back with it, so it is rounded the other way.
  const discount = awayFromZero(partOf(difference.discount), digits);
  const total = subTotal.minus(discount).plus(tax);
  return total.lessThan(0) ? { subTotal, discount, tax, total } : nothing;
};

const nothing: Totals = { subTotal: zero, discount: zero, tax: zero, total: zero };

// plus(0) turns -0 into 0.
const towardsZero = (amount: Decimal, digits: number): Decimal =>
  amount.toDecimalPlaces(digits, Decimal.ROUND_DOWN).plus(0);

const awayFromZero = (amount: Decimal, digits: number): Decimal =>
  amount.toDecimalPlaces(digits, Decimal.ROUND_UP).plus(0);
