import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { boundary, TeamStory, units, waiting } from '../support/team-story';

// Domain: customers-subscriptions

describe('updates that cannot wait, and those that are given up', () => {
  let app: TestApp;
  let story: TeamStory;

  storyForEach(TeamStory, (begun) => ({ app, story } = begun));

  it('X4: an end gives up what waits, and nothing is scheduled past an end', async () => {
    const { id } = await story.team();
    await story.patched(id, { charges: units(2) });
    await expectOk(story.cancel(id, { cancellationTime: 'END_OF_BILLING_PERIOD' }));
    expect(await story.statuses(id)).toEqual([['UNIT_AMOUNT', 'CANCELED']]);
    expect(await story.patch(id, { charges: units(2) })).toRefuse('SchedulingAtEndOfBillingPeriod');
    expect(await story.ask('small')).toRefuse('SchedulingAtEndOfBillingPeriod');
    expect(await story.patched(id, { charges: units(3), scheduleStrategy: 'IMMEDIATE' })).toMatchObject({
      status: 'ACTIVE',
    });
    expect(await story.patched(id, { charges: units(2), cancellationDate: null })).toMatchObject({
      cancellationDate: null,
      futureUpdates: [{ scheduleStatus: 'CANCELED' }, waiting('UNIT_AMOUNT')],
    });
    expect(await story.patch(id, { charges: units(1), cancellationDate: boundary })).toRefuse(
      'SchedulingAtEndOfBillingPeriod',
    );
    await story.patched(id, { cancellationDate: on('2027-01-01') });
    expect(await story.statuses(id)).toEqual([
      ['UNIT_AMOUNT', 'CANCELED'],
      ['UNIT_AMOUNT', 'CANCELED'],
    ]);
  });

  it('Q5: an end with the period, then a change of mind', async () => {
    const { id } = await story.begun('pro');
    await expectOk(story.cancel(id, { cancellationTime: 'END_OF_BILLING_PERIOD' }));
    expect(await story.get(id)).toMatchObject({ status: 'ACTIVE', cancellationDate: boundary });
    await story.to('2026-04-12');
    expect(await story.ask('basic', { scheduleStrategy: 'END_OF_BILLING_PERIOD' })).toRefuse(
      'SchedulingAtEndOfBillingPeriod',
    );
    await story.to('2026-04-13');
    await story.patched(id, { cancellationDate: null });
    await story.to('2026-06-20');
    expect(await story.all()).toEqual([['pro', 'ACTIVE', null]]);
  });

  it('D6: SubscriptionDoesNotHaveBillingPeriod where there is none to wait for, BadUserInput for a month of months', async () => {
    const { id } = await story.begun('agreed');
    expect(await story.patch(id, { addons: [], scheduleStrategy: 'END_OF_BILLING_PERIOD' })).toRefuse(
      'SubscriptionDoesNotHaveBillingPeriod',
    );
    await story.begun('team', { billingPeriod: 'MONTHLY', charges: units(5), scheduleStrategy: 'IMMEDIATE' });
    expect(
      await story.patch(await story.idOf('team'), {
        charges: units(1),
        scheduleStrategy: 'END_OF_BILLING_MONTH',
      }),
    ).toRefuse('BadUserInput', /^scheduleStrategy/);
  });

  it('D2: what is tried changes at once, and has no period to wait for', async () => {
    const { id } = await story.begun('tried');
    expect(await story.patch(id, { addons: [], scheduleStrategy: 'END_OF_BILLING_PERIOD' })).toRefuse(
      'SubscriptionDoesNotHaveBillingPeriod',
    );
    const another = { trialOverrideConfiguration: { isTrial: true } };
    expect(await story.ask('ending', { ...another, scheduleStrategy: 'END_OF_BILLING_PERIOD' })).toRefuse(
      'SubscriptionDoesNotHaveBillingPeriod',
    );
    expect(await expectOk<Json>(story.ask('ending', another))).toMatchObject({ isScheduled: false });
    expect((await story.all()).map(([planId, status]) => [planId, status])).toEqual([
      ['tried', 'CANCELED'],
      ['ending', 'IN_TRIAL'],
    ]);
  });

  it('D1: what could not be made is refused before it waits', async () => {
    const { id } = await story.team();
    const startDate = on('2026-06-01');
    expect(await story.ask('small', { startDate, scheduleStrategy: 'END_OF_BILLING_PERIOD' })).toRefuse(
      'BadUserInput',
      /^startDate/,
    );
    expect(await story.ask('small', { cancellationDate: boundary })).toRefuse('InvalidCancellationDate');
    expect(await story.ask('small', { id })).toRefuse('DuplicatedEntityNotAllowed', /^id/);
    expect(await story.ask('small', { charges: units(-1) })).toRefuse('BadUserInput');
    expect(await story.patch(id, { charges: [{ type: 'FEATURE', id: 'calls', quantity: 1 }] })).toRefuse(
      'BadUserInput',
    );
    expect(await story.patch(id, { addons: [{ id: 'nothing', quantity: 1 }] })).toRefuse('AddonNotFound');
    expect(await story.statuses(id)).toEqual([]);
  });

  describe('D7: given up', () => {
    const schedule = (id: string) => `/subscriptions/${id}/future-update/schedule`;

    it('all that waits, through both doors', async () => {
      const { id } = await story.team();
      await story.patched(id, { charges: units(2) });
      expect(await expectOk(story.api.rest('DELETE', schedule(id)))).toEqual({ id });
      expect(await story.statuses(id)).toEqual([['UNIT_AMOUNT', 'CANCELED']]);
      expect(await story.api.rest('DELETE', schedule(id))).toRefuse('FutureUpdateNotFound');
      await story.patched(id, { charges: units(2) });
      expect(
        await expectOk(story.api.graphql(`mutation { cancelSubscriptionSchedule(id: "${id}") { id } }`)),
      ).toEqual({ id });
      await story.to('2026-05-10');
      expect(await story.unitsOf(id)).toBe(5);
    });

    it('nothing waits for payment', async () => {
      const { id } = await story.team();
      const path = `/subscriptions/${id}/future-update/pending-payment`;
      expect(await story.api.rest('DELETE', path)).toRefuse('FutureUpdateNotFound');
      expect(
        await story.api.graphql(`mutation { cancelSubscriptionPendingPayment(id: "${id}") { id } }`),
      ).toRefuse('FutureUpdateNotFound');
      expect(await story.api.rest('DELETE', schedule('nothing'))).toRefuse('SubscriptionNotFound');
      expect(await app.b.api.rest('DELETE', schedule(id))).toRefuse('SubscriptionNotFound');
    });
  });
});
