import { Decimal } from '#libs/kernel/decimal';
import type { StoredInvoice } from '#modules/billing/invoices';
import { Payment, type PaymentState } from './payment';
import { emptyTill, PaymentNeeded, PurchaseTill } from './purchase-till';

// Domain: customers-subscriptions

const at = new Date('2026-04-10T10:00:00.000Z');
const later = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
const nothing = new Decimal(0);

const bill = (amountDue: number, currency = 'usd') =>
  ({
    uid: 'i-1',
    customerId: 'ada',
    subject: 'Subscription pro-1',
    amountDue: new Decimal(amountDue),
    currency,
  }) as StoredInvoice;

const bought = (more: Partial<Payment> = {}): Payment => {
  const purchase = { kind: 'createSubscription', asked: {}, reference: 'pro-1', askedAt: at.toISOString() };
  const asked = {
    ...{
      invoiceUid: null,
      customerUid: 'c',
      customerId: 'ada',
      amount: new Decimal(49),
      currency: 'usd' as const,
    },
    ...{
      method: { integrationId: 'pay', ref: 'pm_1' },
      customerRef: 'cus_1',
      description: 'pro-1',
      requestKey: null,
    },
  };
  return Object.assign(Payment.of({ ...asked, purchase }, at), more);
};
const inState = (state: PaymentState, more: Partial<Payment> = {}) => bought({ state, ...more });

describe('the till of a purchase', () => {
  it('V9: at the empty one what is due is asked for, and nothing is made', () => {
    expect(() => emptyTill.take(bill(49), at)).toThrow(PaymentNeeded);
    const needed = new PaymentNeeded(bill(49), at);
    expect(needed).toMatchObject({ customerId: 'ada', currency: 'usd', subject: 'Subscription pro-1', at });
    expect(needed.amount.toString()).toBe('49');
  });

  it('V9: with the money in hand it is paid, up to what was agreed to', () => {
    const till = new PurchaseTill(inState('COLLECTED'), null);
    till.note('pro-1');
    expect([till.isAwaited, till.take(bill(48.5), at)]).toEqual([false, true]);
    expect(till.applied).toMatchObject({ invoiceUid: 'i-1', made: 'pro-1' });
    expect(till.applied.spent.toString()).toBe('48.5');
    expect(() => till.take(bill(0.51), at)).toThrow(PaymentNeeded);
  });

  it.each([
    [49.01, 'usd'],
    [49, 'eur'],
  ])('V9: %d %s is not what was agreed to', (amount, currency) => {
    expect(() => new PurchaseTill(inState('COLLECTED'), null).take(bill(amount, currency), at)).toThrow(
      PaymentNeeded,
    );
  });

  it.each([
    ['PROCESSING', 'PROCESSING'],
    ['ACTION_REQUIRED', 'ACTION_REQUIRED'],
    ['DUE', null],
  ] as const)('V9: %s waits in the open', (state, collection) => {
    const till = new PurchaseTill(inState(state), null);
    expect([till.isAwaited, till.collection, till.take(bill(49), at)]).toEqual([true, collection, false]);
  });

  it('V9: it tells where who pays must act', () => {
    const actionUrl = 'https://bank.example/confirm';
    expect(new PurchaseTill(inState('ACTION_REQUIRED', { actionUrl }), null).actionUrl).toBe(actionUrl);
    expect(emptyTill.actionUrl).toBeNull();
  });
});

describe('a payment of a purchase', () => {
  it('V9: that has come is carried out, and what is not spent goes back', () => {
    const payment = bought();
    payment.take(at);
    payment.learn({ state: 'SUCCEEDED', ref: 'pi_1' }, nothing, at);
    expect(payment).toMatchObject({ state: 'COLLECTED', isReady: true, isSettled: false, dueAt: later(2) });
    payment.apply({ invoiceUid: 'i-1', made: 'pro-1', spent: new Decimal(40) }, at);
    expect(payment).toMatchObject({
      state: 'RETURNING',
      returned: '9',
      invoiceUid: 'i-1',
      isUnapplied: false,
    });
  });

  it('V9: whose answer nobody heard waits as one that takes its time', () => {
    const payment = bought();
    expect(payment.isReady).toBe(false);
    payment.take(at);
    expect(payment.isReady).toBe(true);
    payment.apply({ invoiceUid: 'i-1', made: 'pro-1', spent: nothing }, at);
    expect(payment).toMatchObject({ state: 'DUE', invoiceUid: 'i-1', isReady: false, attempt: 1 });
  });

  it('D8: that waits for a change of what runs is carried out once it has come', () => {
    const payment = inState('PROCESSING', { ref: 'pi_1', toldAt: at });
    payment.apply({ invoiceUid: null, made: 'pro-1', spent: nothing }, at);
    expect(payment).toMatchObject({ isReady: false, isUnapplied: true, purchase: { waitsOn: 'pro-1' } });
    payment.learn({ state: 'SUCCEEDED', ref: 'pi_1' }, nothing, later(90));
    expect(payment.isReady).toBe(true);
  });

  it('V10, D8: on which nobody acts is given up after a day, and goes back where it has come all the same', () => {
    const payment = inState('ACTION_REQUIRED', { ref: 'pi_1', toldAt: at });
    payment.take(later(24 * 60));
    expect([payment.isGivenUp, payment.isReady]).toEqual([true, false]);
    payment.learn({ state: 'SUCCEEDED', ref: 'pi_1' }, nothing, later(24 * 60));
    expect(payment).toMatchObject({ state: 'RETURNING', returned: '49' });
  });

  it('V9: that was refused what it is for goes back whole', () => {
    const payment = inState('COLLECTED');
    payment.giveUp(later(1));
    expect(payment).toMatchObject({ state: 'RETURNING', returned: '49', dueAt: later(1) });
  });

  it('V9: of a page is looked after until it is closed', () => {
    const page = {
      successUrl: 'https://a.example',
      cancelUrl: 'https://b.example',
      expiresAt: later(24 * 60).toISOString(),
    };
    const payment = bought({ methodRef: null });
    payment.purchase = { ...(payment.purchase as NonNullable<Payment['purchase']>), page };
    payment.learn(
      { state: 'OFFERED', ref: null, page: { ref: 'cs_1', url: 'https://pay.example' } },
      nothing,
      at,
    );
    expect(payment).toMatchObject({
      state: 'OFFERED',
      isReady: false,
      dueAt: later(10),
      purchase: { page: { ref: 'cs_1' } },
    });
  });
});
