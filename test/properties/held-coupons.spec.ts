import fc from 'fast-check';
import { discountAt } from '#libs/business/pricing/bill-discount';
import {
  endOfHeld,
  heldFrom,
  isHeldAt,
  takesOffAt,
  type HeldCoupon,
} from '#libs/business/values/held-coupon';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { addDays, addMonths, addMs } from '#libs/kernel/period';
import { carriedOver, withCoupon } from '../../src/modules/billing/subscriptions/domain/held-coupons';

// Domain: customers-subscriptions

const begin = new Date('2026-01-31T10:15:00.000Z');

/** One coupon after the other, each so many days after the last and delayed by so many. */
const gifts = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    after: fc.integer({ min: 0, max: 60 }),
    delay: fc.integer({ min: 0, max: 60 }),
    months: fc.option(fc.integer({ min: 1, max: 3 })),
  }),
  { minLength: 1, maxLength: 8 },
);

function given(list: typeof gifts extends fc.Arbitrary<infer T> ? T : never) {
  let held: HeldCoupon[] = [];
  let now = begin;
  const kept: HeldCoupon[] = [];
  for (const { id, after, delay, months } of list) {
    now = addDays(now, after);
    const terms = { uid: id, id, name: id, percentOff: 10, amountsOff: null, durationInMonths: months };
    const coupon = heldFrom(terms, addDays(now, delay));
    try {
      held = withCoupon(held, coupon, now);
      kept.push(coupon);
    } catch (error) {
      expect(error).toMatchObject({ code: 'CustomerAlreadyUsesCouponError' });
      expect(error).toBeInstanceOf(DomainError);
      // What is refused is held still, or will be.
      expect(held.some((each) => each.couponUid === id && isHeldAt(each, now))).toBe(true);
    }
  }
  return { held, now, last: kept.at(-1) };
}

describe('coupons that are given one after the other', () => {
  /** Where anything may begin or end, and just before. */
  const edges = (held: readonly HeldCoupon[]): Date[] =>
    held
      .flatMap((each) => [
        new Date(each.startsAt),
        endOfHeld(each),
        each.removedAt && new Date(each.removedAt),
      ])
      .flatMap((at) => (at ? [addMs(at, -1), at] : []));

  it('N2: at no instant two of them take off', () => {
    fc.assert(
      fc.property(gifts, (list) => {
        const { held } = given(list);
        for (const at of edges(held))
          expect(held.filter((each) => takesOffAt(each, at)).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  it('N2, N4: the last one takes off from its start to its end, its months counted from there', () => {
    fc.assert(
      fc.property(gifts, (list) => {
        const { held, last } = given(list);
        if (!last) return;
        const start = new Date(last.startsAt);
        const end = last.durationInMonths === null ? null : addMonths(start, last.durationInMonths);
        for (const at of edges(held).filter((each) => each >= start)) {
          const found = discountAt({ ofSubscription: held, ofCustomer: null }, at);
          expect(found?.coupon.startsAt).toBe(end && at >= end ? undefined : last.startsAt);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('N2: what goes on in another plan takes off as it would have before', () => {
    fc.assert(
      fc.property(gifts, (list) => {
        const { held, now } = given(list);
        const carried = carriedOver(held, now);
        for (const at of edges(held).filter((each) => each >= now))
          expect(discountAt({ ofSubscription: carried, ofCustomer: null }, at)?.coupon).toEqual(
            discountAt({ ofSubscription: held, ofCustomer: null }, at)?.coupon,
          );
      }),
      { numRuns: 300 },
    );
  });
});
