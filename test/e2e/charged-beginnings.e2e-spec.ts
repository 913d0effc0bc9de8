import { newUid } from '#libs/kernel/ids';
import type { TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { charged, ChargeStory } from '../support/charge-story';
import { expectOk, expectPage } from '../support/client';
import { eventsAbout } from '../support/events';
import { flatFee } from '../support/priced-plans';
import { eventually } from '../support/eventually';
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

  it('V9: asked for again by its key, it is told as what was made, each time, and paid once', async () => {
    const buy = () => expectOk<Json>(byKey('POST', '/subscriptions', { customerId: 'ada', planId: 'pro' }));
    const { id } = await buy();
    await forgetAnswers();
    const told = { id, status: 'SUCCESS', subscription: { id, status: 'ACTIVE' } };
    expect(await buy()).toMatchObject(told);
    expect(await buy()).toMatchObject(told);
    expect(await story.bills()).toEqual([['2026-04-10', 'PAID', 49, 0]]);
  });

  it('D8: asked for again by its key, a change that waits for its payment waits still', async () => {
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

  it('V9: through GraphQL too, PAYMENT_REQUIRED with its page', async () => {
    await detach();
    const document = `mutation { createSubscription(input: { customerId: "ada", planId: "pro", paymentCollectionMethod: CHARGE }) {
      status checkoutUrl checkoutBillingId subscription { id } } }`;
    const told = await expectOk<Json>(story.api.graphql(document));
    expect(told).toMatchObject({ status: 'PAYMENT_REQUIRED', subscription: null });
    expect(String(told['checkoutUrl'])).toMatch(/\/pay\//);
  });

  it('V9: awaitPaymentConfirmation waits until it is known', async () => {
    await story.payBy('pays_late');
    const answer = asked('pro', { awaitPaymentConfirmation: true });
    await eventually(async () => {
      const text = `select from payment where state = 'PROCESSING' and environment_id = $1`;
      expect(await app.dataSource.query(text, [story.place.environmentId])).toHaveLength(1);
    });
    await story.at('2026-04-10T01:00:01.000Z');
    expect((await answer)['subscription']).toMatchObject({
      status: 'ACTIVE',
      latestInvoice: { status: 'PAID' },
    });
  });

  it('V9, V11, Z4: bought twice at once it is charged once', async () => {
    const answers = await Promise.all([ask('pro'), ask('pro'), ask('pro')]);
    const refused = answers.filter(({ text }) =>
      text.includes('ObjectAlreadyBeingUsedByAnotherRequestError'),
    );
    expect(answers.filter((each) => each.status < 300).length + refused.length).toBe(3);
    expect(await story.bills()).toEqual([['2026-04-10', 'PAID', 49, 0]]);
    expect(await subscriptions()).toEqual([['pro', 'ACTIVE', null]]);
    const taken = `select trim_scale(sum(amount - returned))::text as sum from payment where state in ('SUCCEEDED', 'RETURNED') and environment_id = $1`;
    expect(await app.dataSource.query(taken, [story.place.environmentId])).toEqual([{ sum: '49' }]);
  });

  it('V9: repeated with its Idempotency-Key it is the same purchase, and another request with it is refused', async () => {
    await detach();
    const body = { customerId: 'ada', planId: 'pro', ...charged() };
    const buy = (more: Json = {}) =>
      story.api.rest('POST', '/subscriptions', { ...body, ...more }, { 'Idempotency-Key': 'once' });
    const first = await expectOk<Json>(buy());
    expect(await expectOk<Json>(buy())).toEqual(first);
    expect(await buy({ metadata: { other: 'one' } })).toRefuse('BadUserInput', /Idempotency-Key/);
  });

  it('V9: that nothing was made is told once the page is over on which it could be paid', async () => {
    await story.payBy('declines');
    const id = newUid();
    await asked('pro', { id });
    expect(await eventsAbout(app, id)).toEqual([]);
    await story.to('2026-04-12');
    const [event, other] = await eventsAbout(app, id);
    expect([event?.type, other]).toEqual(['subscription.creation_failed', undefined]);
    const subscription = { id, customerId: 'ada', planId: 'pro' };
    expect(event?.payload).toEqual({ subscription, message: expect.any(String) as string });
  });

  it.each([
    ['free', {}, /plan free is FREE/],
    ['pro', { paymentCollectionMethod: 'INVOICE' }, /collected by INVOICE/],
    ['pro', { paymentCollectionMethod: 'NONE' }, /collected by NONE/],
  ])('V9: %s with %j has no page: CheckoutIsNotSupported', async (planId, more, message) => {
    expect(await story.ask(planId, { ...more, ...checkout })).toRefuse('CheckoutIsNotSupported', message);
  });

  it.each([
    ['allowPromoCodes', true],
    ['collectPhoneNumber', true],
    ['referenceId', 'r-1'],
  ])('V9: checkoutOptions.%s is UnsupportedParameter, and nothing is made', async (field, value) => {
    const { checkoutOptions } = checkout;
    const answer = await ask('pro', { checkoutOptions: { ...checkoutOptions, [field]: value } });
    expect(answer).toRefuse('UnsupportedParameter', new RegExp(`checkoutOptions\\.${field}`));
    expect(await subscriptions()).toEqual([]);
  });

  it.each(['javascript:alert(1)', 'ftp://x.example', 'shop', 'https://me@shop.example'])(
    'V9: %s leads nowhere',
    async (successUrl) => {
      const answer = await ask('pro', { checkoutOptions: { ...checkout.checkoutOptions, successUrl } });
      expect(answer).toRefuse('BadUserInput', /successUrl/);
    },
  );

  it('V9: nothing is due of a plan that begins later, until it does', async () => {
    await detach();
    const { subscription } = await asked('pro', { id: 'pro-1', startDate: '2026-04-20T00:00:00.000Z' });
    expect(subscription).toMatchObject({ status: 'NOT_STARTED' });
    await story.to('2026-04-20');
    expect(await story.get('pro-1')).toMatchObject({ status: 'PAYMENT_PENDING' });
    await story.to('2026-04-21');
    expect(await story.get('pro-1')).toMatchObject({
      status: 'CANCELED',
      cancelReason: 'PENDING_PAYMENT_EXPIRED',
    });
    expect(await story.bills()).toEqual([['2026-04-20', 'CANCELED', 49, 0]]);
  });

  it('S7: canceled before it is paid, nothing is owed and nothing is paid any more', async () => {
    await story.payBy('pays_late');
    await asked('pro', { id: 'pro-1' });
    await expectOk(story.cancel('pro-1', { cancellationTime: 'IMMEDIATE' }));
    await story.at('2026-04-10T02:00:00.000Z');
    expect(await story.get('pro-1')).toMatchObject({ status: 'CANCELED', cancelReason: 'Immediate' });
    expect(await story.bills()).toEqual([['2026-04-10', 'CANCELED', 49, 0]]);
    expect((await story.attempts()).map(({ state }) => state)).toEqual(['CANCELED']);
  });

  it('V4: another plan for the same place takes the turn of the one that waits', async () => {
    await story.payBy('needs_action');
    await asked('pro', { id: 'pro-1' });
    await story.payBy('pays');
    await asked('basic', { id: 'basic-1' });
    expect(await subscriptions()).toEqual([
      ['basic', 'ACTIVE', null],
      ['pro', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
    ]);
    expect(await story.bills()).toEqual([
      ['2026-04-10', 'CANCELED', 49, 0],
      ['2026-04-10', 'PAID', 19, 0],
    ]);
  });

  it('V9: a page that nobody pays on is closed after 24 hours, and nothing is made', async () => {
    await detach();
    const { checkoutUrl } = await asked('pro', { id: 'pro-1', ...checkout });
    await story.to('2026-04-12');
    expect(await new Payer(app).see(pathOf(String(checkoutUrl)))).toMatchObject({ status: 410 });
    expect(await subscriptions()).toEqual([]);
    const text = `select state from payment where environment_id = $1`;
    expect(await app.dataSource.query(text, [story.place.environmentId])).toEqual([{ state: 'CANCELED' }]);
  });

  it('V9: what costs more by the time it is paid for is not made, and the money goes back', async () => {
    await detach();
    const { checkoutUrl } = await asked('pro', { id: 'pro-1', ...checkout });
    await expectOk(story.api.rest('POST', '/plans/pro/draft'));
    const charges = { pricingType: 'PAID', pricingModels: [flatFee(59)] };
    await expectOk(story.api.rest('PATCH', '/plans/pro', { charges }));
    await expectOk(story.api.rest('POST', '/plans/pro/publish', { migrationType: 'NEW_CUSTOMERS' }));
    await new Payer(app).pay(pathOf(String(checkoutUrl)), 'pays');
    expect(await subscriptions()).toEqual([]);
    const text = `select state, trim_scale(amount)::text as amount, trim_scale(returned)::text as returned from payment where environment_id = $1`;
    expect(await app.dataSource.query(text, [story.place.environmentId])).toEqual([
      { state: 'RETURNED', amount: '49', returned: '49' },
    ]);
  });
});
