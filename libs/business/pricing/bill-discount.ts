import { takesOffAt, type HeldCoupon } from '#libs/business/values/held-coupon';
import { Decimal } from '#libs/kernel/decimal';
import { type Discount } from './discount';

/** Who may hold a coupon that meets a bill of a subscription. */
export interface CouponHolders {
  /** Of the subscription, also those that are over or still to come. */
  readonly ofSubscription: readonly HeldCoupon[] | null;
  readonly ofCustomer: HeldCoupon | null;
}

/** What is taken off a bill, and by which coupon. */
export interface BillDiscount {
  readonly coupon: HeldCoupon;
  readonly discount: Discount;
}

/**
 * What is taken off a bill that is issued at this instant: by the coupon of the subscription, else by that of its customer. They never
 * stack: the first wins also where it takes nothing off in the currency of the bill. Domain: customers-subscriptions N2, N4.
 */
export const discountAt = (
  { ofSubscription, ofCustomer }: CouponHolders,
  issuedAt: Date,
): BillDiscount | null => {
  const held = [...(ofSubscription ?? []), ...(ofCustomer ? [ofCustomer] : [])];
  const coupon = held.find((each) => takesOffAt(each, issuedAt));
  return coupon ? { coupon, discount: discountOfHeld(coupon) } : null;
};

const discountOfHeld = ({ percentOff, amountsOff }: HeldCoupon): Discount => {
  if (percentOff !== null) return { percentOff: new Decimal(percentOff) };
  const rows = amountsOff ?? [];
  return { amountsOff: rows.map(({ amount, currency }) => ({ amount: new Decimal(amount), currency })) };
};
