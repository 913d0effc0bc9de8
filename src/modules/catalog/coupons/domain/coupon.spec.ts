import { Coupon } from './coupon';
import type { Discount } from './discount';

// Domain: customers-subscriptions

const now = new Date('2026-03-01T00:00:00.000Z');
const coupon = (discount: Discount = { percentOff: 20, amountsOff: null }): Coupon =>
  Coupon.create(
    {
      id: 'spring',
      name: 'Spring',
      description: null,
      discount,
      durationInMonths: 3,
      metadata: {},
      source: 'SERVICE',
    },
    now,
  );
const refusal = (code: string): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(/spring/) as string }) as Error;

describe('a coupon', () => {
  it('N1: is active at first, of the catalog, and its type follows from what it takes off', () => {
    expect(coupon()).toMatchObject({ status: 'ACTIVE', source: 'SERVICE', type: 'PERCENTAGE' });
    const amountsOff = [{ amount: '10', currency: 'usd' as const }];
    expect(coupon({ percentOff: null, amountsOff })).toMatchObject({ type: 'FIXED', amountsOff });
  });

  it('N1: changes its words; what is absent stays', () => {
    const spring = coupon();
    spring.change({ name: 'Summer', metadata: { team: 'blue' } });
    spring.change({ description: 'Until autumn', name: undefined });
    expect(spring).toMatchObject({ name: 'Summer', description: 'Until autumn', metadata: { team: 'blue' } });
    spring.change({ description: null, metadata: null });
    expect(spring).toMatchObject({ name: 'Summer', description: null, metadata: {} });
  });

  it('N1: can be given while it is active', () => {
    expect(() => coupon().requireApplicable()).not.toThrow();
  });

  it('N1: archived, takes no change, is not archived again, and is not given any more', () => {
    const spring = coupon();
    spring.archive();
    expect(spring.status).toBe('ARCHIVED');
    expect(() => spring.change({ name: 'x' })).toThrow(refusal('EntityIsArchivedError'));
    expect(() => spring.archive()).toThrow(refusal('EntityIsArchivedError'));
    expect(() => spring.requireApplicable()).toThrow(refusal('ArchivedCouponCantBeApplied'));
  });
});
