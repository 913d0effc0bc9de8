import { endOfHeld, heldFrom, heldUntil, statusOfHeld, takesOffAt, type HeldCoupon } from './held-coupon';

// Domain: customers-subscriptions

const utc = (instant: string): Date => new Date(`${instant}Z`);
const held = (
  startsAt: string,
  durationInMonths: number | null,
  more: Partial<HeldCoupon> = {},
): HeldCoupon => ({
  ...heldFrom(
    { uid: 'u', id: 'spring', name: 'Spring', percentOff: 20, amountsOff: null, durationInMonths },
    utc(startsAt),
  ),
  ...more,
});

describe('a coupon that somebody holds', () => {
  it.each([
    ['2026-01-31T10:15:00.000', 1, '2026-02-28T10:15:00.000'],
    ['2026-01-31T10:15:00.000', 3, '2026-04-30T10:15:00.000'],
    ['2024-02-29T00:00:00.000', 12, '2025-02-28T00:00:00.000'],
    ['2026-04-10T00:00:00.000', 1200, '2126-04-10T00:00:00.000'],
  ])('N4: from %s, %i months end at %s', (start, months, end) => {
    expect(endOfHeld(held(start, months))).toEqual(utc(end));
  });

  it('N4: takes off from its start on, and not from the instant of its end on', () => {
    const coupon = held('2026-04-10T00:00:00.000', 2);
    const at = (instant: string) => [takesOffAt(coupon, utc(instant)), statusOfHeld(coupon, utc(instant))];
    expect(at('2026-04-09T23:59:59.999')).toEqual([false, 'ACTIVE']);
    expect(at('2026-04-10T00:00:00.000')).toEqual([true, 'ACTIVE']);
    expect(at('2026-06-09T23:59:59.999')).toEqual([true, 'ACTIVE']);
    expect(at('2026-06-10T00:00:00.000')).toEqual([false, 'EXPIRED']);
  });

  it('N4: without a duration it lasts for ever', () => {
    const coupon = held('2026-04-10T00:00:00.000', null);
    expect(endOfHeld(coupon)).toBeNull();
    expect(takesOffAt(coupon, utc('2300-01-01T00:00:00.000'))).toBe(true);
  });

  it('N2: is REMOVED from the instant on at which another one takes its place', () => {
    const coupon = heldUntil(held('2026-04-10T00:00:00.000', null), utc('2026-05-01T00:00:00.000'));
    expect(statusOfHeld(coupon, utc('2026-04-30T23:59:59.999'))).toBe('ACTIVE');
    expect(statusOfHeld(coupon, utc('2026-05-01T00:00:00.000'))).toBe('REMOVED');
  });

  it('N2, N4: what has run out before is EXPIRED and stays so', () => {
    const coupon = heldUntil(held('2026-04-10T00:00:00.000', 1), utc('2026-06-01T00:00:00.000'));
    expect(statusOfHeld(coupon, utc('2026-05-10T00:00:00.000'))).toBe('EXPIRED');
    expect(statusOfHeld(coupon, utc('2026-07-01T00:00:00.000'))).toBe('EXPIRED');
  });
});
