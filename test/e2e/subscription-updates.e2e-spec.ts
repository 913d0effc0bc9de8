import type { TestApp } from '../support/app';
import { feature, publishAddon, report, type Json } from '../support/catalog';
import { expectOk, expectPage, type RestAnswer } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { storyForEach } from '../support/story-for-each';
import { begin, on, Story } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('updates of subscriptions', () => {
  let app: TestApp;
  let story: Story;

  storyForEach(Story, (begun) => ({ app, story } = begun));

  const patch = (id: string, body: Json): Promise<RestAnswer> =>
    story.api.rest('PATCH', `/subscriptions/${id}`, body);
  const patched = (id: string, body: Json) => expectOk<Json>(patch(id, body));

  const cancel = (id: string, endDate: string): Promise<RestAnswer> =>
    story.api.rest('POST', `/subscriptions/${id}/cancel`, {
      cancellationTime: 'SPECIFIC_DATE',
      endDate,
    });

  it('D1: changes what it names, and leaves the rest', async () => {
    await publishAddon(story.api, {
      ...{ id: 'extra', productId: 'main' },
      entitlements: [feature('calls', { usageLimit: 7, resetPeriod: 'MONTH', behavior: 'Increment' })],
    });
    await expectOk(story.api.rest('POST', '/plans/free/draft'));
    await expectOk(story.api.rest('PATCH', '/plans/free', { compatibleAddonIds: ['extra'] }));
    await expectOk(story.api.rest('POST', '/plans/free/publish', { migrationType: 'NEW_CUSTOMERS' }));
    const { id } = await story.begun('free', { metadata: { team: 'red' } });
    expect(await patched(id, { addons: [{ id: 'extra', quantity: 2 }] })).toMatchObject({
      addons: [{ id: 'extra', quantity: 2 }],
      metadata: { team: 'red' },
    });
    expect(await story.limit()).toBe(24);
    const { headers } = await patch(id, { addons: [{ id: 'extra', quantity: 2 }] });
    expect(headers.get('etag')).toMatch(/[.]2"$/);
    expect(await patched(id, { metadata: { team: 'blue' } })).toMatchObject({
      addons: [{ id: 'extra', quantity: 2 }],
      metadata: { team: 'blue' },
    });
    expect(await patched(id, { addons: [] })).toMatchObject({ addons: [] });
    expect(await story.limit()).toBe(10);
  });

  it('D1, O4: replaces the values of its own', async () => {
    const { id } = await story.begun('agreed');
    const entitlements = [feature('calls', { usageLimit: 77, resetPeriod: 'MONTH' })];
    expect(await patched(id, { entitlements })).toMatchObject({
      subscriptionEntitlements: [{ id: 'calls' }],
    });
    expect(await story.limit()).toBe(77);
    expect(await patched(id, { entitlements: [] })).toMatchObject({ subscriptionEntitlements: [] });
    expect(await story.limit()).toBe(5000);
  });

  it('D1: nothing asked changes nothing and is told nobody', async () => {
    const { id, subscription } = await story.begun('pro');
    expect(await patched(id, {})).toEqual({ ...subscription, subscriptionEntitlements: [] });
    expect(await story.told(id)).toEqual([['subscription.created', begin]]);
  });

  const own = { usageLimit: 77, resetPeriod: 'MONTH' };
  it.each<[plan: string, made: Json, same: Json, overGraphql?: Json]>([
    ['pro', {}, { metadata: {} }],
    ['pro', { metadata: { team: 'red' } }, { metadata: { team: 'red', none: '' } }],
    ['pro', {}, { budget: null }],
    ['pro', { budget: { limit: 50, hasSoftLimit: true } }, { budget: { limit: 50, hasSoftLimit: true } }],
    ['pro', {}, { cancellationDate: null }],
    ['pro', {}, { salesforceId: null }],
    ['pro', {}, { minimumSpend: null }],
    ['pro', {}, { addons: [] }],
    ['pro', {}, { charges: [] }],
    ['pro', {}, { entitlements: [] }],
    ['pro', {}, { billingPeriod: 'MONTHLY' }],
    ['pro', {}, { billingInformation: {}, billingCycleAnchor: 'UNCHANGED' }],
    [
      'agreed',
      { entitlements: [feature('calls', own)] },
      { entitlements: [feature('calls', own)] },
      { entitlements: [{ feature: { id: 'calls', ...own } }] },
    ],
  ])(
    'catalog C10: what %s with %j is told again by %j is no new state and is told nobody',
    async (plan, made, same, overGraphql = same) => {
      const { id } = await story.begun(plan, made);
      const before = await story.api.rest('GET', `/subscriptions/${id}`);
      const tag = before.headers.get('etag') as string;
      await story.jump('2026-04-11');
      for (let n = 0; n < 2; n++) {
        const answer = await story.api.rest('PATCH', `/subscriptions/${id}`, same, { 'if-match': tag });
        expect([answer.status, answer.headers.get('etag')]).toEqual([200, tag]);
      }
      const over = story.api.graphql(
        'mutation($id: String!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { id } }',
        { id, input: overGraphql },
      );
      expect(await expectOk(over)).toEqual({ id });
      expect(await story.get(id)).toEqual((before.body as { data: Json }).data);
      expect(await story.told(id)).toEqual([['subscription.created', begin]]);
      expect(await expectOk(story.api.rest('GET', `/activity?entityId=${id}`))).toHaveLength(1);
    },
  );

  it('V5, catalog C10: to provision what runs once more on its terms is no new state', async () => {
    const { id } = await story.begun('pro');
    const tag = (await story.api.rest('GET', `/subscriptions/${id}`)).headers.get('etag');
    await story.jump('2026-04-11');
    await expectOk(story.ask('pro', { billingPeriod: 'MONTHLY' }));
    expect((await story.api.rest('GET', `/subscriptions/${id}`)).headers.get('etag')).toBe(tag);
    expect(await story.told(id)).toEqual([['subscription.created', begin]]);
  });

  it.each<[named: string, how: string, again: (id: string) => Promise<RestAnswer>]>([
    ['PATCH', '', (id) => patch(id, { cancellationDate: on('2026-06-01') })],
    ['cancel', ' for that date', (id) => cancel(id, on('2026-06-01'))],
    ['cancel', ' for a later date (X1)', (id) => cancel(id, on('2026-08-01'))],
  ])(
    'X1, X2, catalog C10: the end that is decided, asked for again by %s%s, is no new state',
    async (_n, _h, again) => {
      const { id } = await story.begun('pro');
      const before = await patch(id, { cancellationDate: on('2026-06-01') });
      await story.jump('2026-04-11');
      const answer = await expectOk<Json>(again(id));
      expect(answer).toMatchObject({ id, cancellationDate: on('2026-06-01') });
      const after = await story.api.rest('GET', `/subscriptions/${id}`);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
      expect(await story.told(id)).toHaveLength(2);
    },
  );

  it('D10: is told once, and the log tells both states', async () => {
    const { id } = await story.begun('pro');
    await patched(id, { metadata: { team: 'red' } });
    expect(await story.told(id)).toEqual([
      ['subscription.created', begin],
      ['subscription.updated', begin],
    ]);
    const log = await expectPage<Json>(
      story.api.rest('GET', `/activity?entityId=${id}&type=subscription.updated`),
    );
    expect(log.data).toMatchObject([{ before: { metadata: {} }, after: { metadata: { team: 'red' } } }]);
  });

  it('entitlements-usage H1: what changes no terms begins no window anew', async () => {
    await expectOk(
      story.api.rest('PATCH', '/products/main', { usageResetCutoffRule: { behavior: 'ALWAYS_RESET' } }),
    );
    const { id } = await story.begun('pro');
    await expectOk(report(story.api, 'ada', 'calls', 5));
    await story.to('2026-04-11');
    await patched(id, { metadata: { team: 'red' }, cancellationDate: on('2026-06-01') });
    expect(await story.check()).toMatchObject({ currentUsage: 5 });
    await patched(id, { billingCycleAnchor: 'NOW' });
    expect(await story.check()).toMatchObject({ currentUsage: 0, usagePeriodAnchor: on('2026-04-11') });
  });

  it('B4: billingCycleAnchor NOW begins a new cycle', async () => {
    const { id } = await story.begun('pro');
    await story.to('2026-04-20');
    expect(await patched(id, { billingCycleAnchor: 'NOW' })).toMatchObject({
      ...{ billingCycleAnchor: on('2026-04-20') },
      ...{ currentBillingPeriodStart: on('2026-04-20'), currentBillingPeriodEnd: on('2026-05-20') },
    });
  });

  it('B1, B4: NOW is the start of what has not started, and the end of a trial', async () => {
    await expectOk(story.api.rest('PATCH', '/environment-settings', { billingAnchor: 'START_OF_THE_MONTH' }));
    const later = await story.begun('pro', { startDate: on('2026-04-20') });
    expect(later.subscription).toMatchObject({ billingCycleAnchor: on('2026-05-01') });
    expect(await patched(later.id, { billingCycleAnchor: 'NOW' })).toMatchObject({
      billingCycleAnchor: on('2026-04-20'),
    });
    const tried = await story.begun('tried');
    expect(await patched(tried.id, { billingCycleAnchor: 'NOW' })).toMatchObject({
      billingCycleAnchor: on('2026-04-24'),
    });
    await story.to('2026-04-20');
    expect(await story.get(later.id)).toMatchObject({
      ...{ currentBillingPeriodStart: on('2026-04-20'), currentBillingPeriodEnd: on('2026-05-20') },
    });
  });

  it('X4, Q5: an end is decided, moved and taken back', async () => {
    const { id } = await story.begun('pro');
    expect(await patched(id, { cancellationDate: on('2026-04-20') })).toMatchObject({
      cancellationDate: on('2026-04-20'),
    });
    expect(await patched(id, { cancellationDate: on('2026-04-25') })).toMatchObject({
      effectiveEndDate: on('2026-04-25'),
    });
    await story.to('2026-04-22');
    expect(await patched(id, { cancellationDate: null })).toMatchObject({
      status: 'ACTIVE',
      cancellationDate: null,
      effectiveEndDate: null,
    });
    await story.to('2026-06-01');
    expect(await story.get(id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('X4: with the end the access that was revoked comes back', async () => {
    const { id } = await story.begun('pro');
    const body = { cancellationTime: 'END_OF_BILLING_PERIOD', cancellationAction: 'REVOKE_ENTITLEMENTS' };
    await expectOk(story.cancel(id, body));
    expect(await story.check()).toMatchObject({ isGranted: false });
    await patched(id, { cancellationDate: null });
    expect(await story.limit()).toBe(1000);
  });

  it.each([
    ['InvalidCancellationDate', 'pro', { cancellationDate: on('2026-04-10') }],
    ['TrialMustBeCancelledImmediately', 'tried', { cancellationDate: on('2026-04-20') }],
    ['InvalidSubscriptionStatus', 'pro', { trialEndDate: on('2026-04-20') }],
    ['UnsupportedParameter', 'free', { billingCycleAnchor: 'NOW' }],
    ['PromotionCodeNotFound', 'pro', { promotionCode: 'x' }],
    ['UnsupportedParameter', 'free', { budget: { limit: 1, hasSoftLimit: false } }],
    ['BadUserInput', 'pro', { budget: { limit: 0.001, hasSoftLimit: false } }],
    ['BadUserInput', 'pro', { planId: 'basic' }],
    ['BadUserInput', 'pro', { billingPeriod: 'ANNUALLY' }],
    ['AddonNotFound', 'pro', { addons: [{ id: 'nothing', quantity: 1 }] }],
  ] as const)('D1: %s on %s for %j changes nothing', async (code, planId, body) => {
    const { id, subscription } = await story.begun(planId);
    expect(await patch(id, body)).toRefuse(code);
    expect(await story.get(id)).toMatchObject({ ...subscription });
  });

  it('S7: SubscriptionAlreadyCanceledOrExpired for what has ended, SubscriptionNotFound for what is not there', async () => {
    const { id } = await story.begun('pro');
    await expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE' }));
    expect(await patch(id, { metadata: { team: 'red' } })).toRefuse('SubscriptionAlreadyCanceledOrExpired');
    expect(await patch('nothing', { metadata: {} })).toRefuse('SubscriptionNotFound');
    expect(await app.b.api.rest('PATCH', `/subscriptions/${id}`, { metadata: {} })).toRefuse(
      'SubscriptionNotFound',
    );
  });

  describe('of trials', () => {
    it('T5: the end is moved, and told again where it is soon', async () => {
      const { id } = await story.begun('tried');
      expect(await patched(id, { trialEndDate: on('2026-05-01') })).toMatchObject({
        ...{ status: 'IN_TRIAL', trialEndDate: on('2026-05-01'), billingCycleAnchor: on('2026-05-01') },
      });
      await story.to('2026-05-01');
      expect((await story.told(id)).slice(-3)).toEqual([
        ['trial.ends_soon', on('2026-04-24')],
        ['subscription.updated', on('2026-05-01')],
        ['trial.converted', on('2026-05-01')],
      ]);
      expect(await story.get(id)).toMatchObject({ currentBillingPeriodStart: on('2026-05-01') });
    });

    it('T5: an end gone by ends the trial now, as its behavior says', async () => {
      const { id } = await story.begun('tried');
      await story.to('2026-04-12');
      expect(await patched(id, { trialEndDate: on('2026-04-11') })).toMatchObject({
        ...{ status: 'ACTIVE', trialEndDate: on('2026-04-12'), currentBillingPeriodStart: on('2026-04-12') },
      });
      const other = await story.begun('ending');
      expect(await patched(other.id, { trialEndDate: on('2026-04-01') })).toMatchObject({
        status: 'EXPIRED',
      });
    });

    it('T5, V4: what was bought to follow the trial follows it still', async () => {
      const { id } = await story.begun('tried');
      const { id: bought } = await story.begun('pro');
      await patched(id, { trialEndDate: on('2026-04-16') });
      expect(await story.get(bought)).toMatchObject({ status: 'NOT_STARTED', startDate: on('2026-04-16') });
      await story.to('2026-04-16');
      expect(await story.all()).toEqual([
        ['tried', 'CANCELED', 'TRIAL_CONVERTED'],
        ['pro', 'ACTIVE', null],
      ]);
      expect(await story.get(bought)).toMatchObject({ currentBillingPeriodStart: on('2026-04-16') });
    });
  });

  it('D1: through GraphQL too', async () => {
    const { id } = await story.begun('pro');
    const mutation = `mutation($input: UpdateSubscriptionInput!) { updateSubscription(id: "${id}", input: $input) ${everyField(app, 'Subscription')} }`;
    const input = { metadata: { team: 'red' }, cancellationDate: on('2026-05-01') };
    const told = await expectOk<Json>(story.api.graphql(mutation, { input }));
    expect(told).toMatchObject({ cancellationDate: on('2026-05-01'), metadata: { team: 'red' } });
    expect(await story.api.graphql(mutation, { input: { cancellationDate: begin } })).toRefuse(
      'InvalidCancellationDate',
    );
  });

  it('S7: what has not started is changed before it starts', async () => {
    const { id } = await story.begun('pro', { startDate: on('2026-04-20') });
    expect(
      await patched(id, { cancellationDate: on('2026-05-01'), metadata: { team: 'red' } }),
    ).toMatchObject({
      ...{ status: 'NOT_STARTED', cancellationDate: on('2026-05-01') },
    });
    expect(await patch(id, { cancellationDate: on('2026-04-15') })).toRefuse('InvalidCancellationDate');
  });

  it('V11: of many that change one at once none is lost', async () => {
    const { id } = await story.begun('pro');
    const keys = Array.from({ length: 12 }, (_, index) => `key${index}`);
    await Promise.all(keys.map((key) => patched(id, { metadata: { [key]: 'here' } })));
    const { metadata } = await story.get(id);
    expect(Object.keys(metadata as object).sort()).toEqual([...keys].sort());
  });
});
