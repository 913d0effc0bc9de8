import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { TestClock } from './clock';
import { StripeDouble } from './stripe-double';

export const accountSecrets = {
  secretKey: 'sk_test_51Qz7hTn2mVb8Lx4',
  webhookSecret: 'whsec_c0ff33b4d9a1e7f2',
};

export const payer = {
  uid: '0192f0aa-5b3c-7000-8000-00000000c001',
  id: 'acme',
  environmentId: '0192f0aa-5b3c-7000-8000-00000000e001',
  name: 'Acme GmbH',
  email: 'billing@acme.example',
};

/** As far as an account needs to know who calls it. */
interface Provider {
  ensureCustomer(who: typeof payer): Promise<string>;
  attach(customerRef: string, methodRef: string): Promise<{ ref: string }>;
}

interface Settings {
  secretKey: string;
  webhookSecret: string;
  clock: TestClock;
  apiUrl: string;
  timeoutMs?: number;
}

/**
 * Accounts at doubles, each with a clock that both sides read.
 * @returns opens another one; all are closed after each test, and none may have been asked what Stripe does not know
 */
export function stripeAccounts<P extends Provider>(connect: (settings: Settings) => P) {
  const open: StripeDouble[] = [];
  afterEach(async () => {
    const all = open.splice(0);
    await Promise.all(all.map((double) => double.close()));
    expect(all.flatMap(({ misuses }) => misuses)).toEqual([]);
  });
  return async (settings?: { timeoutMs?: number; secretKey?: string }) => {
    const clock = new TestClock();
    const double = await StripeDouble.start({ ...accountSecrets, now: () => clock.now() });
    open.push(double);
    const provider = connect({ ...accountSecrets, clock, apiUrl: double.url, ...settings });
    /** A payer with a method of this token: their references. */
    const payerWith = async (token: string): Promise<Whose> => {
      const customerRef = await provider.ensureCustomer(payer);
      const { ref: methodRef } = await provider.attach(customerRef, token);
      return { customerRef, methodRef };
    };
    return { clock, double, provider, payerWith };
  };
}

interface Whose {
  customerRef: string;
  methodRef: string;
}

export const about = {
  environmentId: payer.environmentId,
  paymentUid: '0192f0aa-5b3c-7000-8000-00000000a001',
};

const charge = {
  key: 'charge-1',
  toldAt: null as Date | null,
  amount: new Decimal('49.90'),
  currency: 'usd' as CurrencyCode,
  isAttended: false,
  description: 'Pro, March',
  about,
};

export const chargeOf = (whose: Whose, changes: Partial<typeof charge> = {}) => ({
  ...charge,
  ...whose,
  ...changes,
});

const checkout = {
  key: 'checkout-1',
  amount: new Decimal('49.90'),
  currency: 'usd' as CurrencyCode,
  description: 'Pro, monthly',
  successUrl: 'https://shop.example/done',
  cancelUrl: 'https://shop.example/back',
  expiresAt: new Date('2026-03-04T18:30:00.000Z'),
  about,
};

export const checkoutOf = (customerRef: string, changes: Partial<typeof checkout> = {}) => ({
  ...checkout,
  customerRef,
  ...changes,
});
