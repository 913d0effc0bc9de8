import { heldFrom, statusOfHeld, type HeldCoupon } from '#libs/business/values/held-coupon';
import { carriedOver, heldAtBegin, heldAtStart, startedOtherwise, withCoupon } from './held-coupons';

// Domain: customers-subscriptions

const day = (on: string): Date => new Date(`${on}T00:00:00.000Z`);
const now = day('2026-04-10');
const coupon = (id: string, start = now, durationInMonths: number | null = null): HeldCoupon =>
  heldFrom({ uid: id, id, name: id, percentOff: 10, amountsOff: null, durationInMonths }, start);
const told = (held: readonly HeldCoupon[] | null, at: Date): string[] =>
  (held ?? []).map((each) => `${each.id} ${statusOfHeld(each, at)}`);
const refusal = (code: string): Error => expect.objectContaining({ code }) as Error;

describe('coupons of a subscription', () => {
  it('N2: another one takes the place of the one that is held', () => {
    const [first, second] = [coupon('a'), coupon('b', day('2026-05-01'))];
    const held = withCoupon(withCoupon(null, first, now), second, day('2026-05-01'));
    expect(told(held, day('2026-05-01'))).toEqual(['a REMOVED', 'b ACTIVE']);
  });

  it('N2, N3: a delayed one leaves the other its place until it begins', () => {
    const held = withCoupon([coupon('a')], coupon('b', day('2026-06-01')), now);
    expect(told(held, day('2026-05-31'))).toEqual(['a ACTIVE', 'b ACTIVE']);
    expect(told(held, day('2026-06-01'))).toEqual(['a REMOVED', 'b ACTIVE']);
  });

  it('N2: a third one takes the place of what runs and of what was to follow it', () => {
    const both = withCoupon([coupon('a')], coupon('b', day('2026-06-01')), now);
    expect(told(withCoupon(both, coupon('c'), now), now)).toEqual(['a REMOVED', 'b REMOVED', 'c ACTIVE']);
    const later = withCoupon(both, coupon('c', day('2026-07-01')), now);
    expect(told(later, day('2026-06-15'))).toEqual(['a ACTIVE', 'b REMOVED', 'c ACTIVE']);
    expect(told(later, day('2026-07-01'))).toEqual(['a REMOVED', 'b REMOVED', 'c ACTIVE']);
  });

  it('N2, N4: the same one is refused while it is held, and follows itself once it has run out', () => {
    const held = [coupon('a', now, 2)];
    for (const start of [now, day('2026-06-09')])
      expect(() => withCoupon(held, coupon('a', start), now)).toThrow(
        refusal('CustomerAlreadyUsesCouponError'),
      );
    const waiting = [coupon('a', day('2026-06-01'))];
    expect(() => withCoupon(waiting, coupon('a'), now)).toThrow(refusal('CustomerAlreadyUsesCouponError'));
    const again = withCoupon(held, coupon('a', day('2026-06-10')), now);
    expect(told(again, day('2026-06-10'))).toEqual(['a EXPIRED', 'a ACTIVE']);
  });

  it('N2: what is over is remembered twenty coupons long', () => {
    let held: HeldCoupon[] = [];
    for (let number = 0; number < 30; number++) held = withCoupon(held, coupon(`c${number}`), now);
    expect(told(held, now)).toEqual([
      ...Array.from({ length: 20 }, (_, index) => `c${index + 9} REMOVED`),
      'c29 ACTIVE',
    ]);
  });

  it('N2: the plan that takes the place of another goes on with what that holds, not with what is over', () => {
    const former = withCoupon([coupon('a', day('2026-01-31'), 3)], coupon('b', day('2026-04-20')), now);
    expect(told(carriedOver([...former, coupon('old', day('2025-01-01'), 1)], now), now)).toEqual([
      'a ACTIVE',
      'b ACTIVE',
    ]);
    expect(carriedOver(former, now)?.[0]).toMatchObject({ startsAt: '2026-01-31T00:00:00.000Z' });
    expect(carriedOver([coupon('old', day('2025-01-01'), 1)], now)).toBeNull();
  });

  it('N2: its own coupon takes the place of what it would go on with', () => {
    expect(told(heldAtBegin([coupon('a')], coupon('b'), now), now)).toEqual(['b ACTIVE']);
    const delayed = heldAtBegin([coupon('a')], coupon('b', day('2026-05-01')), now);
    expect(told(delayed, day('2026-05-01'))).toEqual(['a REMOVED', 'b ACTIVE']);
    expect(() => heldAtBegin([coupon('a')], coupon('a'), now)).toThrow(
      refusal('CustomerAlreadyUsesCouponError'),
    );
    expect(heldAtBegin(null, undefined, now)).toBeNull();
  });

  it('N2: what begins later goes on with what runs then, unless it was bought with its own', () => {
    expect(told(heldAtStart(null, [coupon('a')], now), now)).toEqual(['a ACTIVE']);
    expect(told(heldAtStart([coupon('b')], [coupon('a')], now), now)).toEqual(['b ACTIVE']);
    expect(heldAtStart(null, null, now)).toBeNull();
  });

  it('N4, T5: what begins with the subscription begins with it still when that moves', () => {
    const held = [coupon('with', now, 1), coupon('later', day('2026-06-01'), 1)];
    expect(startedOtherwise(held, now, day('2026-05-01'))?.map(({ startsAt }) => startsAt)).toEqual([
      '2026-05-01T00:00:00.000Z',
      '2026-06-01T00:00:00.000Z',
    ]);
    expect(startedOtherwise(null, now, now)).toBeNull();
  });
});
