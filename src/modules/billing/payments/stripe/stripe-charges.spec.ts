import { Decimal } from '#libs/kernel/decimal';
import { chargeOf, stripeAccounts } from '../../../../../test/support/stripe-account';
import { StripeProvider } from './stripe-provider';

const account = stripeAccounts((settings) => new StripeProvider(settings));

describe('a charge', () => {
  it.each([
    ['49.90', 'usd', 4990],
    ['500', 'jpy', 500],
  ] as const)('of %s %s is collected exactly, with what it is about', async (amount, currency, units) => {
    const { double, provider, payerWith } = await account();
    const whose = await payerWith('pm_card_visa');
    const order = chargeOf(whose, { amount: new Decimal(amount), currency });

    const outcome = await provider.charge(order);
    const [charge] = double.charges();

    expect(outcome).toEqual({ state: 'SUCCEEDED', ref: charge?.ref });
    expect(double.charges()).toEqual([
      {
        ...charge,
        ...order.about,
        key: order.key,
        customer: whose.customerRef,
        amount: units,
        currency,
        refunded: 0,
      },
    ]);
    expect(await provider.ask(charge?.ref ?? '')).toEqual(outcome);
  });

  it('that is declined fails with the codes of Stripe, and nothing is collected', async () => {
    const { double, provider, payerWith } = await account();
    const outcome = await provider.charge(chargeOf(await payerWith('pm_card_chargeCustomerFail')));

    const failed = { state: 'FAILED', reason: 'card_declined: generic_decline', isHard: false };
    expect(outcome).toEqual({ ...failed, ref: expect.stringMatching(/^pi_/) });
    expect(await provider.ask((outcome as { ref: string }).ref)).toEqual(outcome);
    expect(double.charges()).toEqual([]);
  });

  it.each([
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, false],
    [{ code: 'card_declined', decline_code: 'lost_card' }, true],
    [{ code: 'card_declined', decline_code: 'stolen_card' }, true],
    [{ code: 'card_declined', decline_code: 'pickup_card' }, true],
    [{ code: 'expired_card' }, true],
    [{ code: 'incorrect_number' }, true],
    [{ code: 'processing_error' }, false],
    [{ code: 'card_declined', decline_code: 'do_not_honor', advice_code: 'do_not_try_again' }, true],
    [{ code: 'card_declined', decline_code: 'do_not_honor', advice_code: 'try_again_later' }, false],
  ])('declined by %j can succeed with no other attempt: %s', async (decline, isHard) => {
    const { double, provider, payerWith } = await account();
    double.addMethod('pm_declined', { type: 'card', charge: 'DECLINES', decline });

    const outcome = await provider.charge(chargeOf(await payerWith('pm_declined')));
    expect(outcome).toMatchObject({ state: 'FAILED', isHard });
  });

  it('needs action, whether who pays is there or not', async () => {
    const { double, provider, payerWith } = await account();
    const whose = await payerWith('pm_card_authenticationRequired');

    const alone = await provider.charge(chargeOf(whose));
    const attended = await provider.charge(chargeOf(whose, { key: 'charge-2', isAttended: true }));

    const waits = { state: 'ACTION_REQUIRED', actionUrl: null };
    expect([alone, attended]).toEqual([expect.objectContaining(waits), expect.objectContaining(waits)]);
    // Away, the attempt is over for Stripe; there, it waits.
    const states = [alone, attended].map(
      (each) => double.api.payments.retrieve((each as { ref: string }).ref).status,
    );
    expect(states).toEqual(['requires_payment_method', 'requires_action']);
    double.settle((attended as { ref: string }).ref, 'succeeded');
    expect(await provider.ask((attended as { ref: string }).ref)).toMatchObject({ state: 'SUCCEEDED' });
  });

  it('of a bank account is told later', async () => {
    const { double, provider, payerWith } = await account();
    const outcome = await provider.charge(chargeOf(await payerWith('pm_usBankAccount')));
    const { ref } = outcome as { ref: string };

    expect(outcome).toEqual({ state: 'PROCESSING', ref });
    double.settle(ref, 'requires_payment_method', { code: 'account_closed' });
    expect(await provider.ask(ref)).toEqual({ state: 'FAILED', ref, reason: 'account_closed', isHard: true });
    double.settle(ref, 'succeeded');
    expect(await provider.ask(ref)).toEqual({ state: 'SUCCEEDED', ref });
  });
});

describe('canceling', () => {
  it('gives up what waits, and once it is given up tells so', async () => {
    const { provider, payerWith } = await account();
    const outcome = await provider.charge(chargeOf(await payerWith('pm_card_authenticationRequired')));
    const { ref } = outcome as { ref: string };

    expect(await provider.cancel(ref)).toEqual({ state: 'CANCELED', ref });
    expect(await provider.cancel(ref)).toEqual({ state: 'CANCELED', ref });
  });

  it('tells what has come, or is coming, meanwhile', async () => {
    const { double, provider, payerWith } = await account();
    const outcome = await provider.charge(chargeOf(await payerWith('pm_usBankAccount')));
    const { ref } = outcome as { ref: string };

    expect(await provider.cancel(ref)).toEqual({ state: 'PROCESSING', ref });
    double.settle(ref, 'succeeded');
    expect(await provider.cancel(ref)).toEqual({ state: 'SUCCEEDED', ref });
    await expect(provider.cancel('pi_nobody')).rejects.toMatchObject({ isUnknown: true });
  });
});

describe('a refund', () => {
  it('is given once, also where it is told again after Stripe has forgotten its key', async () => {
    const { clock, double, provider, payerWith } = await account();
    const outcome = await provider.charge(chargeOf(await payerWith('pm_card_visa')));
    const { ref: paymentRef } = outcome as { ref: string };
    const order = { key: 'refund-1', paymentRef, amount: new Decimal('9.90'), currency: 'usd' } as const;

    const refund = await provider.refund(order);
    clock.advance({ days: 2 });

    expect(await provider.refund(order)).toEqual(refund);
    expect(double.charges()).toMatchObject([{ amount: 4990, refunded: 990 }]);
    await provider.refund({ ...order, key: 'refund-2', amount: new Decimal('40') });
    expect(double.charges()).toMatchObject([{ amount: 4990, refunded: 4990 }]);
  });

  it('of more than was paid is refused', async () => {
    const { provider, payerWith } = await account();
    const outcome = await provider.charge(chargeOf(await payerWith('pm_card_visa')));
    const { ref: paymentRef } = outcome as { ref: string };
    const order = { key: 'refund-1', paymentRef, amount: new Decimal('49.91'), currency: 'usd' } as const;

    await expect(provider.refund(order)).rejects.toThrow(
      /charge_already_refunded, parameter amount, request req_double/,
    );
    await expect(provider.refund({ ...order, amount: new Decimal('0.001') })).rejects.toThrow(/exactly/);
  });
});
