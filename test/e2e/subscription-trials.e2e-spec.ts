import type { TestApp } from '../support/app';
import { createCustomer, report, subscribe, type Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { changeSettings, downgradingTo, startingWithTrialOf } from '../support/product-settings';
import { storyForEach } from '../support/story-for-each';
import { begin, on, Story } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('trials', () => {
  let app: TestApp;
  let story: Story;

  storyForEach(Story, (begun) => ({ app, story } = begun));

  it('T1, T2: begins with the trial of its plan, and grants', async () => {
    const { id, subscription } = await story.begun('tried');
    expect(subscription).toMatchObject({
      ...{
        status: 'IN_TRIAL',
        trialEndDate: on('2026-04-24'),
        trial: { trialEndBehavior: 'CONVERT_TO_PAID' },
      },
      ...{ billingCycleAnchor: on('2026-04-24'), currentBillingPeriodStart: null, effectiveEndDate: null },
    });
    expect(await story.limit()).toBe(300);
    expect(await story.told(id)).toEqual([
      ['subscription.created', begin],
      ['trial.started', begin],
    ]);
  });

  it('T2: a month is one of the calendar', async () => {
    await story.to('2026-05-31');
    const { subscription } = await story.begun('ending');
    expect(subscription).toMatchObject({
      trialEndDate: on('2026-06-30'),
      effectiveEndDate: on('2026-06-30'),
    });
  });

  it('T4, T9, Q2: converts at its end, which is told a week before: the same subscription, whose first period begins there', async () => {
    const { id } = await story.begun('tried');
    await story.to('2026-04-24');
    expect(await story.get(id)).toMatchObject({
      ...{ status: 'ACTIVE', cancelReason: null, trialEndDate: on('2026-04-24') },
      ...{ currentBillingPeriodStart: on('2026-04-24'), currentBillingPeriodEnd: on('2026-05-24') },
    });
    expect(await story.limit()).toBe(300);
    expect(await story.told(id)).toEqual([
      ['subscription.created', begin],
      ['trial.started', begin],
      ['trial.ends_soon', on('2026-04-17')],
      ['subscription.updated', on('2026-04-24')],
      ['trial.converted', on('2026-04-24')],
    ]);
  });

  it('T9: is told as many days before as the environment has chosen', async () => {
    await expectOk(story.api.rest('PATCH', '/environment-settings', { endsSoonDays: 3 }));
    const { id } = await story.begun('tried');
    await story.to('2026-04-24');
    expect(await story.told(id)).toContainEqual(['trial.ends_soon', on('2026-04-21')]);
  });

  it('T5, B2: billed from the 1st of a month, wherever its end is moved', async () => {
    await expectOk(story.api.rest('PATCH', '/environment-settings', { billingAnchor: 'START_OF_THE_MONTH' }));
    const { id, subscription } = await story.begun('tried');
    expect(subscription).toMatchObject({ billingCycleAnchor: on('2026-05-01') });
    await expectOk(story.api.rest('PATCH', `/subscriptions/${id}`, { trialEndDate: on('2026-05-20') }));
    await story.to('2026-05-21');
    expect(await story.get(id)).toMatchObject({
      ...{ billingCycleAnchor: on('2026-06-01'), currentBillingPeriodStart: on('2026-05-20') },
      currentBillingPeriodEnd: on('2026-06-01'),
    });
  });

  it('T4: expires at its end, which time and nobody has decided', async () => {
    const { id } = await story.begun('ending');
    await story.to('2026-05-10');
    expect(await story.get(id)).toMatchObject({
      ...{ status: 'EXPIRED', cancelReason: 'TRIAL_ENDED', cancellationDate: null },
      ...{ effectiveEndDate: on('2026-05-10'), trialEndDate: on('2026-05-10') },
    });
    expect(await story.check()).toMatchObject({ isGranted: false });
    expect((await story.told(id)).slice(-2)).toEqual([
      ['subscription.updated', on('2026-05-10')],
      ['trial.expired', on('2026-05-10')],
    ]);
    const listed = await expectPage<Json>(story.api.rest('GET', '/subscriptions?status=EXPIRED'));
    expect(listed.data.map((each) => each['id'])).toEqual([id]);
    expect(await story.cancel(id)).toRefuse('SubscriptionAlreadyCanceledOrExpired');
  });

  it('T4, X2: the downgrade plan takes the place of one that expires, unless another plan runs', async () => {
    await expectOk(changeSettings(story.api, downgradingTo('free')));
    await story.begun('ending');
    await story.to('2026-05-10');
    expect(await story.all()).toEqual([
      ['ending', 'EXPIRED', 'TRIAL_ENDED'],
      ['free', 'ACTIVE', null],
    ]);
    await createCustomer(story.api, 'bob');
    await subscribe(story.api, 'bob', 'agreed');
    await subscribe(story.api, 'bob', 'ending');
    await story.to('2026-07-01');
    const held = await expectPage<Json>(story.api.rest('GET', '/subscriptions?customerId=bob'));
    expect(held.data.map(({ planId, status }) => [planId, status]).reverse()).toEqual([
      ['agreed', 'ACTIVE'],
      ['ending', 'EXPIRED'],
    ]);
  });

  it('T1: the request wins over the plan: none, another end, another behavior', async () => {
    const none = await story.begun('tried', { trialOverrideConfiguration: { isTrial: false } });
    expect(none.subscription).toMatchObject({ status: 'ACTIVE', trial: null, trialEndDate: null });
    await createCustomer(story.api, 'bob');
    const trialOverrideConfiguration = {
      isTrial: true,
      trialEndDate: on('2026-04-12'),
      trialEndBehavior: 'CANCEL_SUBSCRIPTION',
    };
    const other = await subscribe(story.api, 'bob', 'pro', { trialOverrideConfiguration });
    expect(other.subscription).toMatchObject({
      status: 'IN_TRIAL',
      trialEndDate: on('2026-04-12'),
      trial: { trialEndBehavior: 'CANCEL_SUBSCRIPTION' },
    });
    expect(await story.told(other.id)).toEqual([
      ['subscription.created', begin],
      ['trial.started', begin],
    ]);
    await story.to('2026-04-11');
    expect((await story.told(other.id)).at(-1)).toEqual(['trial.ends_soon', begin]);
  });

  it.each([
    ['UnsupportedParameter', 'free', { isTrial: true }],
    ['BadUserInput', 'pro', { isTrial: true }],
    ['BadUserInput', 'pro', { isTrial: true, trialEndDate: on('2026-04-10') }],
  ] as const)('T1: %s for plan %s with %j', async (code, planId, trialOverrideConfiguration) => {
    expect(await story.ask(planId, { trialOverrideConfiguration })).toRefuse(
      code,
      /^trialOverrideConfiguration/,
    );
  });

  it('T6: a trial and what is paid for run side by side, and the more generous counts', async () => {
    await story.begun('pro');
    const { id } = await story.begun('tried');
    expect(await story.all()).toEqual([
      ['pro', 'ACTIVE', null],
      ['tried', 'IN_TRIAL', null],
    ]);
    expect(await story.limit()).toBe(1000);
    await story.to('2026-04-24');
    expect(await story.all()).toEqual([
      ['pro', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
      ['tried', 'ACTIVE', null],
    ]);
    expect(await story.limit()).toBe(300);
    expect(await story.get(id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('V4: a new trial takes the place of the one that runs', async () => {
    await story.begun('tried');
    await story.begun('ending');
    expect(await story.all()).toEqual([
      ['tried', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
      ['ending', 'IN_TRIAL', null],
    ]);
  });

  it('T4: one that takes the place of another has its first period where it ends itself', async () => {
    await story.begun('tried');
    const { id } = await story.begun('ending', {
      trialOverrideConfiguration: { isTrial: true, trialEndBehavior: 'CONVERT_TO_PAID' },
    });
    await story.to('2026-05-10');
    expect(await story.get(id)).toMatchObject({
      ...{ status: 'ACTIVE', billingCycleAnchor: on('2026-05-10') },
      ...{ currentBillingPeriodStart: on('2026-05-10'), currentBillingPeriodEnd: on('2026-06-10') },
    });
  });

  it('V4: what is bought while a trial runs begins where it ends, and the trial ends converted', async () => {
    await story.begun('ending');
    await expectOk(report(story.api, 'ada', 'calls', 7));
    const { id, subscription } = await story.begun('pro');
    expect(subscription).toMatchObject({ status: 'NOT_STARTED', startDate: on('2026-05-10') });
    await story.to('2026-05-10');
    expect(await story.all()).toEqual([
      ['ending', 'CANCELED', 'TRIAL_CONVERTED'],
      ['pro', 'ACTIVE', null],
    ]);
    expect(await story.get(id)).toMatchObject({ currentBillingPeriodStart: on('2026-05-10') });
    expect(await story.limit()).toBe(1000);
  });

  it('V4, V5: the plan that is tried is bought by the same subscription', async () => {
    const { id } = await story.begun('ending');
    const bought = await story.begun('ending', { trialOverrideConfiguration: { isTrial: false } });
    expect(bought.subscription).toMatchObject({
      id,
      status: 'IN_TRIAL',
      trial: { trialEndBehavior: 'CONVERT_TO_PAID' },
    });
    await story.to('2026-05-10');
    expect(await story.all()).toEqual([['ending', 'ACTIVE', null]]);
    expect(await story.get(id)).toMatchObject({
      cancelReason: null,
      currentBillingPeriodStart: on('2026-05-10'),
    });
  });

  it('V4: the plan that is tried, bought last, is what nothing else waits for any more', async () => {
    await story.begun('ending');
    await story.begun('pro');
    await story.begun('ending', { trialOverrideConfiguration: { isTrial: false } });
    expect(await story.all()).toEqual([
      ['ending', 'IN_TRIAL', null],
      ['pro', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
    ]);
    await story.to('2026-05-10');
    expect((await story.all())[0]).toEqual(['ending', 'ACTIVE', null]);
  });

  it('V4: a plan that has no trial of its own is bought where it is asked for again', async () => {
    const trial = { isTrial: true, trialEndDate: on('2026-04-15'), trialEndBehavior: 'CANCEL_SUBSCRIPTION' };
    const { id } = await story.begun('pro', { trialOverrideConfiguration: trial });
    await story.begun('basic');
    const bought = await story.begun('pro');
    expect(bought.subscription).toMatchObject({
      ...{ id, status: 'IN_TRIAL', trialEndDate: on('2026-04-15'), effectiveEndDate: null },
      trial: { trialEndBehavior: 'CONVERT_TO_PAID' },
    });
    await story.to('2026-04-16');
    expect(await story.all()).toEqual([
      ['pro', 'ACTIVE', null],
      ['basic', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
    ]);
  });

  it('V5, T5: asked for again with another end, which what waits for it follows; not with one that is over', async () => {
    const { id } = await story.begun('tried');
    const { id: bought } = await story.begun('pro');
    const again = (day: string) => ({ trialOverrideConfiguration: { isTrial: true, trialEndDate: on(day) } });
    await story.to('2026-04-12');
    expect(await story.ask('tried', again('2026-04-11'))).toRefuse(
      'BadUserInput',
      /^trialOverrideConfiguration.trialEndDate/,
    );
    expect((await story.begun('tried', again('2026-04-30'))).subscription).toMatchObject({
      ...{ id, status: 'IN_TRIAL', trialEndDate: on('2026-04-30') },
    });
    expect(await story.get(bought)).toMatchObject({ startDate: on('2026-04-30') });
    await story.to('2026-05-01');
    expect(await story.all()).toEqual([
      ['tried', 'CANCELED', 'TRIAL_CONVERTED'],
      ['pro', 'ACTIVE', null],
    ]);
  });

  it('V5: asked for again, the trial goes on as it is', async () => {
    const { id, subscription } = await story.begun('tried');
    await story.to('2026-04-12');
    const again = await story.begun('tried', { metadata: { team: 'red' } });
    expect(again.subscription).toMatchObject({
      id,
      trialEndDate: subscription['trialEndDate'],
      metadata: { team: 'red' },
    });
  });

  it('T7: ends at once only', async () => {
    const { id } = await story.begun('tried');
    for (const body of [
      { cancellationTime: 'END_OF_BILLING_PERIOD' },
      { cancellationTime: 'SPECIFIC_DATE', endDate: on('2026-04-15') },
    ])
      expect(await story.cancel(id, body)).toRefuse('TrialMustBeCancelledImmediately');
    expect(await expectOk(story.cancel(id))).toMatchObject({ status: 'CANCELED', cancelReason: 'Immediate' });
  });

  it('S7, X7: is not delegated', async () => {
    const { id } = await story.begun('tried');
    await createCustomer(story.api, 'bob');
    const delegate = () =>
      story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'bob' });
    expect(await delegate()).toRefuse('InvalidSubscriptionStatus');
    await story.to('2026-04-24');
    expect(await expectOk(delegate())).toMatchObject({ payingCustomerId: 'bob' });
  });

  it('entitlements-usage H1: converted with a new billing cycle, usage begins anew where the product says so', async () => {
    await story.begun('tried');
    await expectOk(report(story.api, 'ada', 'calls', 250));
    await story.to('2026-04-24');
    expect(await story.check()).toMatchObject({
      currentUsage: 0,
      usagePeriodAnchor: on('2026-04-24'),
    });
  });

  it('U4: a new customer begins with the trial that the product names', async () => {
    await expectOk(changeSettings(story.api, startingWithTrialOf('tried')));
    await createCustomer(story.api, 'bob');
    const held = await expectPage<Json>(story.api.rest('GET', '/subscriptions?customerId=bob'));
    expect(held.data).toMatchObject([{ planId: 'tried', status: 'IN_TRIAL' }]);
    const log = await expectPage<Json>(
      story.api.rest('GET', '/activity?entityId=bob&type=customer.start_decided'),
    );
    expect(log.data[0]?.['after']).toMatchObject({ strategy: 'PREDEFINED_TRIAL_PLAN' });
  });

  it('T1, T4: through GraphQL too', async () => {
    const selection = everyField(app, 'Subscription');
    const { id } = await story.begun('tried');
    const query = `{ subscription(id: "${id}") ${selection} }`;
    expect(await expectOk(story.api.graphql(query))).toMatchObject({
      status: 'IN_TRIAL',
      trial: { trialEndBehavior: 'CONVERT_TO_PAID' },
    });
    await story.to('2026-05-01');
    expect(await expectOk(story.api.graphql(query))).toMatchObject({ status: 'ACTIVE' });
    await createCustomer(story.api, 'bob');
    const input = {
      ...{ customerId: 'bob', planId: 'pro' },
      trialOverrideConfiguration: {
        ...{ isTrial: true, trialEndDate: on('2026-05-20'), trialEndBehavior: 'CANCEL_SUBSCRIPTION' },
      },
    };
    const provision = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id subscription { status trialEndDate } } }`;
    const told = await expectOk<Json>(story.api.graphql(provision, { input }));
    expect(told).toMatchObject({ subscription: { status: 'IN_TRIAL', trialEndDate: on('2026-05-20') } });
    const update = `mutation { updateSubscription(id: "${String(told['id'])}", input: { trialEndDate: "${on('2026-05-01')}" }) { status cancelReason } }`;
    expect(await expectOk(story.api.graphql(update))).toEqual({
      ...{ status: 'EXPIRED', cancelReason: 'TRIAL_ENDED' },
    });
  });
});
