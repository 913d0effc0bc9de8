import { Answers } from '#libs/messaging/extensions';
import { invoicePaid } from '#modules/customers/promotion-codes';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { untilDecided } from '../support/contract-deals';
import { storyForEach } from '../support/story-for-each';
import { CouponStory, toldCoupons } from '../support/coupon-story';
import { usd } from '../support/priced-plans';
import { on } from '../support/subscription-lives';

// Domain: customers-subscriptions

const by = (promotionCode: string): Json => ({ appliedCoupon: { promotionCode } });

describe('promotion codes, redeemed by subscriptions', () => {
  let app: TestApp;
  let story: CouponStory;
  /** Customers of whom the module that keeps invoices says that they have paid one. */
  const payers = new Set<string>();

  class Payments {
    @Answers(invoicePaid)
    async hasPaid({ customerUid }: typeof invoicePaid.facts): Promise<boolean[]> {
      return [payers.has(customerUid)];
    }
  }

  storyForEach(
    CouponStory,
    (begun) => ({ app, story } = begun),
    () => createTestApp({ providers: [Payments] }),
  );

  const buy = (customerId: string, more: Json, planId = 'pro') =>
    story.api.rest('POST', '/subscriptions', { customerId, planId, ...more });

  it('N6: in any letter case it gives its coupon and is counted, and the log tells it', async () => {
    await story.code('Spring', { couponId: 'twenty' });
    const { subscription, id } = await story.begun('pro', by('SPRING'));
    expect(toldCoupons(subscription)).toEqual([['twenty', 'ACTIVE']]);
    expect(await story.redeemed('spring')).toBe(1);
    const log = await expectOk<Json[]>(story.api.rest('GET', '/activity?entityType=PROMOTION_CODE'));
    expect(log.map(({ type }) => type)).toContain('promotion_code.redeemed');
    expect(await story.patch(id, { promotionCode: 'spring' })).toRefuse('CustomerAlreadyUsesCouponError');
    expect(await story.redeemed('spring')).toBe(1);
  });

  describe('N6: the checks, each before the next', () => {
    it('N6: by both requests, and nothing is changed or counted', async () => {
      await createCustomer(story.api, 'bob');
      // Each fails its own check and all that come after it.
      const late = { minimumAmount: usd(1000), firstPurchaseOnly: true };
      const used = { ...late, maxRedemptions: 1 };
      await story.code('archived', { ...used, customerId: 'bob' });
      await story.code('theirs', { ...used, customerId: 'bob' });
      await story.code('used', used);
      await story.code('large', late);
      await story.code('first', { firstPurchaseOnly: true });
      await expectOk(story.api.rest('POST', '/promotion-codes/archived/archive'));
      await app.dataSource.query(`update promotion_code set times_redeemed = 1 where id = 'used'`);
      const [ada] = await app.dataSource.query<{ uid: string }[]>(
        `select uid from customer where environment_id = $1 and id = 'ada'`,
        [story.place.environmentId],
      );
      payers.add(ada?.uid as string);
      const { id } = await story.begun('basic');
      for (const [code, refusal] of [
        ['nobody', 'PromotionCodeNotFound'],
        ['archived', 'PromotionCodeNotActive'],
        ['theirs', 'PromotionCodeNotForCustomer'],
        ['used', 'PromotionCodeMaxRedemptionsReached'],
        ['large', 'PromotionCodeMinimumAmountNotReached'],
        ['first', 'PromotionCodeCustomerNotFirstPurchase'],
      ] as const) {
        expect(await story.ask('pro', by(code))).toRefuse(refusal);
        expect(await story.patch(id, { promotionCode: code })).toRefuse(refusal);
        if (code !== 'nobody') expect(await story.redeemed(code)).toBe(code === 'used' ? 1 : 0);
      }
      expect(await story.all()).toEqual([['basic', 'ACTIVE', null]]);
      expect(await story.held(id)).toEqual([]);
    });

    it('N1, N6: with an archived coupon it is not active, and what was given stays', async () => {
      await story.code('spring');
      const { id } = await story.begun('pro', by('spring'));
      await story.archive('ten');
      await createCustomer(story.api, 'bob');
      expect(await buy('bob', by('spring'))).toRefuse('PromotionCodeNotActive', /coupon is archived/);
      expect(await story.held(id)).toEqual([['ten', 'ACTIVE']]);
    });

    it('N6: the bill that comes again must reach the minimum, in its currency', async () => {
      await story.code('of-19', { minimumAmount: usd(19) });
      await story.code('of-20', { minimumAmount: usd(20) });
      await story.code('euros', { minimumAmount: { amount: 1, currency: 'eur' } });
      for (const code of ['of-20', 'euros'])
        expect(await story.ask('basic', by(code))).toRefuse('PromotionCodeMinimumAmountNotReached');
      expect(await story.ask('free', by('of-19'))).toRefuse('PromotionCodeMinimumAmountNotReached');
      await story.begun('basic', by('of-19'));
      expect(await story.redeemed('of-19')).toBe(1);
      // What is asked for counts, not what runs.
      await createCustomer(story.api, 'bob');
      await expectOk(buy('bob', {}, 'basic'));
      await expectOk(buy('bob', by('of-20')));
    });

    it('N6: of a trial and of a start to come it is the bill that will come', async () => {
      await story.code('of-29', { minimumAmount: usd(29) });
      await story.begun('tried', by('of-29'));
      await createCustomer(story.api, 'bob');
      await expectOk(buy('bob', { ...by('of-29'), startDate: on('2026-05-01') }));
      expect(await story.redeemed('of-29')).toBe(2);
    });
  });

  it('B-06, N6: 64 at once, and no more get it than may', async () => {
    await story.code('contested', { maxRedemptions: 20 });
    const customers = Array.from({ length: 64 }, (_, number) => `buyer-${number}`);
    for (const id of customers) await createCustomer(story.api, id);
    const answers = await Promise.all(
      customers.map((customerId) => untilDecided(() => buy(customerId, by('contested')))),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toRefuse('PromotionCodeMaxRedemptionsReached', /20 of 20/);
    expect(await story.redeemed('contested')).toBe(20);
    const [held] = await app.dataSource.query<{ count: number }[]>(
      `select count(*)::int as count from subscription
        where environment_id = $1 and coupons @> '[{"promotionCode": "contested"}]'`,
      [story.place.environmentId],
    );
    expect(held?.count).toBe(20);
  });

  describe('N6: given back', () => {
    it('N6: with the request, where something else of it fails', async () => {
      await story.code('once', { maxRedemptions: 1 });
      const subscriptions = [
        { newSubscription: { customerId: 'ada', planId: 'pro', ...by('once') } },
        { existingSubscriptionId: 'nobody' },
      ];
      const body = { customerId: 'ada', contractId: 'deal', subscriptions };
      expect(await story.api.rest('POST', '/contracts', body)).toRefuse('SubscriptionNotFound');
      expect(await story.redeemed('once')).toBe(0);
      expect(await story.all()).toEqual([]);
      await expectOk(
        story.api.rest('POST', '/contracts', { ...body, subscriptions: subscriptions.slice(0, 1) }),
      );
      expect(await story.redeemed('once')).toBe(1);
    });

    it('N6: where the subscription ends before its start, and not afterwards', async () => {
      await story.code('once', { maxRedemptions: 1 });
      const { id } = await story.begun('pro', { ...by('once'), startDate: on('2026-05-01') });
      expect(await story.redeemed('once')).toBe(1);
      // A later one of the place cancels it, and may use the code that it gives back.
      const next = await story.begun('basic', { ...by('once'), startDate: on('2026-06-01') });
      expect(await story.get(id)).toMatchObject({ status: 'CANCELED' });
      expect(await story.redeemed('once')).toBe(1);
      await expectOk(story.cancel(next.id));
      expect(await story.redeemed('once')).toBe(0);
      const running = await story.begun('pro', by('once'));
      await expectOk(story.cancel(running.id, { cancellationTime: 'IMMEDIATE' }));
      expect(await story.redeemed('once')).toBe(1);
    });
  });
});
