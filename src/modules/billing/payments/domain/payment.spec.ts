import { Decimal } from '#libs/kernel/decimal';
import { Payment, retryAfter } from './payment';
import type { PaymentOutcome } from './payment-provider';

// Domain: contracts-billing

const dayMs = 86_400_000;
const day = (days: number): Date => new Date(Date.UTC(2026, 4, 10) + days * dayMs);
const nothing = new Decimal(0);
const owed = {
  ...{ invoiceUid: 'i', customerUid: 'c', customerId: 'acorn', currency: 'usd' as const },
  ...{ amount: new Decimal(49), description: 'Invoice 1' },
};
const card = { integrationId: 'pay', ref: 'pm_1', type: 'CARD' as const, last4: '4242' };
const method = { ...card, expiryMonth: 12, expiryYear: 2034 };
const decline = (isHard = false): PaymentOutcome => ({
  ...{ state: 'FAILED', ref: null, reason: 'declined', isHard },
});
const byCard = { id: 'acorn', method, customerRef: 'cus_1' };

describe('a payment that the clock brings about', () => {
  const failedAt = (days: number, outcome = decline()): Payment => {
    const payment = Payment.byClock(owed, day(0));
    payment.equip(byCard, new Decimal(49));
    payment.learn(outcome, nothing, day(days));
    return payment;
  };

  it.each([
    [0, 1],
    [0.5, 1],
    [1, 3],
    [2, 3],
    [3, 5],
    [6.9, 7],
    [7, undefined],
    [9, undefined],
  ])('V11: after a failure on day %d it is followed on day %d', (now, next) => {
    expect(retryAfter(day(0), day(now))).toEqual(next === undefined ? undefined : day(next));
  });

  it('V11: is followed by another attempt, counted from the first failure', () => {
    const first = failedAt(0.5);
    expect(first).toMatchObject({ state: 'FAILED', attempt: 1, isSettled: true, isLast: false });
    expect(first.dueAt).toEqual(day(1.5));
    expect([first.mayBeFollowed(day(1)), first.mayBeFollowed(day(1.5))]).toEqual([false, true]);
    const second = first.followedBy(new Decimal(40), day(1.5));
    expect(second).toMatchObject({ state: 'DUE', attempt: 2, amount: '40', methodRef: null });
    second.learn(decline(), nothing, day(1.5));
    expect(second.dueAt).toEqual(day(3.5));
  });

  it('V11: is the last one where the days are over', () => {
    const first = failedAt(0);
    const late = first.followedBy(new Decimal(49), day(8));
    late.learn({ state: 'CANCELED', ref: 'pi_1' }, nothing, day(8));
    expect(late).toMatchObject({ isLast: true, dueAt: day(8) });
    late.rest();
    expect(late.isLast).toBe(false);
  });

  it('V11: nobody is asked again by a method with which no attempt can succeed', () => {
    const second = failedAt(0, decline(true)).followedBy(new Decimal(49), day(1));
    expect(second.equip(byCard, new Decimal(49))).toMatch(/no attempt.*attach another/);
    second.learn(decline(), nothing, day(1));
    const third = second.followedBy(new Decimal(49), day(3));
    expect(third.equip(byCard, new Decimal(49))).toBeDefined();
    expect(third.equip({ ...byCard, method: { ...method, ref: 'pm_2' } }, nothing)).toBeUndefined();
    expect(third).toMatchObject({ integrationId: 'pay', customerRef: 'cus_1', methodRef: 'pm_2' });
  });

  it('V11: fails by itself where there is no method', () => {
    const payment = Payment.byClock(owed, day(0));
    const without = { ...byCard, method: null };
    expect(payment.equip(without, new Decimal(49))).toBe('customer acorn has no payment method');
  });
});

describe('a payment that somebody asked for', () => {
  it('V14: is followed by none', () => {
    const asked = { ...owed, method, customerRef: 'cus_1', requestKey: null };
    const payment = Payment.of(asked, day(0));
    payment.learn(decline(), nothing, day(0));
    expect(payment).toMatchObject({ attempt: null, dueAt: null, isSettled: true, isLast: false });
  });
});
