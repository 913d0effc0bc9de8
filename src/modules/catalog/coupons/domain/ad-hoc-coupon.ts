import type { FlatPrice } from '#libs/business/values/flat-price';
import { badInput } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import type { NewCoupon } from './coupon';
import { discountOf } from './discount';

/** A discount as it is said for one subscription. */
export interface AdHocDiscount {
  name?: string;
  description?: string;
  percentOff?: number;
  amountsOff?: FlatPrice[] | null;
  durationInMonths?: number;
}

/** What a discount without a name is told by. */
const nameless = 'Discount';

/** @throws BadUserInput, AmountTooLarge. Domain: customers-subscriptions N3 */
export function adHocCoupon(asked: AdHocDiscount): NewCoupon {
  const { name = nameless, percentOff, amountsOff } = asked;
  const discount = discountOf({ percentOff: percentOff ?? null, amountsOff: amountsOff ?? null });
  const source = 'SERVICE_ADHOC' as const;
  const { description = null, durationInMonths = null } = asked;
  // The wire takes a number, as of a percentage.
  if (durationInMonths !== null && !Number.isInteger(durationInMonths))
    throw badInput('durationInMonths must be a whole number of months');
  return { id: newUid(), name, description, discount, durationInMonths, metadata: {}, source };
}
