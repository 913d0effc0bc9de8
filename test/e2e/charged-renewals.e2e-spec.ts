import { DueOrder } from '#libs/messaging/due-order';
import type { TestApp } from '../support/app';
import { createCustomer, createFeature, feature, publishPlan, report, type Json } from '../support/catalog';
import { charged, ChargeStory } from '../support/charge-story';
import { expectOk } from '../support/client';
import { eventsAbout } from '../support/events';
import { chargePath } from '../support/payment-methods';
import { flatFee, monthly } from '../support/priced-plans';
import { changeSettings, downgradingTo } from '../support/product-settings';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';

// Domain: contracts-billing

describe('invoices that the clock collects', () => {
  let app: TestApp;
  let story: ChargeStory;

  storyForEach(ChargeStory, (begun) => ({ app, story } = begun));

  const invoice = async () => story.last();
  const days = (...all: string[]) => all.map((day) => on(`2026-05-${day}`));
  const failedOn = (...all: string[]) => days(...all).map((at) => [at, 'FAILED']);
  const collectionOf = `query($id: String!) { subscription(id: $id) { paymentCollection latestInvoice { requiresAction } } }`;

  /** Of which the renewal is declined. */
  const declined = async (): Promise<string> => {
    const id = await story.renewing();
    await story.payBy('declines');
    return id;
  };

  it('V11: a renewal is charged on its day, once, and its invoice is PAID', async () => {
    const id = await story.renewing();
    await story.to('2026-05-20');
    const at = on('2026-05-10');
    expect(await invoice()).toMatchObject({ state: 'PAID', total: 49, paidDate: at, amountDue: 0 });
    expect(await story.attempts()).toMatchObject([
      { state: 'SUCCEEDED', amount: 49, createdAt: at, settledAt: at },
    ]);
    expect(await story.standing(id)).toEqual(['ACTIVE', null, 'NOT_REQUIRED']);
  });

  it('V11, access-and-events K3: each at its instant, however close they are and however far the clock is moved', async () => {
    await story.renewing();
    await createCustomer(story.api, 'bob');
    await story.payBy('pays', 'bob');
    await story.at('2026-04-11T00:10:00Z');
    await expectOk(
      story.api.rest('POST', '/subscriptions', { customerId: 'bob', planId: 'pro', ...charged() }),
    );
    await createCustomer(story.api, 'eve');
    await story.payBy('pays', 'eve');
    await story.at('2026-04-11T00:20:00Z');
    await expectOk(
      story.api.rest('POST', '/subscriptions', { customerId: 'eve', planId: 'pro', ...charged() }),
    );
    await story.to('2026-07-01');
    const paidOf = async (id: string) => (await story.last(id))['paidDate'];
    expect([await paidOf('ada'), await paidOf('bob'), await paidOf('eve')]).toEqual([
      on('2026-06-10'),
      '2026-06-11T00:10:00.000Z',
      '2026-06-11T00:20:00.000Z',
    ]);
  });

  it('V11: a decline is told and tried again on days 1, 3, 5 and 7, then the subscription ends', async () => {
    const id = await declined();
    await story.to('2026-05-10');
    expect(await story.tried()).toEqual(failedOn('10'));
    expect(await story.standing(id)).toEqual(['ACTIVE', null, 'FAILED']);
    expect(await expectOk(story.api.graphql(collectionOf, { id }))).toEqual({
      ...{ paymentCollection: 'FAILED', latestInvoice: { requiresAction: false } },
    });
    await story.at('2026-05-16T23:59:59Z');
    expect(await story.tried()).toEqual(failedOn('10', '11', '13', '15'));
    expect(await story.standing(id)).toEqual(['ACTIVE', null, 'FAILED']);
    await story.to('2026-05-17');
    expect(await story.tried()).toEqual(failedOn('10', '11', '13', '15', '17'));
    expect(await story.get(id)).toMatchObject({
      ...{ status: 'CANCELED', cancelReason: 'CANCELLED_BY_BILLING', paymentCollection: 'FAILED' },
      ...{ cancellationDate: on('2026-05-17'), effectiveEndDate: on('2026-05-17') },
    });
    const { invoiceId } = await invoice();
    expect(await invoice()).toMatchObject({ state: 'OPEN', amountDue: 49, paidDate: null });
    const told = (await eventsAbout(app, invoiceId)).map(({ type }) => type);
    expect(told.filter((type) => type === 'customer.payment_failed')).toHaveLength(5);
    expect((await story.told(id)).at(-1)).toEqual(['subscription.canceled', on('2026-05-17')]);
  });

  it('V11, customers-subscriptions X2: the downgrade plan follows at that instant, and no period more is billed, moved in one step', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    await declined();
    await story.to('2026-07-01');
    expect(await story.all()).toEqual([
      ['pro', 'CANCELED', 'CANCELLED_BY_BILLING'],
      ['free', 'ACTIVE', null],
    ]);
    expect(await story.get(await story.idOf('free'))).toMatchObject({ startDate: on('2026-05-17') });
    expect((await story.invoices()).map(({ state }) => state)).toEqual(['PAID', 'OPEN']);
    expect(await story.tried()).toHaveLength(5);
  });

  it('V11: another method that is attached meanwhile pays at once', async () => {
    const id = await declined();
    await story.to('2026-05-12');
    await story.payBy('pays');
    await app.nest.get(DueOrder).catchUp(story.place.environmentId);
    expect(await invoice()).toMatchObject({ state: 'PAID', paidDate: on('2026-05-12') });
    expect(await story.tried()).toEqual([...failedOn('10', '11'), [on('2026-05-12'), 'SUCCEEDED']]);
    await story.to('2026-06-01');
    expect(await story.tried()).toHaveLength(3);
    expect(await story.standing(id)).toEqual(['ACTIVE', null, 'NOT_REQUIRED']);
  });

  it('V11: what is paid in another way meanwhile is tried no more, and runs on', async () => {
    const id = await declined();
    await story.to('2026-05-12');
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/invoice/paid`));
    await story.to('2026-06-01');
    expect(await story.tried()).toEqual(failedOn('10', '11'));
    expect(await story.standing(id)).toEqual(['ACTIVE', null, 'NOT_REQUIRED']);
  });

  it('V11, V14: who charges it by hand meanwhile is told of that attempt, and the days go on', async () => {
    await declined();
    await story.to('2026-05-12');
    const { invoiceId } = await invoice();
    const byHand = await expectOk<Json>(story.api.rest('POST', chargePath(invoiceId, 'ada')));
    expect(byHand).toMatchObject({ state: 'FAILED', createdAt: on('2026-05-12') });
    await story.to('2026-05-14');
    expect(await story.tried()).toEqual(failedOn('10', '11', '12', '13'));
  });

  it('V11, customers-subscriptions S3: what is paid late is PROCESSING until it comes', async () => {
    const id = await story.renewing();
    await story.payBy('pays_late');
    await story.to('2026-05-10');
    expect(await story.tried()).toEqual([[on('2026-05-10'), 'PROCESSING']]);
    expect(await story.standing(id)).toEqual(['ACTIVE', null, 'PROCESSING']);
    await story.to('2026-05-11');
    expect(await invoice()).toMatchObject({ state: 'PAID', paidDate: '2026-05-10T01:00:00.000Z' });
    expect(await story.standing(id)).toEqual(['ACTIVE', null, 'NOT_REQUIRED']);
  });

  it('V11: what fails late is tried again from that failure on', async () => {
    await story.renewing();
    await story.payBy('fails_late');
    await story.to('2026-05-12');
    expect(await story.attempts()).toMatchObject([
      { createdAt: on('2026-05-10'), settledAt: '2026-05-10T01:00:00.000Z', state: 'FAILED' },
      { createdAt: '2026-05-11T01:00:00.000Z', state: 'FAILED' },
    ]);
  });

  it('customers-subscriptions S3: ACTION_REQUIRED where who pays must do something, through both doors', async () => {
    const id = await story.renewing();
    await story.payBy('needs_action');
    await story.to('2026-05-10');
    expect(await story.get(id)).toMatchObject({
      ...{ status: 'ACTIVE', paymentCollection: 'ACTION_REQUIRED' },
      latestInvoice: { status: 'OPEN', requiresAction: true },
    });
    expect(await expectOk(story.api.graphql(collectionOf, { id }))).toEqual({
      ...{ paymentCollection: 'ACTION_REQUIRED', latestInvoice: { requiresAction: true } },
    });
  });

  it('V11: who does not act within a day has not paid, and is asked again', async () => {
    const id = await story.renewing();
    await story.payBy('needs_action');
    await story.to('2026-05-11');
    expect(await story.tried()).toEqual([[on('2026-05-10'), 'CANCELED']]);
    expect(await story.standing(id)).toEqual(['ACTIVE', null, 'FAILED']);
    const { invoiceId } = await invoice();
    const told = (await eventsAbout(app, invoiceId)).map(({ type }) => type);
    expect(told.filter((type) => type === 'customer.payment_failed')).toHaveLength(1);
    await story.to('2026-06-01');
    expect((await story.tried()).map(([at]) => at)).toEqual(days('10', '12', '14', '16', '18'));
    expect(await story.get(id)).toMatchObject({
      ...{ cancelReason: 'CANCELLED_BY_BILLING', cancellationDate: on('2026-05-19') },
    });
  });

  it('V11, customers-subscriptions X7: who has no payment method any more fails without anybody being asked', async () => {
    await createCustomer(story.api, 'bob');
    await story.payBy('pays', 'bob');
    const id = await story.renewing();
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'bob' }));
    await expectOk(story.api.rest('DELETE', '/customers/bob/integrations/pay'));
    await story.to('2026-05-10');
    expect(await story.attempts('bob')).toMatchObject([
      { state: 'FAILED', failureReason: 'customer bob has no payment method' },
    ]);
    expect(await story.standing(id)).toEqual(['ACTIVE', null, 'FAILED']);
  });

  it('V14: invoices that are sent to be paid are charged by nobody', async () => {
    await story.begun('pro', { paymentCollectionMethod: 'INVOICE' });
    await story.to('2026-05-20');
    expect(await story.attempts()).toEqual([]);
    const { invoiceId } = await invoice();
    await story.payBy('declines');
    await expectOk(story.api.rest('POST', chargePath(invoiceId, 'ada')));
    await story.to('2026-06-01');
    expect(await story.tried()).toEqual([[on('2026-05-20'), 'FAILED']]);
  });

  describe('for usage', () => {
    beforeEach(async () => {
      await createFeature(story.api, 'requests', 'metered');
      const byUse = { billingModel: 'USAGE_BASED', featureId: 'requests', pricePeriods: [monthly(0.5)] };
      await publishPlan(story.api, {
        ...{ id: 'metered', productId: 'main', pricingType: null },
        entitlements: [feature('requests', { usageLimit: 1000, resetPeriod: 'MONTH', hasSoftLimit: true })],
        patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(49), byUse] } },
      });
    });

    const use = (value: number) => report(story.api, 'ada', 'requests', value);

    it('V11: a month of it is charged once its grace is over', async () => {
      await story.begun('metered', charged());
      await story.to('2026-04-20');
      await use(10);
      await story.to('2026-05-11');
      expect(await invoice()).toMatchObject({
        ...{ state: 'PAID', total: 54, paidDate: '2026-05-10T01:00:00.000Z' },
      });
    });

    it('customers-subscriptions X9: what is charged before its time is collected too; nothing is synced', async () => {
      const { id } = await story.begun('metered', charged());
      await story.to('2026-04-20');
      await use(10);
      await story.to('2026-04-21');
      const billed = await expectOk<Json>(story.api.rest('POST', `/subscriptions/${id}/usage/charge`, {}));
      await story.to('2026-04-22');
      expect(await invoice()).toMatchObject({
        ...{ invoiceId: billed['invoiceBillingId'], state: 'PAID', total: 5, paidDate: on('2026-04-21') },
      });
      expect(await expectOk(story.api.rest('POST', `/subscriptions/${id}/usage/sync`))).toEqual({
        triggered: false,
      });
    });
  });
});

describe('the payment method of who is charged', () => {
  let story: ChargeStory;

  storyForEach(ChargeStory, (begun) => ({ story } = begun));

  const detach = (id = 'ada') => story.api.rest('DELETE', `/customers/${id}/payment-method`);
  const refused = ['CannotRemovePaymentMethodFromCustomerError', /is charged to ada; attach/] as const;

  it('customers-subscriptions U8: stays while an ACTIVE subscription is charged to it, through both doors', async () => {
    const id = await story.renewing();
    expect(await detach()).toRefuse(...refused);
    const document = 'mutation { detachCustomerPaymentMethod(customerId: "ada") { id } }';
    expect(await story.api.graphql(document)).toRefuse(...refused);
    await story.givenBack(id);
    expect(await expectOk(detach())).toMatchObject({ defaultPaymentMethod: null });
  });

  it('customers-subscriptions U8: of who pays, not of whose it is', async () => {
    await createCustomer(story.api, 'bob');
    await story.payBy('pays', 'bob');
    const id = await story.renewing();
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'bob' }));
    expect(await detach('bob')).toRefuse('CannotRemovePaymentMethodFromCustomerError', /bob/);
    await expectOk(detach());
  });

  it('customers-subscriptions U8: is free where what runs is collected otherwise', async () => {
    await story.begun('pro', { paymentCollectionMethod: 'INVOICE' });
    await expectOk(detach());
  });
});
