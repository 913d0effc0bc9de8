import type { TestApp } from '../support/app';
import { type Json } from '../support/catalog';
import { charged, ChargeStory } from '../support/charge-story';
import { expectOk, expectPage } from '../support/client';
import { Payer, pathOf } from '../support/sandbox-pages';
import { storyForEach } from '../support/story-for-each';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

describe('changes that are paid before they are made', () => {
  let app: TestApp;
  let story: ChargeStory;
  let id: string;

  storyForEach(ChargeStory, (begun) => ({ app, story } = begun));
  beforeEach(async () => {
    ({ id } = await story.begun('team', charged({ billingPeriod: 'MONTHLY', charges: units(5) })));
  });

  const seats = (quantity: number) => story.patch(id, { charges: units(quantity) });
  const bills = async () => (await story.bills()).map(([, state, total]) => [state, total]);
  const pending = `/subscriptions/${'team-1'}/future-update/pending-payment`;
  const waiting = async () =>
    ((await story.get(id))['futureUpdates'] as Json[]).map((each) => [
      each['subscriptionScheduleType'],
      each['scheduleStatus'],
    ]);
  const money = async (customerId = 'ada') => {
    const all = await Promise.all(
      (await story.invoices(customerId)).map(({ invoiceId }) =>
        expectPage<Json>(story.api.rest('GET', `/customers/${customerId}/invoices/${invoiceId}/payments`)),
      ),
    );
    return all.flatMap(({ data }) =>
      data.map(({ state, amount, returnedAmount }) => [state, amount, returnedAmount]),
    );
  };

  it('R2, D8: more seats are charged and made at once', async () => {
    await story.to('2026-04-20');
    const changed = await expectOk<Json>(seats(8));
    expect(changed).toMatchObject({
      paymentCollection: 'NOT_REQUIRED',
      latestInvoice: { status: 'PAID', total: 20 },
    });
    expect(await bills()).toEqual([
      ['PAID', 99],
      ['PAID', 20],
    ]);
    expect(await money()).toEqual([
      ['SUCCEEDED', 99, 0],
      ['SUCCEEDED', 20, 0],
    ]);
  });

  it('D8: a decline is PaymentProcessorError, no method is PaymentMethodNotFoundError, and nothing changes, through both doors', async () => {
    await story.payBy('declines');
    const before = await story.get(id);
    expect(await seats(8)).toRefuse('PaymentProcessorError', /nothing was changed: the sandbox declines/);
    const document = `mutation { updateSubscription(id: "${id}", input: { charges: [{ type: FEATURE, id: "seats", quantity: 8 }] }) { id } }`;
    expect(await story.api.graphql(document)).toRefuse('PaymentProcessorError', /nothing was changed/);
    expect(await story.get(id)).toEqual(before);
    expect(await bills()).toEqual([['PAID', 99]]);
    expect(await expectOk<Json>(seats(5))).toMatchObject({ id });
  });

  it('D8, D7: where the payer must act it waits, PENDING_PAYMENT; given up, nothing has changed and nothing is paid', async () => {
    await story.payBy('needs_action');
    await expectOk(seats(8));
    expect(await waiting()).toEqual([['UNIT_AMOUNT', 'PENDING_PAYMENT']]);
    expect(await bills()).toEqual([['PAID', 99]]);
    expect(await expectOk(story.api.rest('DELETE', pending.replace('team-1', id)))).toEqual({ id });
    expect(await waiting()).toEqual([['UNIT_AMOUNT', 'CANCELED']]);
    expect(await story.api.rest('DELETE', pending.replace('team-1', id))).toRefuse(
      'FutureUpdateNotFound',
      /payment/,
    );
    await story.at('2026-04-10T02:00:00.000Z');
    expect(await bills()).toEqual([['PAID', 99]]);
  });

  it('D8: what comes late is made once it has come, at the price of then; what is left goes back', async () => {
    await story.to('2026-04-20');
    await story.payBy('pays_late');
    await expectOk(seats(8));
    expect(await waiting()).toEqual([['UNIT_AMOUNT', 'PENDING_PAYMENT']]);
    await story.at('2026-04-20T01:00:01.000Z');
    expect(await waiting()).toEqual([['UNIT_AMOUNT', 'DONE']]);
    expect(await bills()).toEqual([
      ['PAID', 99],
      ['PAID', 19.96],
    ]);
    expect((await money()).at(-1)).toEqual(['RETURNED', 20, 0.04]);
  });

  it('D8: a payment that fails later leaves the old state, FAILED', async () => {
    await story.payBy('fails_late');
    await expectOk(seats(8));
    await story.at('2026-04-10T01:00:01.000Z');
    expect(await waiting()).toEqual([['UNIT_AMOUNT', 'FAILED']]);
    expect(await bills()).toEqual([['PAID', 99]]);
  });

  it('D8: a payment on which nobody acts for a day is given up', async () => {
    await story.payBy('needs_action');
    await expectOk(seats(8));
    await story.at('2026-04-11T00:00:00.000Z');
    expect(await waiting()).toEqual([['UNIT_AMOUNT', 'FAILED']]);
  });

  it('D5: another change takes the place of the one that waits for its payment', async () => {
    await story.payBy('needs_action');
    await expectOk(seats(8));
    await story.payBy('pays');
    await expectOk(seats(6));
    expect(await waiting()).toEqual([['UNIT_AMOUNT', 'CANCELED']]);
    expect(await bills()).toEqual([
      ['PAID', 99],
      ['PAID', 10],
    ]);
  });

  it('V5, V9: the same plan with more seats may be paid on a page', async () => {
    await story.payBy('declines');
    const more = charged({ billingPeriod: 'MONTHLY', charges: units(8) });
    const result = await expectOk<Json>(story.ask('team', more));
    expect(result).toMatchObject({ status: 'PAYMENT_REQUIRED', subscription: null });
    await new Payer(app).pay(pathOf(String(result['checkoutUrl'])), 'pays');
    expect(await bills()).toEqual([
      ['PAID', 99],
      ['PAID', 30],
    ]);
  });

  it('V4, V9: what is changed meanwhile gives up the plan that waits to take its place, and its invoice', async () => {
    await story.sell('top', 499);
    await story.payBy('needs_action');
    await expectOk(story.ask('top', charged({ id: 'top-1' })));
    expect(await story.get('top-1')).toMatchObject({ status: 'PAYMENT_PENDING' });
    await story.payBy('pays');
    await expectOk(seats(6));
    expect(await story.get('top-1')).toMatchObject({
      status: 'CANCELED',
      cancelReason: 'UPGRADE_OR_DOWNGRADE',
    });
    expect(await bills()).toEqual([
      ['PAID', 99],
      ['CANCELED', 400],
      ['PAID', 10],
    ]);
  });

  it('V4, X10: once it is paid the plan takes the place of what ran, which was given back already', async () => {
    await story.to('2026-04-20');
    await story.sell('top', 499);
    await story.payBy('pays_late');
    await expectOk(story.ask('top', charged({ id: 'top-1' })));
    expect(await story.get(id)).toMatchObject({ status: 'ACTIVE' });
    await story.at('2026-04-20T01:00:01.000Z');
    expect(await story.get('top-1')).toMatchObject({ status: 'ACTIVE', paymentCollection: 'NOT_REQUIRED' });
    expect(await story.get(id)).toMatchObject({ status: 'CANCELED', cancelReason: 'UPGRADE_OR_DOWNGRADE' });
    expect(await bills()).toEqual([
      ['PAID', 99],
      ['PAID', 266.67],
    ]);
  });
});
