import fc from 'fast-check';
import { addMonths, addMs, hourMs } from '#libs/kernel/period';
import { noticeOfMonth } from './billing-month';
import type { Purchase } from './purchase';

// Domain: customers-subscriptions

const bought = (billingPeriod: Purchase['billingPeriod'], more: Partial<Purchase> = {}): Purchase => ({
  ...{ billingPeriod, billingCountryCode: null, currency: 'usd', quantities: [] },
  ...more,
});
const anchor = new Date('2026-01-31T10:15:00.000Z');
const notice = (at: string, purchase: Purchase | null = bought('ANNUALLY')): string | undefined =>
  noticeOfMonth({ purchase, billingCycleAnchor: anchor }, new Date(at))?.toISOString();

describe('the end of a billing month', () => {
  it('B3: is told one hour before it, and then that of the next one', () => {
    expect(notice('2026-01-31T10:15:00.000Z')).toBe('2026-02-28T09:15:00.000Z');
    expect(notice('2026-02-28T09:14:59.999Z')).toBe('2026-02-28T09:15:00.000Z');
    expect(notice('2026-02-28T09:15:00.000Z')).toBe('2026-03-31T09:15:00.000Z');
    expect(notice('2026-02-28T10:00:00.000Z')).toBe('2026-03-31T09:15:00.000Z');
  });

  it('B3: is of annual periods only', () => {
    expect(notice('2026-02-01T00:00:00.000Z', bought('MONTHLY'))).toBeUndefined();
    expect(notice('2026-02-01T00:00:00.000Z', null)).toBeUndefined();
    expect(noticeOfMonth({ purchase: bought('ANNUALLY'), billingCycleAnchor: null }, anchor)).toBeNull();
  });

  it('B2, B3: an anchor to come counts backwards', () => {
    const purchase = bought('ANNUALLY', { firstPeriodStart: '2025-12-20T00:00:00.000Z' });
    expect(notice('2025-12-20T00:00:00.000Z', purchase)).toBe('2025-12-31T09:15:00.000Z');
  });

  it('B3: twelve a year, each told once, from any instant on', () => {
    fc.assert(
      fc.property(fc.date({ min: anchor, max: addMonths(anchor, 600), noInvalidDate: true }), (from) => {
        const told: Date[] = [];
        for (let at = from; told.length < 12; told.push(at))
          at = noticeOfMonth({ purchase: bought('ANNUALLY'), billingCycleAnchor: anchor }, at) as Date;
        const ends = told.map((at) => addMs(at, hourMs));
        const [first] = ends as [Date];
        expect(ends).toEqual(ends.map((_, n) => addMonths(anchor, monthsFromAnchor(first) + n)));
      }),
    );
  });
});

const monthsFromAnchor = (end: Date): number =>
  (end.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + end.getUTCMonth() - anchor.getUTCMonth();
