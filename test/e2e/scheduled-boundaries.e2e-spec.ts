import { createCustomer, createProduct, publishPlan, report, type Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { flatFee } from '../support/priced-plans';
import { storyForEach } from '../support/story-for-each';
import { boundary, TeamStory, waiting } from '../support/team-story';

// Domain: customers-subscriptions

describe('updates at their boundary', () => {
  let story: TeamStory;

  storyForEach(TeamStory, (begun) => ({ story } = begun));

  it('D9, entitlements-usage H1: entitlements flip at the boundary, job or no job', async () => {
    await story.begun('pro');
    await story.ask('basic');
    await expectOk(report(story.api, 'ada', 'calls', 5));
    await story.jump('2026-05-09');
    expect(await story.limit()).toBe(1000);
    await story.jump('2026-05-10');
    expect(await story.check()).toMatchObject({ usageLimit: 100 });
  });

  it('D11: what is refused at the boundary leaves the old state, FAILED', async () => {
    const { id } = await story.team();
    await story.ask('small');
    await expectOk(story.api.rest('POST', '/plans/small/archive'));
    await story.to('2026-05-10');
    expect(await story.get(id)).toMatchObject({ status: 'ACTIVE', planId: 'team' });
    expect(await story.statuses(id)).toEqual([['DOWNGRADE', 'FAILED']]);
    const log = await expectPage<Json>(
      story.api.rest('GET', `/activity?entityId=${id}&type=subscription.updated`),
    );
    expect(log.data[0]).toMatchObject({
      createdAt: boundary,
      actor: 'subscriptions',
      after: { futureUpdates: [{ scheduleStatus: 'FAILED' }] },
    });
    await story.to('2026-06-11');
    expect((await story.all()).length).toBe(1);
  });

  it('D11: an id that is taken by then is refused, and nothing is done by half', async () => {
    const { id } = await story.team();
    await expectOk(story.ask('small', { id: 'wanted' }));
    await createCustomer(story.api, 'ben');
    await expectOk(story.ask('free', { customerId: 'ben', id: 'wanted' }));
    await story.to('2026-05-10');
    expect(await story.all()).toEqual([['team', 'ACTIVE', null]]);
    expect(await story.statuses(id)).toEqual([['DOWNGRADE', 'FAILED']]);
  });

  it('D11, X6: a plan that waits begins where its subscription is by then', async () => {
    await createProduct(story.api, 'sites', { multipleSubscriptions: true });
    for (const [id, price] of [
      ['wide', 49],
      ['narrow', 19],
    ] as const)
      await publishPlan(story.api, {
        ...{ id, productId: 'sites', pricingType: null },
        patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(price)] } },
      });
    const { id } = await story.begun('wide', { resourceId: 'old' });
    await expectOk(story.ask('narrow', { resourceId: 'old' }));
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/transfer`, { destinationResourceId: 'new' }));
    await story.to('2026-05-10');
    expect(await story.get(await story.idOf('narrow'))).toMatchObject({
      status: 'ACTIVE',
      resourceId: 'new',
    });
    expect((await story.all()).length).toBe(2);
  });

  describe('X5: migration at the end of the period', () => {
    const migrate = (id: string, body: Json = {}) =>
      story.api.rest('POST', `/subscriptions/${id}/migrate`, {
        subscriptionMigrationTime: 'END_OF_BILLING_PERIOD',
        ...body,
      });
    const publishAgain = async (usageLimit: number) => {
      await expectOk(story.api.rest('POST', '/plans/pro/draft'));
      await expectOk(
        story.api.rest('PATCH', '/plans/pro/entitlements/calls', { type: 'FEATURE', usageLimit }),
      );
      await expectOk(story.api.rest('POST', '/plans/pro/publish', { migrationType: 'NEW_CUSTOMERS' }));
    };

    it('goes to what is the latest then', async () => {
      const { id } = await story.begun('pro');
      expect(await expectOk(migrate(id))).toMatchObject({ futureUpdates: [waiting('MIGRATE_TO_LATEST')] });
      expect(await migrate(id)).toRefuse('ScheduledMigrationAlreadyExistsError');
      await publishAgain(2000);
      await publishAgain(3000);
      await story.to('2026-05-09');
      expect(await story.limit()).toBe(1000);
      await story.to('2026-05-10');
      expect(await story.limit()).toBe(3000);
    });

    it('D5: is no more once it was migrated at once', async () => {
      const { id } = await story.begun('pro');
      await publishAgain(2000);
      await expectOk(migrate(id));
      await expectOk(migrate(id, { subscriptionMigrationTime: 'IMMEDIATE' }));
      expect(await story.statuses(id)).toEqual([['MIGRATE_TO_LATEST', 'CANCELED']]);
    });

    it('D6: waits for a period that there is, and that it reaches', async () => {
      const { id } = await story.begun('agreed');
      expect(await migrate(id)).toRefuse('SubscriptionDoesNotHaveBillingPeriod');
      const { id: pro } = await story.begun('pro', { scheduleStrategy: 'IMMEDIATE' });
      await expectOk(story.cancel(pro, { cancellationTime: 'END_OF_BILLING_PERIOD' }));
      expect(await migrate(pro)).toRefuse('SchedulingAtEndOfBillingPeriod');
    });

    it('goes to the version that is named', async () => {
      const { id } = await story.begun('pro');
      await publishAgain(2000);
      await expectOk(migrate(id, { targetVersion: 2 }));
      await publishAgain(3000);
      await story.to('2026-05-10');
      expect(await story.limit()).toBe(2000);
      expect(await migrate(id, { targetVersion: 9 })).toRefuse('PlanNotFound');
    });
  });
});
