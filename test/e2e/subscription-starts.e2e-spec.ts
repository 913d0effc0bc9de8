import { check, createCustomer, subscribe, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { storyForEach } from '../support/story-for-each';
import { begin, on, Story } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('starts of subscriptions', () => {
  let story: Story;

  storyForEach(Story, (begun) => ({ story } = begun));

  it('V6: with a start to come it is NOT_STARTED, grants nothing and is billed for nothing until then', async () => {
    const provisioned = await expectOk<Json>(story.ask('pro', { startDate: on('2026-04-20') }));
    expect(provisioned).toMatchObject({ status: 'SUCCESS', isScheduled: true, entitlements: [] });
    const id = String(provisioned['id']);
    expect(await story.get(id)).toMatchObject({
      status: 'NOT_STARTED',
      startDate: on('2026-04-20'),
      currentBillingPeriodStart: null,
    });
    expect(await story.check()).toMatchObject({ isGranted: false });
    await story.to('2026-04-20');
    expect(await story.get(id)).toMatchObject({
      ...{ status: 'ACTIVE', billingCycleAnchor: on('2026-04-20') },
      ...{ currentBillingPeriodStart: on('2026-04-20'), currentBillingPeriodEnd: on('2026-05-20') },
    });
    expect(await story.limit()).toBe(1000);
    expect(await story.told(id)).toEqual([
      ['subscription.created', begin],
      ['subscription.updated', on('2026-04-20')],
    ]);
  });

  it('V4: it takes its place at its start, and what ran there ends at that instant', async () => {
    const { id } = await story.begun('free');
    await story.begun('pro', { startDate: on('2026-04-20') });
    expect(await story.limit()).toBe(10);
    expect(await story.all()).toEqual([
      ['free', 'ACTIVE', null],
      ['pro', 'NOT_STARTED', null],
    ]);
    await story.to('2026-04-25');
    expect(await story.all()).toEqual([
      ['free', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
      ['pro', 'ACTIVE', null],
    ]);
    expect(await story.get(id)).toMatchObject({
      effectiveEndDate: on('2026-04-20'),
      cancellationDate: on('2026-04-20'),
    });
  });

  it('V4: a later provision of the place cancels those that wait for it', async () => {
    await story.begun('pro', { startDate: on('2026-04-20') });
    await story.begun('basic', { startDate: on('2026-05-01') });
    await story.begun('free');
    expect(await story.all()).toEqual([
      ['pro', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
      ['basic', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
      ['free', 'ACTIVE', null],
    ]);
    await story.to('2026-06-01');
    expect(await story.limit()).toBe(10);
  });

  it('V6, Q3: a start gone by sets anchors: it runs now, and its periods and windows count from there', async () => {
    await story.begun('free');
    const { id, subscription } = await story.begun('pro', { startDate: on('2026-04-05') });
    expect(subscription).toMatchObject({
      ...{ status: 'ACTIVE', startDate: on('2026-04-05'), billingCycleAnchor: on('2026-04-05') },
      ...{ currentBillingPeriodStart: on('2026-04-05'), currentBillingPeriodEnd: on('2026-05-05') },
    });
    const [before] = await story.all();
    expect(before).toEqual(['free', 'CANCELED', 'UPGRADE_OR_DOWNGRADE']);
    const other = 'bob';
    await createCustomer(story.api, other);
    await subscribe(story.api, other, 'pro', { startDate: on('2026-04-05') });
    expect(await check(story.api, other, 'featureId=calls')).toMatchObject({
      usagePeriodAnchor: on('2026-04-05'),
      usagePeriodEnd: on('2026-05-05'),
    });
    await story.to('2026-05-06');
    expect(await story.get(id)).toMatchObject({ currentBillingPeriodStart: on('2026-05-05') });
  });

  it('V6, B4: a start gone by sets the anchor, also where another PAID plan ran until now', async () => {
    await story.begun('pro', { startDate: on('2026-03-20') });
    const { subscription } = await story.begun('basic', { startDate: on('2026-04-05') });
    expect(subscription).toMatchObject({
      ...{ status: 'ACTIVE', planId: 'basic', billingCycleAnchor: on('2026-04-05') },
      ...{ currentBillingPeriodStart: on('2026-04-05'), currentBillingPeriodEnd: on('2026-05-05') },
    });
    const [before] = await story.all();
    expect(before).toEqual(['pro', 'CANCELED', 'UPGRADE_OR_DOWNGRADE']);
    await expectOk(story.api.rest('PATCH', '/environment-settings', { billingAnchor: 'START_OF_THE_MONTH' }));
    expect((await story.begun('pro', { startDate: on('2026-04-07') })).subscription).toMatchObject({
      ...{ billingCycleAnchor: on('2026-05-01'), currentBillingPeriodStart: on('2026-04-07') },
    });
  });

  it('V6: InvalidCancellationDate for an end that is not after the start, and not to come', async () => {
    for (const more of [
      { startDate: on('2026-04-20'), cancellationDate: on('2026-04-20') },
      { cancellationDate: on('2026-04-09') },
      { startDate: on('2026-04-01'), cancellationDate: on('2026-04-05') },
    ])
      expect(await story.ask('pro', more)).toRefuse('InvalidCancellationDate', /^cancellationDate/);
    expect(await story.all()).toEqual([]);
  });

  it('V5: the plan that runs takes no start', async () => {
    await story.begun('pro');
    expect(await story.ask('pro', { startDate: on('2026-05-01') })).toRefuse('BadUserInput', /^startDate/);
  });

  it('S7: what has not started ends at once only, and leaves what runs alone', async () => {
    await story.begun('free');
    const { id } = await story.begun('pro', { startDate: on('2026-04-20') });
    for (const cancellationTime of ['END_OF_BILLING_PERIOD', 'SPECIFIC_DATE'])
      expect(
        await story.cancel(id, {
          cancellationTime,
          ...(cancellationTime === 'SPECIFIC_DATE' && { endDate: on('2026-05-01') }),
        }),
      ).toRefuse('InvalidSubscriptionStatus', /has not begun .* send IMMEDIATE/);
    expect(await expectOk(story.cancel(id))).toMatchObject({
      status: 'CANCELED',
      cancelReason: 'Immediate',
      effectiveEndDate: begin,
    });
    await story.to('2026-05-01');
    expect(await story.all()).toEqual([
      ['free', 'ACTIVE', null],
      ['pro', 'CANCELED', 'Immediate'],
    ]);
  });

  it('V6: through GraphQL too', async () => {
    const mutation = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { isScheduled subscription { status startDate } } }`;
    const input = { customerId: 'ada', planId: 'pro', startDate: on('2026-04-20') };
    expect(await expectOk(story.api.graphql(mutation, { input }))).toEqual({
      isScheduled: true,
      subscription: { status: 'NOT_STARTED', startDate: on('2026-04-20') },
    });
  });
});
