import { addMonths } from '#libs/kernel/period';
import type { ExactPrice } from './flat-price';

/** What a coupon takes off, and for how long: neither ever changes. Domain: customers-subscriptions N1 */
interface CouponTerms {
  readonly id: string;
  readonly name: string;
  /** Whole, 1 to 100; null where `amountsOff` says it. */
  readonly percentOff: number | null;
  readonly amountsOff: readonly ExactPrice[] | null;
  /** Null lasts for ever. */
  readonly durationInMonths: number | null;
}

/** A coupon as it was given to somebody. It lies in JSON: instants and amounts are texts. Domain: customers-subscriptions N2, N3, N4 */
export interface HeldCoupon extends CouponTerms {
  readonly couponUid: string;
  /** From when it takes off; its months are counted from here. */
  readonly startsAt: string;
  /** From when another one has its place; null where it runs out by itself. */
  readonly removedAt: string | null;
  /** By which it was got. */
  readonly promotionCode: string | null;
}

/** Spec: CouponStatus */
export type HeldCouponStatus = 'ACTIVE' | 'EXPIRED' | 'REMOVED';

/** @param promotionCode by which it was got */
export const heldFrom = (
  { uid, id, name, percentOff, amountsOff, durationInMonths }: CouponTerms & { readonly uid: string },
  startsAt: Date,
  promotionCode: string | null = null,
): HeldCoupon => ({
  couponUid: uid,
  ...{ id, name, percentOff, amountsOff, durationInMonths },
  ...{ startsAt: startsAt.toISOString(), removedAt: null, promotionCode },
});

/** Months of the calendar from its start, clamped; null where it lasts for ever. Domain: customers-subscriptions N4 */
export const endOfHeld = ({
  startsAt,
  durationInMonths,
}: Pick<HeldCoupon, 'startsAt' | 'durationInMonths'>): Date | null =>
  durationInMonths === null ? null : addMonths(new Date(startsAt), durationInMonths);

/** What was given and is not over is ACTIVE, also before it takes off. Domain: customers-subscriptions N2, N4 */
export function statusOfHeld(held: HeldCoupon, at: Date): HeldCouponStatus {
  const { removedAt } = held;
  if (removedAt !== null && new Date(removedAt) <= at) return 'REMOVED';
  const end = endOfHeld(held);
  return end !== null && end <= at ? 'EXPIRED' : 'ACTIVE';
}

export const isHeldAt = (held: HeldCoupon, at: Date): boolean => statusOfHeld(held, at) === 'ACTIVE';

/** Does it take off from a bill that is issued then? Domain: customers-subscriptions N4 */
export const takesOffAt = (held: HeldCoupon, issuedAt: Date): boolean =>
  new Date(held.startsAt) <= issuedAt && isHeldAt(held, issuedAt);

/** Another one takes its place then, unless it has run out before. Domain: customers-subscriptions N2 */
export function heldUntil(held: HeldCoupon, at: Date): HeldCoupon {
  const end = endOfHeld(held);
  return { ...held, removedAt: end !== null && end <= at ? null : at.toISOString() };
}
