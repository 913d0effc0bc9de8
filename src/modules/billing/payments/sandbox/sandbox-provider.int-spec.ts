import { runInContext, systemPrincipal, workerContext } from '#libs/context/request-context';
import { EnvironmentClock } from '#libs/context/environment-clock';
import { Decimal } from '#libs/kernel/decimal';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { createTestApp, type TestApp } from '../../../../../test/support/app';
import type { ChargeOrder, PaymentOutcome } from '../domain/payment-provider';
import { SandboxAddresses } from './sandbox-addresses';
import { SandboxCheckouts } from './sandbox-checkouts.repository';
import { SandboxPayments } from './sandbox-payments.repository';
import { SandboxProvider } from './sandbox-provider';

describe('the sandbox', () => {
  let app: TestApp;
  let provider: SandboxProvider;

  beforeAll(async () => {
    app = await createTestApp();
    const { nest } = app;
    provider = new SandboxProvider(
      nest.get(SandboxPayments),
      nest.get(SandboxCheckouts),
      new SandboxAddresses('https://pay.example'),
      nest.get(UnitOfWork),
      nest.get(EnvironmentClock),
    );
  });
  afterAll(() => app.close());

  const within = <T>(work: () => Promise<T>, environmentId = app.a.environmentId): Promise<T> =>
    runInContext(workerContext('sandbox', systemPrincipal('test', environmentId), 'test'), work);
  let keys = 0;
  const order = (methodRef: string, key = `key-${keys++}`): ChargeOrder => ({
    ...{ key, toldAt: null, amount: new Decimal('49.00'), currency: 'usd', customerRef: 'cus', methodRef },
    ...{ isAttended: true, description: 'Pro' },
    about: { environmentId: app.a.environmentId, paymentUid: 'payment' },
  });
  const charged = (method: string, key?: string) =>
    within(() => provider.charge(order(`pm_sandbox_${method}`, key)));
  const asked = ({ ref }: PaymentOutcome) => within(() => provider.ask(String(ref)));

  it.each([
    ['pays', 'SUCCEEDED', 'SUCCEEDED'],
    ['declines', 'FAILED', 'FAILED'],
    ['needs_action', 'ACTION_REQUIRED', 'ACTION_REQUIRED'],
    ['pays_late', 'PROCESSING', 'SUCCEEDED'],
    ['fails_late', 'PROCESSING', 'FAILED'],
  ])('a method that %s is %s at once and %s an hour later', async (method, atOnce, later) => {
    const outcome = await charged(method);
    expect(outcome.state).toBe(atOnce);
    app.clock.advance({ minutes: 59, seconds: 59 });
    expect((await asked(outcome)).state).toBe(atOnce);
    app.clock.advance({ seconds: 1 });
    expect((await asked(outcome)).state).toBe(later);
  });

  it('charges once under one key, whoever asks at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => charged('pays', 'the same')));
    expect(new Set(all.map(({ ref }) => ref)).size).toBe(1);
  });

  it('gives up what has not come, and what has come stays', async () => {
    const waiting = await charged('needs_action');
    expect((await within(() => provider.cancel(String(waiting.ref)))).state).toBe('CANCELED');
    expect((await asked(waiting)).state).toBe('CANCELED');
    const paid = await charged('pays');
    expect((await within(() => provider.cancel(String(paid.ref)))).state).toBe('SUCCEEDED');
  });

  it('knows nothing of another environment', async () => {
    const { ref } = await charged('pays');
    await expect(within(() => provider.ask(String(ref)), app.b.environmentId)).rejects.toThrow(
      /knows no payment/,
    );
  });
});
