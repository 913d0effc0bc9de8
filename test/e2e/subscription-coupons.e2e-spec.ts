import type { TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage } from '../support/client';
import { applied, CouponStory, toldCoupons } from '../support/coupon-story';
import { eventsAbout } from '../support/events';
import { everyField } from '../support/graphql-selection';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';

// Domain: customers-subscriptions

describe('coupons of subscriptions', () => {
  let app: TestApp;
  let story: CouponStory;

  storyForEach(CouponStory, (begun) => ({ app, story } = begun));

  const listed = async (): Promise<unknown[]> =>
    (await expectPage(story.api.rest('GET', '/coupons'))).data.map(({ id }) => id);

  describe('N3: given with a plan', () => {
    it('N3, S1: a coupon of the catalog is told by every read, the log and the event', async () => {
      const { id, subscription } = await story.begun('basic', applied('ten'));
      const coupon = { id: 'ten', name: 'Coupon ten', status: 'ACTIVE', percentOff: 10, amountsOff: null };
      const whole = { ...coupon, startDate: on('2026-04-10'), endDate: null };
      expect(subscription['coupons']).toEqual([whole]);
      expect((await story.get(id))['coupons']).toEqual([whole]);
      const { data } = await expectPage<Json>(story.api.rest('GET', '/subscriptions?customerId=ada'));
      expect(data[0]?.['coupons']).toEqual([whole]);
      const [event] = await eventsAbout(app, id);
      expect(event).toMatchObject({
        type: 'subscription.created',
        payload: { subscription: { coupons: [coupon] } },
      });
    });

    it('N3, N5: fixed amounts are told by their currencies', async () => {
      const { subscription } = await story.begun('basic', applied('fixed'));
      expect(subscription['coupons']).toMatchObject([
        { percentOff: null, amountsOff: [{ amount: 5, currency: 'usd' }] },
      ]);
    });

    it('N3: over GraphQL, and by PATCH, where an event tells it', async () => {
      const document = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id subscription ${everyField(app, 'Subscription')} } }`;
      const input = { customerId: 'ada', planId: 'basic', ...applied('ten') };
      const { id, subscription } = await expectOk<{ id: string; subscription: Json }>(
        story.api.graphql(document, { input }),
      );
      expect(subscription['coupons']).toEqual((await story.get(id))['coupons']);
      const change = `mutation($id: String!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { coupons { id status } } }`;
      const told = await expectOk<Json>(story.api.graphql(change, { id, input: applied('twenty') }));
      expect(toldCoupons(told)).toEqual([
        ['ten', 'REMOVED'],
        ['twenty', 'ACTIVE'],
      ]);
      expect((await eventsAbout(app, id)).map(({ type }) => type)).toEqual([
        'subscription.created',
        'subscription.updated',
      ]);
      expect(await story.api.graphql(change, { id, input: applied('twenty') })).toRefuse(
        'CustomerAlreadyUsesCouponError',
      );
    });

    it('N3: a discount of its own makes a coupon that no list tells', async () => {
      const discount = { name: 'For Ada', percentOff: 15, durationInMonths: 3 };
      const { subscription } = await story.begun('basic', { appliedCoupon: { discount } });
      const [coupon] = subscription['coupons'] as Json[];
      expect(coupon).toMatchObject({ name: 'For Ada', percentOff: 15, endDate: on('2026-07-10') });
      expect(await listed()).toEqual(['short', 'fixed', 'twenty', 'ten']);
      const own = await expectOk<Json>(story.api.rest('GET', `/coupons/${String(coupon?.['id'])}`));
      expect(own).toMatchObject({ source: 'SERVICE_ADHOC', name: 'For Ada', durationInMonths: 3 });
      const exported = await expectOk<{ coupons: Json[] }>(story.api.rest('GET', '/catalog/export'));
      expect(new Set(exported.coupons.map(({ id }) => id))).toEqual(
        new Set(['fixed', 'short', 'ten', 'twenty']),
      );
    });

    it('N3: such a coupon is of that subscription alone', async () => {
      const { subscription } = await story.begun('basic', { appliedCoupon: { discount: { percentOff: 5 } } });
      const [coupon] = subscription['coupons'] as Json[];
      expect(coupon).toMatchObject({ name: 'Discount' });
      const couponId = String(coupon?.['id']);
      await createCustomer(story.api, 'bob');
      const refused = [
        story.api.rest('POST', '/subscriptions', {
          customerId: 'bob',
          planId: 'basic',
          ...applied(couponId),
        }),
        story.api.rest('PATCH', '/customers/bob', { couponId }),
        story.api.rest('POST', '/promotion-codes', { id: 'p', couponId }),
      ];
      for (const answer of refused)
        expect(await answer).toRefuse('BadUserInput', /made for one subscription/);
    });

    it.each<[string, Json, Parameters<jest.Matchers<void>['toRefuse']>]>([
      ['no coupon', {}, ['BadUserInput', /exactly one/]],
      ['two', { couponId: 'ten', promotionCode: 'x' }, ['BadUserInput', /exactly one/]],
      ['an unknown one', { couponId: 'nobody' }, ['CouponNotFound']],
      ['an unknown code', { promotionCode: 'nobody' }, ['PromotionCodeNotFound']],
      ['an empty code', { promotionCode: '' }, ['BadUserInput', /appliedCoupon\.promotionCode/]],
      ['an id of a provider', { billingCouponId: 'b' }, ['UnsupportedParameter', /billingCouponId/]],
      ['nothing off', { discount: { name: 'x' } }, ['BadUserInput', /percentOff or amountsOff/]],
      ['half a percent', { discount: { percentOff: 1.5 } }, ['BadUserInput', /whole number/]],
      [
        'half a month',
        { discount: { percentOff: 1, durationInMonths: 1.5 } },
        ['BadUserInput', /durationInMonths/],
      ],
      ['too much off', { discount: { amountsOff: [{ amount: 1e9, currency: 'usd' }] } }, ['AmountTooLarge']],
      ['what nobody knows', { couponId: 'ten', more: 1 }, ['BadUserInput', /more/]],
    ])('N3: %s is refused by both and changes nothing', async (_name, appliedCoupon, refusal) => {
      expect(await story.ask('basic', { appliedCoupon })).toRefuse(...refusal);
      expect(await story.all()).toEqual([]);
      const { id } = await story.begun('pro');
      expect(await story.patch(id, { appliedCoupon, metadata: { a: '1' } })).toRefuse(...refusal);
      expect(await story.get(id)).toMatchObject({ coupons: [], metadata: {} });
      expect(await eventsAbout(app, id)).toHaveLength(1);
    });
  });

  describe('N3: PATCH', () => {
    it('N3, D2: takes it in three places, and at once whatever waits', async () => {
      const { id } = await story.begun('pro');
      await story.code('SPRING', { couponId: 'twenty' });
      expect(toldCoupons(await story.patched(id, applied('ten')))).toEqual([['ten', 'ACTIVE']]);
      const code = { promotionCode: 'spring', scheduleStrategy: 'END_OF_BILLING_PERIOD' };
      expect(toldCoupons(await story.patched(id, code)).at(-1)).toEqual(['twenty', 'ACTIVE']);
      const billed = { billingInformation: { couponId: 'fixed' } };
      expect(toldCoupons(await story.patched(id, billed))).toEqual([
        ['ten', 'REMOVED'],
        ['twenty', 'REMOVED'],
        ['fixed', 'ACTIVE'],
      ]);
      expect((await story.get(id))['futureUpdates']).toEqual([]);
    });

    it('N3: BadUserInput for more than one place, and for an empty promotionCode', async () => {
      const { id } = await story.begun('pro');
      const both = { ...applied('ten'), billingInformation: { couponId: 'twenty' } };
      expect(await story.patch(id, both)).toRefuse('BadUserInput', /send one of them/);
      expect(await story.patch(id, { ...applied('ten'), promotionCode: 'x' })).toRefuse('BadUserInput');
      expect(await story.patch(id, { promotionCode: '' })).toRefuse('BadUserInput', /^promotionCode/);
      expect(await story.patch('nobody', { promotionCode: '' })).toRefuse('BadUserInput');
      expect(await story.held(id)).toEqual([]);
    });

    it('N3, V13: the rest of billingInformation means nothing under NONE, unless it asks for nothing', async () => {
      const { id } = await story.begun('pro');
      const billingInformation = { couponId: 'ten', taxIds: [], metadata: {}, integrationId: '' };
      expect(toldCoupons(await story.patched(id, { billingInformation }))).toEqual([['ten', 'ACTIVE']]);
      expect(await story.patched(id, { billingInformation: null })).toMatchObject({ id });
      for (const [field, value] of [
        ['taxPercentage', 5],
        ['billingAddress', { line1: 'Kade 1', city: 'Bremen', postalCode: '28195', country: 'DE' }],
        ['prorationBehavior', 'NONE'],
      ] as const)
        expect(await story.patch(id, { billingInformation: { [field]: value } })).toRefuse(
          'UnsupportedParameter',
          new RegExp(`^billingInformation\\.${field}`),
        );
      expect(await story.ask('basic', { billingInformation: { couponId: 'ten' } })).toRefuse(
        'BadUserInput',
        /billingInformation.*couponId/,
      );
    });

    it('S7: what has ended takes none', async () => {
      const id = await story.bought('pro', 'ten');
      await expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE' }));
      expect(await story.patch(id, applied('twenty'))).toRefuse('SubscriptionAlreadyCanceledOrExpired');
    });
  });

  describe('N2: one at a time', () => {
    it('N2: CustomerAlreadyUsesCouponError for the one that is active, whoever asks', async () => {
      const id = await story.bought('pro', 'ten');
      expect(await story.patch(id, applied('ten'))).toRefuse('CustomerAlreadyUsesCouponError', /ten/);
      expect(await story.ask('pro', applied('ten'))).toRefuse('CustomerAlreadyUsesCouponError');
      expect(await story.held(id)).toEqual([['ten', 'ACTIVE']]);
      await story.patched(id, applied('twenty'));
      expect(toldCoupons(await story.patched(id, applied('ten')))).toEqual([
        ['ten', 'REMOVED'],
        ['twenty', 'REMOVED'],
        ['ten', 'ACTIVE'],
      ]);
    });

    it('V5, N2: the same plan again gives it to the subscription that runs', async () => {
      const id = await story.bought('pro', 'ten');
      const again = await story.begun('pro', applied('twenty'));
      expect(again.id).toBe(id);
      expect(toldCoupons(again.subscription)).toEqual([
        ['ten', 'REMOVED'],
        ['twenty', 'ACTIVE'],
      ]);
    });

    it('N1: an archived one is given to nobody new, and whoever has it keeps it', async () => {
      const id = await story.bought('pro', 'ten');
      await story.archive('ten');
      await createCustomer(story.api, 'bob');
      const bob = { customerId: 'bob', planId: 'pro' };
      expect(await story.api.rest('POST', '/subscriptions', { ...bob, ...applied('ten') })).toRefuse(
        'ArchivedCouponCantBeApplied',
      );
      expect(await story.held(id)).toEqual([['ten', 'ACTIVE']]);
      await story.to('2026-06-10');
      expect(await story.held(id)).toEqual([['ten', 'ACTIVE']]);
      const pro = await story.begun('agreed');
      expect(toldCoupons(pro.subscription)).toEqual([['ten', 'ACTIVE']]);
      expect(await expectOk(story.api.rest('GET', '/coupons/ten'))).toMatchObject({ status: 'ARCHIVED' });
    });

    it('V7: FREE and CUSTOM plans hold one too', async () => {
      expect(await story.held(await story.bought('free', 'ten'))).toEqual([['ten', 'ACTIVE']]);
      expect(await story.held((await story.begun('agreed', applied('twenty'))).id)).toEqual([
        ['twenty', 'ACTIVE'],
      ]);
    });
  });
});
