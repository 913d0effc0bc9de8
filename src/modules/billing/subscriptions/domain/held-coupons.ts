import { heldUntil, isHeldAt, type HeldCoupon } from '#libs/business/values/held-coupon';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { latest } from '#libs/kernel/period';

export type HeldCoupons = readonly HeldCoupon[] | null;

/** What is over is told so many coupons long. */
const remembered = 20;

/**
 * With one that is given now: it takes the place of the one that takes off when it does, and of one that was to do so later.
 * Domain: customers-subscriptions N2
 * @throws CustomerAlreadyUsesCouponError for one that is held still when it would begin
 */
export function withCoupon(held: HeldCoupons, given: HeldCoupon, now: Date): HeldCoupon[] {
  const start = latest(new Date(given.startsAt), now);
  const kept = (held ?? []).map((each) => {
    if (!isHeldAt(each, now)) return each;
    refuseSame(each, given, start);
    return heldUntil(each, new Date(each.startsAt) > now ? now : start);
  });
  let surplus = kept.filter((each) => !isHeldAt(each, now)).length - remembered;
  return [...kept.filter((each) => isHeldAt(each, now) || surplus-- <= 0), given];
}

/** What goes on in the plan that takes the place of another; its months go on being counted. Domain: customers-subscriptions N2 */
export function carriedOver(held: HeldCoupons, now: Date): HeldCoupons {
  const running = (held ?? []).filter((each) => isHeldAt(each, now));
  return running.length > 0 ? running : null;
}

/** What a subscription that takes the place of another one begins with. @throws CustomerAlreadyUsesCouponError */
export function heldAtBegin(former: HeldCoupons, given: HeldCoupon | undefined, now: Date): HeldCoupons {
  const carried = carriedOver(former, now);
  return given ? carriedOver(withCoupon(carried, given, now), now) : carried;
}

/** What was bought for its start brings its own, else what it follows hands over what it holds. */
export function heldAtStart(own: HeldCoupons, former: HeldCoupons, now: Date): HeldCoupons {
  const carried = carriedOver(own, now) ? null : carriedOver(former, now);
  return carried ? [...(own ?? []), ...carried] : own;
}

/** What was to take off from the start on does so from another start on. */
export const startedOtherwise = (held: HeldCoupons, from: Date, to: Date): HeldCoupons =>
  held &&
  held.map((each) => (each.startsAt === from.toISOString() ? { ...each, startsAt: to.toISOString() } : each));

function refuseSame(held: HeldCoupon, given: HeldCoupon, start: Date): void {
  if (held.couponUid !== given.couponUid || !isHeldAt(held, start)) return;
  throw new DomainError(
    'CustomerAlreadyUsesCouponError',
    `Coupon ${held.id} is active on the subscription already and goes on; leave it out, or send another one`,
  );
}
