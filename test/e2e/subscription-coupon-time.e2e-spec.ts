import { createCustomer, createProduct, publishPlan, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { applied, CouponStory, toldCoupons } from '../support/coupon-story';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('coupons of subscriptions, as time goes by', () => {
  let story: CouponStory;

  storyForEach(CouponStory, (begun) => ({ story } = begun));

  const coupons = async (id: string) => (await story.get(id))['coupons'] as Json[];

  it('N4: is EXPIRED once its months are over, and may be given again', async () => {
    const id = await story.bought('pro', 'short');
    expect(await coupons(id)).toMatchObject([{ startDate: on('2026-04-10'), endDate: on('2026-06-10') }]);
    await story.to('2026-06-09');
    expect(await story.held(id)).toEqual([['short', 'ACTIVE']]);
    expect(await story.patch(id, applied('short'))).toRefuse('CustomerAlreadyUsesCouponError');
    await story.to('2026-06-10');
    expect(await story.held(id)).toEqual([['short', 'EXPIRED']]);
    await story.patched(id, applied('short'));
    expect(await story.held(id)).toEqual([
      ['short', 'EXPIRED'],
      ['short', 'ACTIVE'],
    ]);
  });

  it('N3, N2: with a start to come it takes the place of the other one then', async () => {
    const id = await story.bought('pro', 'ten');
    await story.patched(id, applied('short', on('2026-05-01')));
    expect(await coupons(id)).toMatchObject([
      { id: 'ten', status: 'ACTIVE', endDate: on('2026-05-01') },
      { id: 'short', status: 'ACTIVE', startDate: on('2026-05-01'), endDate: on('2026-07-01') },
    ]);
    await story.to('2026-05-01');
    expect(await story.held(id)).toEqual([
      ['ten', 'REMOVED'],
      ['short', 'ACTIVE'],
    ]);
  });

  it('N3: a start that has gone by is now', async () => {
    const { id } = await story.begun('pro', { startDate: on('2026-03-01') });
    await story.patched(id, applied('ten', on('2026-03-05')));
    expect(await coupons(id)).toMatchObject([{ startDate: on('2026-04-10') }]);
  });

  it('N4: begins with a subscription that begins later, and moves with it', async () => {
    await story.begun('tried');
    const { subscription, id } = await story.begun('pro', applied('short'));
    expect(subscription).toMatchObject({ status: 'NOT_STARTED', startDate: on('2026-04-24') });
    expect(await coupons(id)).toMatchObject([{ startDate: on('2026-04-24'), endDate: on('2026-06-24') }]);
    const trial = await story.api.rest('GET', '/subscriptions?customerId=ada&planId=tried');
    const [{ id: tried }] = (trial.body as { data: [{ id: string }] }).data;
    await story.patched(tried, { trialEndDate: on('2026-05-01') });
    expect(await coupons(id)).toMatchObject([{ startDate: on('2026-05-01'), endDate: on('2026-07-01') }]);
  });

  it('N2: another plan goes on with it, its months counted from where they were', async () => {
    const id = await story.bought('basic', 'short');
    await story.to('2026-04-20');
    const { subscription } = await story.begun('pro');
    expect(subscription['coupons']).toMatchObject([
      { id: 'short', status: 'ACTIVE', startDate: on('2026-04-10'), endDate: on('2026-06-10') },
    ]);
    await story.to('2026-07-01');
    expect(await story.held(String(subscription['id']))).toEqual([['short', 'EXPIRED']]);
    // As it was when it ended.
    expect(await story.held(id)).toEqual([['short', 'ACTIVE']]);
  });

  it('N2: unless it brings its own, which must be another one', async () => {
    await story.bought('basic', 'ten');
    expect(await story.ask('pro', applied('ten'))).toRefuse('CustomerAlreadyUsesCouponError');
    const { subscription } = await story.begun('pro', applied('twenty'));
    expect(toldCoupons(subscription)).toEqual([['twenty', 'ACTIVE']]);
    expect(await story.all()).toEqual([
      ['basic', 'CANCELED', 'UPGRADE_OR_DOWNGRADE'],
      ['pro', 'ACTIVE', null],
    ]);
  });

  it('D2, D9: a plan that waits goes on with it, and one that it brings is given to what runs', async () => {
    const id = await story.bought('pro', 'ten');
    const asked = await expectOk<Json>(story.ask('basic', applied('twenty')));
    expect(asked).toMatchObject({ id, isScheduled: true });
    expect(toldCoupons(asked['subscription'] as Json)).toEqual([
      ['ten', 'REMOVED'],
      ['twenty', 'ACTIVE'],
    ]);
    await story.to('2026-05-10');
    const [basic] = await expectOk<Json[]>(story.api.rest('GET', '/subscriptions?planId=basic'));
    expect(toldCoupons(basic as Json)).toEqual([['twenty', 'ACTIVE']]);
  });

  it('N2, V4: what is bought while a trial runs goes on with the coupon of the trial', async () => {
    await story.bought('tried', 'ten');
    const { id } = await story.begun('pro');
    expect(await story.held(id)).toEqual([]);
    await story.to('2026-04-24');
    expect(await story.all()).toEqual([
      ['tried', 'CANCELED', 'TRIAL_CONVERTED'],
      ['pro', 'ACTIVE', null],
    ]);
    expect(await story.held(id)).toEqual([['ten', 'ACTIVE']]);
  });

  it('N2, T4: a trial that converts keeps it', async () => {
    const id = await story.bought('tried', 'ten');
    await story.to('2026-05-01');
    expect(await story.get(id)).toMatchObject({ status: 'ACTIVE' });
    expect(await story.held(id)).toEqual([['ten', 'ACTIVE']]);
  });

  it('N2, X2: what follows an end begins without it', async () => {
    await expectOk(
      story.api.rest('PATCH', '/products/main', {
        productSettings: {
          ...{ subscriptionEndSetup: 'DOWNGRADE_TO_FREE', downgradePlanId: 'free' },
          ...{ subscriptionCancellationTime: 'IMMEDIATE', subscriptionStartSetup: 'PLAN_SELECTION' },
        },
      }),
    );
    const id = await story.bought('pro', 'ten');
    await expectOk(story.cancel(id));
    const [free] = await expectOk<Json[]>(story.api.rest('GET', '/subscriptions?planId=free'));
    expect(toldCoupons(free as Json)).toEqual([]);
  });

  it('N2, X5, X7: migration and delegation leave it', async () => {
    const id = await story.bought('pro', 'ten');
    await createCustomer(story.api, 'bob');
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/delegate`, { targetCustomerId: 'bob' }));
    await expectOk(story.api.rest('POST', '/plans/pro/draft'));
    await expectOk(story.api.rest('PATCH', '/plans/pro', { displayName: 'Pro two' }));
    await expectOk(story.api.rest('POST', '/plans/pro/publish', { migrationType: 'NEW_CUSTOMERS' }));
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/migrate`, {}));
    expect(await story.get(id)).toMatchObject({ payingCustomerId: 'bob' });
    expect(await story.held(id)).toEqual([['ten', 'ACTIVE']]);
  });

  it('N2, X6: so does a transfer', async () => {
    await createProduct(story.api, 'sites', { multipleSubscriptions: true });
    await publishPlan(story.api, { id: 'site', productId: 'sites' });
    const id = await story.bought('site', 'ten', { resourceId: 'one' });
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/transfer`, { destinationResourceId: 'two' }));
    expect(await story.get(id)).toMatchObject({ resourceId: 'two' });
    expect(await story.held(id)).toEqual([['ten', 'ACTIVE']]);
  });
});
