import { type Decimal } from '#libs/kernel/decimal';
import { addMs } from '#libs/kernel/period';
import type { Purchase } from './purchase';
import type { Subscription } from './subscription';
import { closesPeriod, heldAnewFrom, heldToMinimumFrom, minimumOfPart } from './held-minimum';

// Domain: catalog

const day = (text: string): Date => new Date(`${text}T00:00:00.000Z`);
const [begin, middle, end] = [day('2026-04-10'), day('2026-04-20'), day('2026-05-10')] as const;

const purchase = (more: Partial<Purchase> = {}): Purchase => ({
  ...{ billingPeriod: 'MONTHLY', billingCountryCode: null, currency: 'usd', quantities: [] },
  minimumSpend: { amount: '100', currency: 'usd' },
  ...more,
});
const one = (billing: object, more: object = {}): Subscription =>
  ({
    ...{ billing, purchase: purchase(), addons: [], billingCycleAnchor: begin, billedUntil: end },
    ...{ startDate: begin, trialEndsAt: null, ...more },
  }) as unknown as Subscription;
const noted = (minimumFrom: Date, more: object = {}): Subscription =>
  one({ usageFrom: begin.toISOString(), minimumFrom: minimumFrom.toISOString() }, more);

describe('what of a period is held to the minimum spend', () => {
  it('R8: is from where that was noted on, and nothing of an instant or of what is to come', () => {
    expect(heldToMinimumFrom(noted(begin), end)).toEqual(begin);
    expect(heldToMinimumFrom(noted(middle), end)).toEqual(middle);
    expect(heldToMinimumFrom(noted(middle), middle)).toBeNull();
    expect(heldToMinimumFrom(noted(end), middle)).toBeNull();
  });

  it('R8: is nothing of the period before, whoever renewed it', () => {
    expect(heldToMinimumFrom(noted(middle), day('2026-06-10'))).toEqual(end);
  });

  it('R8: where nothing was noted is the whole period, unless the subscription began later', () => {
    const usageFrom = middle.toISOString();
    expect(heldToMinimumFrom(one({ usageFrom }), end)).toEqual(begin);
    expect(heldToMinimumFrom(one({ usageFrom }, { startDate: middle }), end)).toBeNull();
    expect(heldToMinimumFrom(one({ usageFrom }), day('2026-06-10'))).toBeNull();
    expect(heldToMinimumFrom(one({}), end)).toBeNull();
  });

  it('R8, customers-subscriptions O2: parts add up to the whole, also of a first period that is short', () => {
    const short = purchase({ firstPeriodStart: begin.toISOString() });
    for (const subscription of [noted(begin), noted(begin, { purchase: short })]) {
      const priced = { subscription, rows: [] };
      const part = (from: Date, until: Date): Decimal =>
        minimumOfPart(priced, { start: from, end: until }) as Decimal;
      expect(part(begin, end).toNumber()).toBe(100);
      expect(part(begin, middle).toDecimalPlaces(2).toNumber()).toBe(33.33);
      const second = addMs(middle, 1000);
      const all = part(begin, middle).plus(part(middle, second)).plus(part(second, end));
      expect(all.toDecimalPlaces(12).toNumber()).toBe(100);
    }
    expect(
      minimumOfPart({ subscription: one({}, { purchase: null }), rows: [] }, { start: begin, end }),
    ).toBeNull();
  });

  it('R8, customers-subscriptions B4: a period is closed by another anchor or length, and where it is over', () => {
    const was = noted(begin);
    expect(closesPeriod(was, noted(begin), middle)).toBe(false);
    expect(closesPeriod(was, noted(begin), end)).toBe(true);
    expect(closesPeriod(was, noted(begin, { billingCycleAnchor: middle }), middle)).toBe(true);
    const byYear = { purchase: purchase({ billingPeriod: 'ANNUALLY' }) };
    expect(closesPeriod(was, noted(begin, byYear), middle)).toBe(true);
  });

  it('R8, customers-subscriptions R3, V6: counts anew from when it is charged, or from what is paid for', () => {
    expect(heldAnewFrom(noted(begin), null, middle)).toEqual(middle);
    expect(heldAnewFrom(noted(begin), end, middle)).toEqual(end);
    const charged = { purchase: purchase({ chargedFrom: end.toISOString() }) };
    expect(heldAnewFrom(noted(begin, charged), null, middle)).toEqual(end);
  });
});
