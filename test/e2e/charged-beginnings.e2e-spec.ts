import type { TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { charged, ChargeStory } from '../support/charge-story';
import { expectOk, expectPage } from '../support/client';
import { storyForEach } from '../support/story-for-each';
import { Payer, pathOf } from '../support/sandbox-pages';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

const checkout = {
  checkoutOptions: { successUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/cart' },
};

describe('what is paid as it begins', () => {
  let app: TestApp;
  let story: ChargeStory;

  storyForEach(ChargeStory, (begun) => ({ app, story } = begun));

  const ask = (planId = 'pro', more: Json = {}) => story.ask(planId, charged(more));
  const asked = (planId = 'pro', more: Json = {}) => expectOk<Json>(ask(planId, more));
  const subscriptions = async () =>
    (await expectPage<Json>(story.api.rest('GET', '/subscriptions?customerId=ada&limit=100'))).data.map(
      ({ planId, status, cancelReason }) => [planId, status, cancelReason],
    );
  const detach = () => expectOk(story.api.rest('DELETE', '/customers/ada/payment-method'));

  it('V9: a method that pays: ACTIVE, and the invoice is PAID', async () => {
    const result = await asked();
    expect(result).toMatchObject({ status: 'SUCCESS', isScheduled: false });
    expect(result['subscription']).toMatchObject({
      ...{ status: 'ACTIVE', paymentCollection: 'NOT_REQUIRED', paymentCollectionMethod: 'CHARGE' },
      latestInvoice: { status: 'PAID', amountDue: 0, total: 49 },
    });
    expect(await story.bills()).toEqual([['2026-04-10', 'PAID', 49, 0]]);
    expect(
      (await story.attempts()).map(({ state, amount, returnedAmount }) => [state, amount, returnedAmount]),
    ).toEqual([['SUCCEEDED', 49, 0]]);
  });

  it('V9, V4: a method that is declined: PAYMENT_REQUIRED, nothing is made, and what ran runs on', async () => {
    await asked();
    await story.sell('top', 99);
    await story.payBy('declines');
    const result = await asked('top', { id: 'top-1' });
    expect(result).toMatchObject({ id: 'top-1', status: 'PAYMENT_REQUIRED', subscription: null });
    expect(String(result['checkoutUrl'])).toMatch(/\/pay\//);
    expect(await subscriptions()).toEqual([['pro', 'ACTIVE', null]]);
    expect(await story.bills()).toEqual([['2026-04-10', 'PAID', 49, 0]]);
  });

  it('V9: no method: PAYMENT_REQUIRED with a page; who pays on it has what was asked for', async () => {
    await detach();
    const result = await asked('pro', { id: 'pro-1', ...checkout });
    expect(result).toMatchObject({ id: 'pro-1', status: 'PAYMENT_REQUIRED', subscription: null });
    expect(await subscriptions()).toEqual([]);
    const payer = new Payer(app);
    const path = pathOf(String(result['checkoutUrl']));
    expect(await payer.pay(path, 'declines')).toMatchObject({ status: 402 });
    expect(await subscriptions()).toEqual([]);
    expect(await payer.pay(path, 'pays')).toMatchObject({
      status: 303,
      location: checkout.checkoutOptions.successUrl,
    });
    expect(await story.get('pro-1')).toMatchObject({ planId: 'pro', status: 'ACTIVE' });
    expect(await story.bills()).toEqual([['2026-04-10', 'PAID', 49, 0]]);
    expect(await expectOk<Json>(story.api.rest('GET', '/customers/ada'))).toMatchObject({
      defaultPaymentMethod: { cardLast4Digits: '4242' },
    });
  });

  it.each([
    ['needs_action', 'ACTION_REQUIRED'],
    ['pays_late', 'PROCESSING'],
  ])(
    'V9, V10: a method that %s: PAYMENT_PENDING for 24 hours, then CANCELED',
    async (method, paymentCollection) => {
      await story.payBy(method);
      const { status, subscription } = await asked('pro', { id: 'pro-1' });
      expect(status).toBe('SUCCESS');
      expect(subscription).toMatchObject({
        status: 'PAYMENT_PENDING',
        paymentCollection,
        latestInvoice: { status: 'OPEN', amountDue: 49 },
      });
      expect(await story.check()).toMatchObject({ isGranted: false });
      if (method === 'pays_late') {
        await story.at('2026-04-10T01:00:01.000Z');
        expect(await story.get('pro-1')).toMatchObject({
          status: 'ACTIVE',
          paymentCollection: 'NOT_REQUIRED',
        });
        expect(await story.check()).toMatchObject({ isGranted: true });
      } else {
        await story.at('2026-04-11T00:00:00.000Z');
        expect(await story.get('pro-1')).toMatchObject({
          status: 'CANCELED',
          cancelReason: 'PENDING_PAYMENT_EXPIRED',
        });
        expect(await story.bills()).toEqual([['2026-04-10', 'CANCELED', 49, 0]]);
      }
    },
  );

  it('V9, R2: an upgrade costs the difference, to the cent, and takes the place as it is paid', async () => {
    await asked();
    await story.sell('top', 99);
    await story.to('2026-04-20');
    const { subscription } = await asked('top');
    expect(subscription).toMatchObject({ status: 'ACTIVE' });
    expect(await subscriptions()).toEqual([
      ['top', 'ACTIVE', null],
      ['pro', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
    ]);
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'PAID', 49, 0],
      ['2026-04-20', 'PAID', 33.33, 0],
    ]);
  });

  /** As if the process had died before its answer was stored: the payment knows the request. */
  const forgetAnswers = () => app.dataSource.query('delete from idempotent_answer');
  const byKey = (method: 'POST' | 'PATCH', path: string, body: Json) =>
    story.api.rest(method, path, body, { 'idempotency-key': 'buy-1' });

  it('V9, B9: asked for again by its key, it is told as what was made, each time, and paid once', async () => {
    const buy = () => expectOk<Json>(byKey('POST', '/subscriptions', { customerId: 'ada', planId: 'pro' }));
    const { id } = await buy();
    await forgetAnswers();
    const told = { id, status: 'SUCCESS', subscription: { id, status: 'ACTIVE' } };
    expect(await buy()).toMatchObject(told);
    expect(await buy()).toMatchObject(told);
    expect(await story.bills()).toEqual([['2026-04-10', 'PAID', 49, 0]]);
  });

  it('D8, B9: asked for again by its key, a change that waits for its payment waits still', async () => {
    const { subscription } = await asked('team', { billingPeriod: 'MONTHLY', charges: units(5) });
    const path = `/subscriptions/${String((subscription as Json)['id'])}`;
    await story.payBy('needs_action');
    const change = () => expectOk<Json>(byKey('PATCH', path, { charges: units(7) }));
    const waiting = { futureUpdates: [{ scheduleStatus: 'PENDING_PAYMENT' }] };
    expect(await change()).toMatchObject(waiting);
    await forgetAnswers();
    expect(await change()).toMatchObject(waiting);
  });

  it('S7: what waits for its payment is neither changed nor moved; X10: marked as paid, it runs', async () => {
    await createCustomer(story.api, 'bob');
    await story.payBy('needs_action');
    await asked('pro', { id: 'pro-1' });
    expect(await story.patch('pro-1', { metadata: { a: 'b' } })).toRefuse(
      'InvalidSubscriptionStatus',
      /PAYMENT_PENDING/,
    );
    expect(await story.api.rest('POST', '/subscriptions/pro-1/migrate', {})).toRefuse(
      'InvalidSubscriptionStatus',
    );
    await expectOk(story.api.rest('POST', '/subscriptions/pro-1/invoice/paid'));
    expect(await story.get('pro-1')).toMatchObject({ status: 'ACTIVE', paymentCollection: 'NOT_REQUIRED' });
  });
});
