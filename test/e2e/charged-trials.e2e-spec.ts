import type { TestApp } from '../support/app';
import { type Json } from '../support/catalog';
import { charged, ChargeStory } from '../support/charge-story';
import { expectOk, expectPage } from '../support/client';
import { momentsOf } from '../support/events';
import { changeSettings, downgradingTo } from '../support/product-settings';
import { Payer, pathOf } from '../support/sandbox-pages';
import { storyForEach } from '../support/story-for-each';

// Domain: customers-subscriptions

describe('a trial that ends where it is charged', () => {
  let app: TestApp;
  let story: ChargeStory;

  storyForEach(ChargeStory, (begun) => ({ app, story } = begun));

  // 14 days from 10 April on, at 29 by the month.
  const tried = async (more: Json = {}) => (await story.begun('tried', charged(more))).id;
  const detach = () => expectOk(story.api.rest('DELETE', '/customers/ada/payment-method'));
  const told = async (id: string) =>
    (await momentsOf(app, story.place, id)).map(([type]) => type).filter((type) => type.startsWith('trial.'));

  it('Q2, T4: is charged to the cent, from the end of the trial on', async () => {
    const id = await tried();
    await story.at('2026-04-24T00:00:00.000Z');
    expect(await story.get(id)).toMatchObject({
      ...{
        status: 'ACTIVE',
        billingCycleAnchor: '2026-04-24T00:00:00.000Z',
        paymentCollection: 'NOT_REQUIRED',
      },
      ...{
        currentBillingPeriodStart: '2026-04-24T00:00:00.000Z',
        currentBillingPeriodEnd: '2026-05-24T00:00:00.000Z',
      },
    });
    expect(await story.bills()).toEqual([['2026-04-24', 'PAID', 29, 0]]);
    expect(await story.tried()).toEqual([['2026-04-24T00:00:00.000Z', 'SUCCEEDED']]);
    expect(await told(id)).toEqual(['trial.started', 'trial.ends_soon', 'trial.converted']);
  });

  it('T4: without a method it waits a day for its payment, and grants nothing', async () => {
    await detach();
    const id = await tried();
    await story.at('2026-04-24T00:00:00.000Z');
    expect(await story.get(id)).toMatchObject({ status: 'PAYMENT_PENDING', effectiveEndDate: null });
    expect(await story.check()).toMatchObject({ isGranted: false });
    await story.at('2026-04-25T00:00:00.000Z');
    expect(await story.get(id)).toMatchObject({ status: 'EXPIRED', cancelReason: 'TRIAL_ENDED' });
    expect(await story.bills()).toEqual([['2026-04-24', 'CANCELED', 29, 0]]);
    expect(await told(id)).toEqual(['trial.started', 'trial.ends_soon', 'trial.expired']);
  });

  it('T4: the downgrade plan follows what was not paid', async () => {
    await detach();
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    await tried();
    await story.at('2026-04-25T00:00:00.000Z');
    const path = '/subscriptions?customerId=ada&limit=10';
    const { data } = await expectPage<Json>(story.api.rest('GET', path));
    expect(data.map(({ planId, status }) => [planId, status])).toEqual([
      ['free', 'ACTIVE'],
      ['tried', 'EXPIRED'],
    ]);
  });

  it('T4: a decline makes it wait; a method that is attached within the day converts it', async () => {
    await story.payBy('declines');
    const id = await tried();
    await story.at('2026-04-24T00:05:00.000Z');
    expect(await story.get(id)).toMatchObject({ status: 'PAYMENT_PENDING', paymentCollection: 'FAILED' });
    await story.payBy('pays');
    await story.at('2026-04-24T00:10:00.000Z');
    expect(await story.get(id)).toMatchObject({ status: 'ACTIVE', paymentCollection: 'NOT_REQUIRED' });
    expect(await story.check()).toMatchObject({ isGranted: true });
    expect(await told(id)).toEqual(['trial.started', 'trial.ends_soon', 'trial.converted']);
    await story.at('2026-04-26T00:00:00.000Z');
    expect(await story.get(id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('T4, V10: what needs its payer waits a day; who acts after that pays nothing, and it stays over', async () => {
    await story.payBy('needs_action');
    const id = await tried();
    await story.at('2026-04-24T00:05:00.000Z');
    expect(await story.get(id)).toMatchObject({
      ...{ status: 'PAYMENT_PENDING', paymentCollection: 'ACTION_REQUIRED' },
      latestInvoice: { status: 'OPEN', requiresAction: true },
    });
    const page = pathOf(String((await story.attempts())[0]?.['actionUrl']));
    await story.at('2026-04-25T00:05:00.000Z');
    expect(await story.get(id)).toMatchObject({ status: 'EXPIRED', cancelReason: 'TRIAL_ENDED' });
    expect((await new Payer(app).send(page, { act: 'confirm' })).text).not.toMatch(/<form/);
    expect(await story.bills()).toEqual([['2026-04-24', 'CANCELED', 29, 0]]);
    expect((await story.attempts()).map(({ state }) => state)).toEqual(['CANCELED']);
  });

  it('T4: with nothing to pay it is converted at once', async () => {
    await detach();
    const free = { appliedCoupon: { discount: { name: 'All', percentOff: 100 } } };
    const id = await tried(free);
    await story.at('2026-04-24T00:00:00.000Z');
    expect(await story.get(id)).toMatchObject({
      status: 'ACTIVE',
      latestInvoice: { status: 'PAID', total: 0 },
    });
    expect(await told(id)).toEqual(['trial.started', 'trial.ends_soon', 'trial.converted']);
  });

  it('B-07, T3: who buys by themselves tries a product once', async () => {
    const page = {
      checkoutOptions: { successUrl: 'https://shop.example/y', cancelUrl: 'https://shop.example/n' },
    };
    const first = await expectOk<Json>(story.ask('tried', charged({ id: 'first', ...page })));
    expect(first).toMatchObject({ subscription: { status: 'IN_TRIAL' } });
    await expectOk(story.cancel('first', { cancellationTime: 'IMMEDIATE' }));
    const second = await expectOk<Json>(story.ask('tried', charged({ id: 'second', ...page })));
    expect(second).toMatchObject({
      subscription: { status: 'ACTIVE', latestInvoice: { status: 'PAID', total: 29 } },
    });
    await expectOk(story.cancel('second', { cancellationTime: 'IMMEDIATE' }));
    expect(await expectOk<Json>(story.ask('tried', charged({ id: 'third' })))).toMatchObject({
      subscription: { status: 'IN_TRIAL' },
    });
  });
});
