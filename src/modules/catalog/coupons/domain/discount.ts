import {
  exactPriceOf,
  positiveMoneyOf,
  type ExactPrice,
  type FlatPrice,
} from '#libs/business/values/flat-price';
import { badInput } from '#libs/kernel/errors/domain-error';

/** What a coupon takes off an invoice: a percentage, or an amount in the currency of the invoice; never both. */
export type Discount =
  | { percentOff: number; amountsOff: null }
  | { percentOff: null; amountsOff: ExactPrice[] };

interface AskedDiscount {
  percentOff: number | null;
  amountsOff: FlatPrice[] | null;
}

/** @throws BadUserInput, AmountTooLarge. Domain: customers-subscriptions N1 */
export function discountOf({ percentOff, amountsOff }: AskedDiscount): Discount {
  if (percentOff === null && amountsOff === null) {
    throw badInput('A coupon takes something off; send percentOff or amountsOff');
  }
  if (amountsOff === null) return { percentOff: wholePercent(percentOff as number), amountsOff };
  if (percentOff === null) return { percentOff, amountsOff: onePerCurrency(amountsOff) };
  throw badInput('percentOff and amountsOff exclude each other; send one of them');
}

// The wire takes a number and tells an integer.
function wholePercent(percent: number): number {
  if (Number.isInteger(percent) && percent >= 1 && percent <= 100) return percent;
  throw badInput('percentOff must be a whole number from 1 to 100');
}

function onePerCurrency(amounts: FlatPrice[]): ExactPrice[] {
  if (amounts.length === 0) throw badInput('amountsOff must have at least 1 element');
  const seen = new Set<string>();
  return amounts.map((price, index) => {
    const field = `amountsOff[${index}]`;
    if (seen.has(price.currency)) {
      throw badInput(`${field}.currency: ${price.currency} is there already; send each currency once`);
    }
    seen.add(price.currency);
    return exactPriceOf(positiveMoneyOf(price, field));
  });
}
