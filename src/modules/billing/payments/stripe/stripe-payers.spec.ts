import { chargeOf, payer, stripeAccounts } from '../../../../../test/support/stripe-account';
import { ProviderRefusal } from '../domain/payment-provider';
import { StripeProvider } from './stripe-provider';

const account = stripeAccounts((settings) => new StripeProvider(settings));

describe('who pays', () => {
  it('is one customer of Stripe, however often and however late they are told', async () => {
    const { clock, double, provider } = await account();

    const first = await provider.ensureCustomer(payer);
    const atOnce = await provider.ensureCustomer(payer);
    clock.advance({ days: 3 });
    const renamed = await provider.ensureCustomer({ ...payer, name: 'Acme AG', email: null });

    expect([atOnce, renamed]).toEqual([first, first]);
    expect([...double.api.customers.values()]).toEqual([
      expect.objectContaining({
        id: first,
        name: 'Acme GmbH',
        email: 'billing@acme.example',
        metadata: { environmentId: payer.environmentId, customerUid: payer.uid, customerId: 'acme' },
      }),
    ]);
  });

  it('is another one in another environment, also where both share the account', async () => {
    const { provider } = await account();

    const first = await provider.ensureCustomer(payer);
    expect(await provider.ensureCustomer({ ...payer, environmentId: 'another' })).not.toBe(first);
  });

  it('is found in a minute where they were renamed since an answer was lost', async () => {
    const { clock, provider } = await account();
    const first = await provider.ensureCustomer(payer);

    await expect(provider.ensureCustomer({ ...payer, name: 'Acme AG' })).rejects.toMatchObject({
      name: 'ProviderAway',
    });
    clock.advance({ minutes: 2 });
    expect(await provider.ensureCustomer({ ...payer, name: 'Acme AG' })).toBe(first);
  });
});

describe('a payment method', () => {
  it('is kept as a reference and masked digits, and nothing else', async () => {
    const { double, provider } = await account();
    double.addMethod('pm_sepa', { type: 'sepa_debit', charge: 'PROCESSES', last4: '3000' });
    double.addMethod('pm_cash', { type: 'cashapp', charge: 'PAYS' });
    const customer = await provider.ensureCustomer(payer);
    const ref = expect.stringMatching(/^pm_[0-9a-f]+$/) as string;
    const undated = { expiryMonth: null, expiryYear: null };

    expect(await provider.attach(customer, 'pm_card_visa')).toEqual({
      ...{ ref, type: 'CARD', last4: '4242', expiryMonth: 8, expiryYear: 2031 },
    });
    expect(await provider.attach(customer, 'pm_usBankAccount')).toEqual({
      ref,
      type: 'BANK',
      last4: '6789',
      ...undated,
    });
    expect(await provider.attach(customer, 'pm_sepa')).toEqual({
      ref,
      type: 'BANK',
      last4: '3000',
      ...undated,
    });
    expect(await provider.attach(customer, 'pm_cash')).toEqual({
      ref,
      type: 'CASH_APP',
      last4: null,
      ...undated,
    });
  });

  it('is attached already where an answer was lost', async () => {
    const { double, provider, payerWith } = await account();
    const { customerRef, methodRef } = await payerWith('pm_card_visa');

    expect(await provider.attach(customerRef, methodRef)).toMatchObject({ ref: methodRef });
    expect(double.calls.filter((call) => call.endsWith('/attach'))).toHaveLength(1);
  });

  it('of another type is refused before it is attached, with those that are taken', async () => {
    const { double, provider } = await account();
    double.addMethod('pm_later', { type: 'klarna', charge: 'PAYS' });
    const customer = await provider.ensureCustomer(payer);

    await expect(provider.attach(customer, 'pm_later')).rejects.toThrow(
      /type klarna is not taken; taken are card, us_bank_account, sepa_debit, cashapp/,
    );
    expect(double.calls.filter((call) => call.endsWith('/attach'))).toEqual([]);
  });

  it('that Stripe does not have is unknown', async () => {
    const { provider } = await account();
    const attached = provider.attach(await provider.ensureCustomer(payer), 'pm_nobody');
    await expect(attached).rejects.toMatchObject({ name: 'ProviderRefusal', isUnknown: true });
  });

  it.each(['', '..', 'pm_1/attach', 'pm_1?expand=customer', 'x'.repeat(256)])(
    '%j is unknown, and no part of an address',
    async (methodRef) => {
      const { double, provider } = await account();
      const attached = provider.attach('cus_1', methodRef);
      await expect(attached).rejects.toMatchObject({ name: 'ProviderRefusal', isUnknown: true });
      expect(double.calls).toEqual([]);
    },
  );

  it('of somebody else is refused', async () => {
    const { provider, payerWith } = await account();
    const { methodRef } = await payerWith('pm_card_visa');
    const other = await provider.ensureCustomer({ ...payer, uid: 'other' });

    await expect(provider.attach(other, methodRef)).rejects.toThrow(ProviderRefusal);
  });

  it('is detached once, and stays so', async () => {
    const { provider, payerWith } = await account();
    const { customerRef, methodRef } = await payerWith('pm_card_visa');

    await provider.detach(methodRef);
    await provider.detach(methodRef);
    await provider.detach('pm_nobody');
    await expect(provider.charge(chargeOf({ customerRef, methodRef }))).rejects.toThrow(ProviderRefusal);
  });
});
