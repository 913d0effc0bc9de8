import { heldFrom, type HeldCoupon } from '#libs/business/values/held-coupon';
import { dec, flatFee, useOf } from '../../../test/support/price-builders';
import { discountAt } from './bill-discount';
import { periodBill } from './period-bill';

// Domain: customers-subscriptions

const start = new Date('2026-04-10T00:00:00.000Z');
const later = new Date('2026-05-10T00:00:00.000Z');
const coupon = (id: string, more: Partial<HeldCoupon> = {}, from = start): HeldCoupon => ({
  ...heldFrom({ uid: id, id, name: id, percentOff: 20, amountsOff: null, durationInMonths: null }, from),
  ...more,
});
const own = coupon('own');
const ofCustomer = coupon('of-customer', { percentOff: 50 });

describe('the discount of a bill', () => {
  it('N2: is that of the subscription, never both', () => {
    expect(discountAt({ ofSubscription: [own], ofCustomer }, later)).toEqual({
      coupon: own,
      discount: { percentOff: dec(20) },
    });
  });

  it('N2: is that of the customer where the subscription has none, has none yet, or has none any more', () => {
    const none = [
      null,
      [],
      [coupon('next', {}, later)],
      [coupon('over', { durationInMonths: 1 }, new Date(0))],
    ];
    for (const ofSubscription of none)
      expect(discountAt({ ofSubscription, ofCustomer }, start)?.coupon.id).toBe('of-customer');
  });

  it('N2, N5: that of the subscription wins also where it takes nothing off in the currency of the bill', () => {
    const foreign = coupon('foreign', { percentOff: null, amountsOff: [{ amount: '5', currency: 'eur' }] });
    const found = discountAt({ ofSubscription: [foreign], ofCustomer }, later);
    expect(found?.coupon).toBe(foreign);
    const bill = periodBill({
      currency: 'usd',
      uses: [useOf(flatFee(84))],
      discount: found?.discount ?? null,
    });
    expect(bill.total.toFixed(2)).toBe('84.00');
  });

  it('N4, N5: a fixed amount is taken off each bill that is issued before the end', () => {
    const fixed = coupon('fixed', {
      ...{ percentOff: null, durationInMonths: 1 },
      amountsOff: [{ amount: '10.5', currency: 'usd' }],
    });
    const on = (issuedAt: Date) => discountAt({ ofSubscription: [fixed], ofCustomer: null }, issuedAt);
    const expected = { amountsOff: [{ amount: dec('10.5'), currency: 'usd' }] };
    expect(on(start)?.discount).toEqual(expected);
    expect(on(new Date(later.getTime() - 1))?.discount).toEqual(expected);
    expect(on(later)).toBeNull();
  });

  it('N5: 84.00 less 20 % is 67.20', () => {
    const found = discountAt({ ofSubscription: [own], ofCustomer: null }, later);
    const bill = periodBill({
      currency: 'usd',
      uses: [useOf(flatFee(84))],
      discount: found?.discount ?? null,
    });
    expect(bill.total.toFixed(2)).toBe('67.20');
  });
});
