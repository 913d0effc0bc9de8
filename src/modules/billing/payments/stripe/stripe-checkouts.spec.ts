import { Decimal } from '#libs/kernel/decimal';
import { checkoutOf, payer, stripeAccounts } from '../../../../../test/support/stripe-account';
import { StripeProvider } from './stripe-provider';

const account = stripeAccounts((settings) => new StripeProvider(settings));

const opened = async (changes: Parameters<typeof checkoutOf>[1] = {}) => {
  const stripe = await account();
  const order = checkoutOf(await stripe.provider.ensureCustomer(payer), changes);
  return { ...stripe, order, page: await stripe.provider.openCheckout(order) };
};

describe('a payment page', () => {
  it('is open until somebody pays, and then tells the payment with a method that can be charged again', async () => {
    const { double, provider, order, page } = await opened();

    expect(page.url).toMatch(/^https:/);
    expect(await provider.askCheckout(page.ref)).toEqual({ state: 'OPEN' });
    double.payPage(page.ref, 'pm_card_chargeCustomerFail');
    expect(await provider.askCheckout(page.ref)).toEqual({ state: 'OPEN' });
    double.payPage(page.ref, 'pm_card_visa');

    const [charge] = double.charges();
    const outcome = await provider.askCheckout(page.ref);
    expect(charge).toMatchObject({ ...order.about, key: order.key, amount: 4990, currency: 'usd' });
    expect(outcome).toEqual({
      state: 'COMPLETE',
      payment: {
        state: 'SUCCEEDED',
        ref: charge?.ref,
        method: expect.objectContaining({ type: 'CARD', last4: '4242' }) as object,
      },
    });
    const { ref: methodRef } = (outcome as { payment: { method: { ref: string } } }).payment.method;
    expect(await provider.attach(order.customerRef, methodRef)).toMatchObject({ ref: methodRef });
  });

  it('is complete while a bank still pays, and when it does not', async () => {
    const { double, provider, page } = await opened({ amount: new Decimal('500'), currency: 'jpy' });
    double.payPage(page.ref, 'pm_usBankAccount');
    const outcome = await provider.askCheckout(page.ref);
    const { ref } = (outcome as { payment: { ref: string } }).payment;

    expect(outcome).toEqual({ state: 'COMPLETE', payment: { state: 'PROCESSING', ref } });
    double.settle(ref, 'requires_payment_method', { code: 'debit_not_authorized' });
    expect(await provider.askCheckout(page.ref)).toMatchObject({
      payment: { state: 'FAILED', isHard: true },
    });
  });

  it('expires when its time is over', async () => {
    const { clock, provider, page } = await opened();
    clock.advance({ hours: 3 });
    expect(await provider.askCheckout(page.ref)).toEqual({ state: 'EXPIRED' });
  });

  it.each([
    ['2026-03-04T15:31:00.000Z', 31 * 60],
    ['2026-03-04T17:30:00.000Z', 2 * 3600],
    ['2026-03-09T15:30:00.000Z', 24 * 3600],
  ])('that shall end at %s is open for %d seconds, within what Stripe takes', async (expiresAt, seconds) => {
    const { clock, double, page } = await opened({ expiresAt: new Date(expiresAt) });
    expect(double.api.pages.retrieve(page.ref).expires_at).toBe(clock.now().getTime() / 1000 + seconds);
  });

  it('is the same one when it is told again, also where its end has moved', async () => {
    const { clock, double, provider, order, page } = await opened({
      expiresAt: new Date('2026-03-04T15:35:00.000Z'),
    });

    expect(await provider.openCheckout(order)).toEqual(page);
    clock.advance({ minutes: 3 });
    expect(await provider.openCheckout(order)).toEqual(page);
    expect(double.api.pages.of(order.customerRef, undefined)).toHaveLength(1);
  });

  it('that is closed takes no more payments, and stays closed', async () => {
    const { double, provider, page } = await opened();

    expect(await provider.closeCheckout(page.ref)).toEqual({ state: 'EXPIRED' });
    expect(await provider.closeCheckout(page.ref)).toEqual({ state: 'EXPIRED' });
    expect(() => double.payPage(page.ref, 'pm_card_visa')).toThrow();
  });

  it('on which somebody has paid meanwhile is not closed, and tells so', async () => {
    const { double, provider, page } = await opened();
    double.payPage(page.ref, 'pm_card_visa');

    expect(await provider.closeCheckout(page.ref)).toMatchObject({
      state: 'COMPLETE',
      payment: { state: 'SUCCEEDED' },
    });
  });

  it('that nobody opened is unknown', async () => {
    const { provider } = await account();
    const unknown = { name: 'ProviderRefusal', isUnknown: true };
    await expect(provider.askCheckout('cs_nobody')).rejects.toMatchObject(unknown);
    await expect(provider.closeCheckout('cs_nobody')).rejects.toMatchObject(unknown);
  });
});
