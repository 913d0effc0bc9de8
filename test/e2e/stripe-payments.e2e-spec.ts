import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { eventually } from '../support/eventually';
import { createBuyers, createIssuer } from '../support/issuers';
import { owe, runPayments, type ToldPayment } from '../support/payments';
import { chargePath } from '../support/payment-methods';
import { accountSecrets } from '../support/stripe-account';
import { createStripeApp, type StripeApp } from '../support/stripe-app';
import type { StripeDouble } from '../support/stripe-double';

// Domain: contracts-billing
describe('invoices collected by Stripe', () => {
  let app: TestApp;
  let double: StripeDouble;
  let stripe: StripeApp;
  let place: TestEnvironment;
  let api: ApiClient;
  let callbackPath: string;

  beforeAll(async () => {
    stripe = await createStripeApp();
    ({ app, double } = stripe);
  });
  afterAll(() => stripe.close());
  beforeEach(async () => {
    place = await app.newEnvironment();
    ({ api } = place);
    await createBuyers(api, 'acorn');
    await createIssuer(api, 'acme');
    const body = { id: 'pay', vendorIdentifier: 'STRIPE', credentials: accountSecrets };
    ({ callbackPath } = await expectOk<{ callbackPath: string }>(api.rest('POST', '/integrations', body)));
    double.takeNotices();
  });
  afterEach(() => {
    for (const secret of Object.values(accountSecrets)) expect(app.logLines.join('\n')).not.toContain(secret);
    expect(double.misuses).toEqual([]);
  });

  const attach = (token: string) =>
    api.rest('POST', '/customers/acorn/payment-method', {
      ...{ integrationId: 'pay', vendorIdentifier: 'STRIPE', paymentMethodId: token },
    });
  const charge = (id: string) => expectOk<ToldPayment>(api.rest('POST', chargePath(id)));
  const payments = async (id: string) =>
    (await expectPage<ToldPayment>(api.rest('GET', `/customers/acorn/invoices/${id}/payments`))).data;
  const stateOf = async (id: string) =>
    (await expectOk<Json>(api.rest('GET', `/customers/acorn/invoices/${id}`)))['state'];
  const own = () => double.charges().filter(({ environmentId }) => environmentId === place.environmentId);
  const send = async (body: Buffer, signature: string, url = callbackPath) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return (await app.nest.inject({ method: 'POST', url, payload: body, headers })).statusCode;
  };
  const settled = async (id: string, status: 'succeeded' | 'requires_payment_method') => {
    const [{ ref }] = await app.dataSource.query<[{ ref: string }]>(
      'select ref from payment where invoice_uid = $1',
      [id],
    );
    double.settle(
      ref,
      status,
      status === 'succeeded' ? undefined : { code: 'payment_method_provider_decline' },
    );
    return double.takeNotices();
  };

  it('V14, customers-subscriptions U8: a card is attached, masked, and pays what is owed, once', async () => {
    const told = await expectOk<Json>(attach('pm_card_visa'));
    expect(told['defaultPaymentMethod']).toMatchObject({ type: 'CARD', cardLast4Digits: '4242' });
    expect(told['integrations']).toEqual([
      { id: 'pay', vendorIdentifier: 'STRIPE', syncedEntityId: expect.stringMatching(/^cus_/) as string },
    ]);
    const id = await owe(app, place);
    expect(await charge(id)).toMatchObject({ state: 'SUCCEEDED' });
    expect(await stateOf(id)).toBe('PAID');
    expect(own()).toEqual([expect.objectContaining({ amount: 10_000, currency: 'usd', refunded: 0 })]);
  });

  it('V14: a card that is declined leaves the invoice open, with why', async () => {
    await expectOk(attach('pm_card_chargeCustomerFail'));
    const id = await owe(app, place);
    const { state, failureReason } = await charge(id);
    expect([state, failureReason]).toEqual(['FAILED', expect.stringMatching(/declined/)]);
    expect([await stateOf(id), own()]).toEqual(['OPEN', []]);
  });

  it('customers-subscriptions U8: what Stripe does not know is not attached', async () => {
    expect(await attach('pm_nobody')).toRefuse('PaymentMethodNotFoundError', /pm_nobody|payment method/);
    double.upset({
      kind: 'ANSWER',
      status: 401,
      body: '{"error":{"type":"invalid_request_error"}}',
    });
    expect(await attach('pm_card_visa')).toRefuse('PaymentProcessorError');
  });

  it('V14: an answer that is lost on the way is learnt from the repetition, and nothing is charged twice', async () => {
    await expectOk(attach('pm_card_visa'));
    const id = await owe(app, place);
    const on = /POST \/v1\/payment_intents$/;
    // The library asks once more by itself.
    double.upset({ kind: 'LOSE_ANSWER', on, times: 2 });
    expect(await charge(id)).toMatchObject({ state: 'DUE' });
    app.clock.advance({ minutes: 3 });
    await runPayments(app);
    expect([await stateOf(id), own().length]).toEqual(['PAID', 1]);
  });

  it('V14: Stripe calls back, twice and out of order, and the invoice is paid once', async () => {
    await expectOk(attach('pm_usBankAccount'));
    const id = await owe(app, place);
    expect(await charge(id)).toMatchObject({ state: 'PROCESSING' });
    const notices = await settled(id, 'succeeded');
    expect(notices.length).toBeGreaterThan(0);
    for (const notice of [...notices, ...notices].reverse()) {
      const { body, signature } = double.written(notice);
      expect(await send(body, signature)).toBe(200);
    }
    await eventually(async () => expect(await stateOf(id)).toBe('PAID'));
    const entries = await expectOk<Json[]>(api.rest('GET', `/activity?entityId=${id}`));
    expect(entries.filter(({ type }) => type === 'invoice.paid')).toHaveLength(1);
    expect(await payments(id)).toMatchObject([{ state: 'SUCCEEDED' }]);
  });

  it('V14: what comes to nothing is told by a call back too', async () => {
    await expectOk(attach('pm_usBankAccount'));
    const id = await owe(app, place);
    await charge(id);
    for (const notice of await settled(id, 'requires_payment_method')) {
      const { body, signature } = double.written(notice);
      await send(body, signature);
    }
    await eventually(async () => expect(await payments(id)).toMatchObject([{ state: 'FAILED' }]));
    expect(await stateOf(id)).toBe('OPEN');
  });

  it('V14: who is not Stripe is told nothing but that, and changes nothing', async () => {
    await expectOk(attach('pm_usBankAccount'));
    const id = await owe(app, place);
    await charge(id);
    const [notice] = await settled(id, 'succeeded');
    if (!notice) throw new Error('Nothing happened');
    const right = double.written(notice);
    const old = new Date(app.clock.now().getTime() - 301_000);
    const other = await app.newEnvironment();
    const elsewhere = callbackPath.replace(place.environmentId, other.environmentId);
    const tries = [
      await send(right.body, double.written(notice, app.clock.now(), 'whsec_another0secret').signature),
      await send(Buffer.concat([right.body, Buffer.from(' ')]), right.signature),
      await send(right.body, double.written(notice, old).signature),
      await send(right.body, ''),
      await send(right.body, right.signature, elsewhere),
      await send(right.body, right.signature, callbackPath.replace(/pay$/, 'nobody')),
      await send(right.body, right.signature, `/notices/nobody/pay`),
    ];
    expect(tries).toEqual(tries.map(() => 401));
    expect(await send(Buffer.alloc(257 * 1024, 'x'), right.signature)).toBe(413);
    expect(await payments(id)).toMatchObject([{ state: 'PROCESSING' }]);
  });

  it('customers-subscriptions U8: Stripe is told of a detachment once it is committed', async () => {
    const told = await expectOk<{ defaultPaymentMethod: { billingId: string } }>(attach('pm_card_visa'));
    const { billingId } = told.defaultPaymentMethod;
    await expectOk(api.rest('DELETE', '/customers/acorn/payment-method'));
    await eventually(() => {
      expect(double.calls).toContain(`POST /v1/payment_methods/${billingId}/detach`);
      return Promise.resolve();
    });
  });

  describe('a detachment that comes to nothing', () => {
    let methodRef: string;
    const path = /POST \/v1\/payment_methods\/\w+\/detach$/;

    beforeEach(async () => {
      const told = await expectOk<{ defaultPaymentMethod: { billingId: string } }>(attach('pm_card_visa'));
      methodRef = told.defaultPaymentMethod.billingId;
    });
    const failures = async () => {
      const text = `select payload, actor from outbox_event
                     where environment_id = $1 and type = 'third_party.sync_failed'`;
      return app.dataSource.query<{ payload: Json; actor: string }[]>(text, [place.environmentId]);
    };
    const isAsked = async (): Promise<boolean> => {
      const text = `select from graphile_worker._private_jobs where key = $1`;
      return (await app.dataSource.query<object[]>(text, [`detach-payment-method:${methodRef}`])).length > 0;
    };
    const failure = (reason: string) => ({
      actor: 'detach-payment-method',
      payload: {
        ...{ vendorIdentifier: 'STRIPE', entityType: 'CUSTOMER', entityId: 'acorn' },
        message: expect.stringMatching(
          new RegExp(`^Payment method ${methodRef} was not detached. The payment provider ${reason}`),
        ) as string,
      },
    });

    it('access-and-events W10: what Stripe refuses is told once, and asked no more', async () => {
      const body = '{"error":{"type":"invalid_request_error"}}';
      double.upset({ kind: 'ANSWER', status: 403, body, on: path });
      await expectOk(api.rest('DELETE', '/customers/acorn/payment-method'));
      await eventually(async () => expect(await failures()).toEqual([failure('refused: .*may not do this')]));
      await eventually(async () => expect(await isAsked()).toBe(false));
      const logged = await expectOk<Json[]>(api.rest('GET', '/activity?entityId=acorn'));
      expect(logged.filter(({ type }) => type === 'third_party.sync_failed')).toMatchObject([
        { entityType: 'CUSTOMER', before: null, after: (await failures())[0]?.payload },
      ]);
    });

    it('access-and-events W10: while Stripe is away it is asked again, and told once the last try has failed', async () => {
      double.upset({ kind: 'LOSE_REQUEST', on: path, times: 100 });
      await expectOk(api.rest('DELETE', '/customers/acorn/payment-method'));
      // All tries but the last take minutes.
      const upToLast = `update graphile_worker._private_jobs
                           set attempts = max_attempts - 1, run_at = now()
                         where key = $1 and attempts = 1 and locked_at is null`;
      await eventually(async () => {
        await app.dataSource.query(upToLast, [`detach-payment-method:${methodRef}`]);
        expect(await failures()).toEqual([failure('could not be reached.*it is not asked again$')]);
      });
      await eventually(async () => expect(await isAsked()).toBe(false));
      double.calm();
    });
  });
});
