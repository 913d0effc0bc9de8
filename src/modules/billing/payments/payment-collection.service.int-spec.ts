import { Decimal } from '#libs/kernel/decimal';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import type { Json } from '../../../../test/support/catalog';
import { expectOk, expectPage, type ApiClient } from '../../../../test/support/client';
import { eventsAbout } from '../../../../test/support/events';
import type { TestEnvironment } from '../../../../test/support/environments';
import { collectedPlace, owe, runPayments, type ToldPayment } from '../../../../test/support/payments';
import { chargePath, payBy } from '../../../../test/support/payment-methods';
import { ProviderAway, ProviderRefusal, type PaymentProvider } from './domain/payment-provider';
import { PaymentProviders } from './payment-providers.service';

// Domain: contracts-billing
describe('a provider that does not answer as it should', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;
  let invoiceId: string;
  let asked: number;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    place = await collectedPlace(app);
    ({ api } = place);
    await payBy(api, 'pays');
    invoiceId = await owe(app, place);
    asked = 0;
  });
  afterEach(() => jest.restoreAllMocks());

  /** The sandbox, but for what is said of it. */
  function behave(otherwise: (sandbox: PaymentProvider) => Partial<PaymentProvider>): void {
    const providers = app.nest.get(PaymentProviders);
    const of = providers.of.bind(providers);
    jest.spyOn(providers, 'of').mockImplementation(async (integration) => {
      const sandbox = await of(integration);
      const bound = Object.fromEntries(
        (['charge', 'ask', 'cancel', 'refund'] as const).map((name) => [name, sandbox[name].bind(sandbox)]),
      );
      return { ...bound, ...otherwise(sandbox) } as PaymentProvider;
    });
  }

  const charge = () => expectOk<ToldPayment>(api.rest('POST', chargePath(invoiceId)));
  const payments = async () =>
    (await expectPage<ToldPayment>(api.rest('GET', `/customers/acorn/invoices/${invoiceId}/payments`))).data;
  const invoice = () => expectOk<Json>(api.rest('GET', `/customers/acorn/invoices/${invoiceId}`));
  const moved = () =>
    app.dataSource.query(`select from sandbox_payment where environment_id = $1`, [place.environmentId]);

  it('V14: an answer that is lost is asked for again under the same key, and moves nothing twice', async () => {
    behave((sandbox) => ({
      charge: async (order) => {
        asked += 1;
        const outcome = await sandbox.charge(order);
        if (asked === 1) throw new ProviderAway('the connection broke');
        return outcome;
      },
    }));
    expect(await charge()).toMatchObject({ state: 'DUE', settledAt: null });
    expect(await invoice()).toMatchObject({ state: 'OPEN' });
    await runPayments(app);
    expect(asked).toBe(1);
    app.clock.advance({ minutes: 2 });
    await runPayments(app);
    expect(await payments()).toMatchObject([{ state: 'SUCCEEDED' }]);
    expect(await invoice()).toMatchObject({ state: 'PAID' });
    expect([asked, (await moved()).length]).toEqual([2, 1]);
  });

  it('V14: who asks again meanwhile need not wait for that', async () => {
    behave((sandbox) => ({
      charge: async (order) => {
        if (++asked === 1) throw new ProviderAway('nobody is there');
        return sandbox.charge(order);
      },
    }));
    const { id } = await charge();
    expect(await charge()).toMatchObject({ id, state: 'SUCCEEDED' });
  });

  it('V14: what is refused has failed, with the words of the refusal', async () => {
    behave(() => ({ charge: () => Promise.reject(new ProviderRefusal('this account is closed')) }));
    expect(await charge()).toMatchObject({ state: 'FAILED', failureReason: 'this account is closed' });
    expect(await invoice()).toMatchObject({ state: 'OPEN' });
  });

  it('V14: what fails unforeseen is due still', async () => {
    behave(() => ({ charge: () => Promise.reject(new Error('a fault')) }));
    expect((await api.rest('POST', chargePath(invoiceId))).status).toBe(500);
    jest.restoreAllMocks();
    app.clock.advance({ minutes: 2 });
    await runPayments(app);
    expect(await payments()).toMatchObject([{ state: 'SUCCEEDED' }]);
  });

  it('V14: two answers to one question are learnt once', async () => {
    behave((sandbox) => ({
      charge: async (order) => {
        const outcome = await sandbox.charge(order);
        // Another process has come upon it, and was quicker.
        if (++asked === 1) await expectOk(api.rest('POST', chargePath(invoiceId)));
        return outcome;
      },
    }));
    await charge();
    const entries = await expectOk<Json[]>(api.rest('GET', `/activity?entityId=${invoiceId}`));
    expect(entries.filter(({ type }) => type === 'invoice.paid')).toHaveLength(1);
    expect(asked).toBe(2);
  });

  it('V14: what goes back is asked to go back until it has', async () => {
    await payBy(api, 'pays_late');
    const { amount } = await charge();
    await expectOk(api.rest('POST', `/customers/acorn/invoices/${invoiceId}/paid`));
    behave((sandbox) => ({
      refund: async (order) => {
        asked += 1;
        const done = await sandbox.refund(order);
        expect(order.amount).toEqual(new Decimal(amount));
        if (asked === 1) throw new ProviderAway('the connection broke');
        return done;
      },
    }));
    app.clock.advance({ hours: 1, minutes: 3 });
    await runPayments(app);
    expect(await payments()).toMatchObject([{ state: 'RETURNING', returnedAmount: amount }]);
    app.clock.advance({ minutes: 2 });
    await runPayments(app);
    expect(await payments()).toMatchObject([{ state: 'RETURNED', returnedAmount: amount }]);
    expect(asked).toBe(2);
  });

  const syncFailures = async () =>
    (await eventsAbout(app, invoiceId)).filter(({ type }) => type === 'third_party.sync_failed');

  it('V14, access-and-events W10: a refund that is refused is told once, and asked for once a day', async () => {
    await payBy(api, 'pays_late');
    const { amount } = await charge();
    await expectOk(api.rest('POST', `/customers/acorn/invoices/${invoiceId}/paid`));
    let isWilling = false;
    behave((sandbox) => ({
      refund: async (order) => {
        asked += 1;
        if (!isWilling) throw new ProviderRefusal('the balance of the account is too low');
        return sandbox.refund(order);
      },
    }));
    app.clock.advance({ hours: 1, minutes: 3 });
    await runPayments(app);
    const waiting = { state: 'RETURNING', returnedAmount: amount, settledAt: null };
    expect(await payments()).toMatchObject([
      { ...waiting, failureReason: 'the balance of the account is too low' },
    ]);
    app.clock.advance({ hours: 23 });
    await runPayments(app);
    expect(asked).toBe(1);
    app.clock.advance({ hours: 1 });
    await runPayments(app);
    expect(asked).toBe(2);
    expect(await syncFailures()).toMatchObject([
      {
        ...{ entity_type: 'INVOICE', actor: 'collect-payments' },
        payload: {
          ...{ vendorIdentifier: 'STRIPE', entityType: 'INVOICE', entityId: invoiceId },
          message: `${amount} usd that are not owed do not go back. The payment provider refused: the balance of the account is too low`,
        },
      },
    ]);
    isWilling = true;
    app.clock.advance({ days: 1 });
    await runPayments(app);
    expect(await payments()).toMatchObject([{ state: 'RETURNED', failureReason: null }]);
    expect((await syncFailures()).length).toBe(1);
  });

  it('V14: who charges is answered though what is too much is not taken back', async () => {
    behave((sandbox) => ({
      charge: async (order) => {
        const outcome = await sandbox.charge(order);
        await expectOk(api.rest('POST', `/customers/acorn/invoices/${invoiceId}/paid`));
        return outcome;
      },
      refund: () => Promise.reject(new ProviderRefusal('not from this account')),
    }));
    expect(await charge()).toMatchObject({ state: 'RETURNING', failureReason: 'not from this account' });
    expect((await syncFailures()).length).toBe(1);
  });

  it('V14, access-and-events W10: where the provider refuses to say more, it is asked the next day', async () => {
    await payBy(api, 'pays_late');
    await charge();
    behave((sandbox) => ({
      ask: (ref) => {
        if (++asked === 1) return Promise.reject(new ProviderRefusal('the key may not do this'));
        return sandbox.ask(ref);
      },
    }));
    for (let hour = 0; hour < 3; hour++) {
      app.clock.advance({ hours: 2 });
      await runPayments(app);
    }
    expect(await payments()).toMatchObject([
      { state: 'PROCESSING', failureReason: 'the key may not do this', settledAt: null },
    ]);
    expect([asked, (await syncFailures()).length]).toEqual([1, 1]);
    app.clock.advance({ days: 1 });
    await runPayments(app);
    expect(await payments()).toMatchObject([{ state: 'SUCCEEDED', failureReason: null }]);
  });
});
