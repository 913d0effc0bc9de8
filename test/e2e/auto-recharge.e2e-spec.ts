import type { Json } from '../support/catalog';
import { eventually } from '../support/eventually';
import { monthly } from '../support/priced-plans';
import { RechargeStory } from '../support/recharge-story';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

const none: Json = { paymentCollectionMethod: 'NONE' };

describe('wallets that are recharged', () => {
  let story: RechargeStory;

  storyForEach(RechargeStory, (begun) => ({ story } = begun));

  describe('as they are worked out', () => {
    beforeEach(() => story.subscribed());

    it('A8, A2, A3, A6: 21, of which 2 are used: 19 are left, and 31 are bought for 3.10', async () => {
      await story.give(21);
      await story.said();
      await story.useUp(2);
      expect(await story.attempted()).toEqual([
        {
          ...{ status: 'SUCCEEDED', ledgerSeq: 2, amount: 31, reason: null, failures: 0 },
          ...{ cost: { amount: 3.1, currency: 'usd' }, creditGrantId: (await story.bought())[0]?.['id'] },
        },
      ]);
      expect(await story.bought()).toMatchObject([
        {
          ...{ amount: 31, cost: { amount: 3.1, currency: 'usd' }, grantType: 'PAID', priority: 10 },
          ...{ status: 'ACTIVE', effectiveAt: '2026-04-10T00:00:00.000Z' },
          ...{ expireAt: '2027-04-10T00:00:00.000Z', latestInvoice: { status: 'PAID', total: 3.1 } },
          comment: 'The balance fell with entry 2 of the ledger',
        },
      ]);
      expect(await story.balance()).toBe(50);
      expect((await story.bills()).at(-1)).toEqual(['2026-04-10', 'PAID', 3.1, 0]);
    });

    it('A8, A2: 22, of which 2 are used: at the threshold nothing is bought', async () => {
      await story.give(22);
      await story.said();
      await story.useUp(2);
      expect([await story.purchases(), await story.balance()]).toEqual([[], 20]);
    });

    it('A8, A3, N5: at -15 there are 65 bought for 6.50, which settle what is owed', async () => {
      await story.give(21);
      await story.said();
      await story.useUp(36);
      expect(await story.purchases()).toEqual([[65, 6.5, 'ACTIVE']]);
      expect(await story.balance()).toBe(50);
      expect((await story.bought())[0]).toMatchObject({ consumedAmount: 15 });
      expect(await story.proof()).toMatchObject({ holds: true });
    });

    it('A8, A4: of a cap of 10 there are 8 spent, and 3.10 would be: refused, disabled, and both told', async () => {
      await story.said({ thresholdValue: 20, targetBalance: 80, maxSpendLimit: 10 });
      await story.work();
      expect(await story.purchases()).toEqual([[80, 8, 'ACTIVE']]);
      await story.said({ targetBalance: 50, maxSpendLimit: 10 });
      await story.useUp(61);
      expect(await story.purchases()).toHaveLength(1);
      expect(await story.recharge()).toMatchObject({ isEnabled: false });
      expect((await story.events()).slice(-2)).toMatchObject([
        {
          type: 'limit_exceeded',
          outcome: { percent: 100, spent: 8, maxSpendLimit: 10, refusedCost: 3.1 },
        },
        {
          ...{ type: 'configuration.changed', autoRecharge: await story.recharge() },
          outcome: { isEnabled: false, reason: 'MAX_SPEND_LIMIT' },
        },
      ]);
      await story.useUp(5);
      expect(await story.purchases()).toHaveLength(1);
    });
  });

  describe('when', () => {
    beforeEach(() => story.subscribed());

    it('A2: enabled, a wallet that holds less already is recharged; one that was never used, too', async () => {
      await story.said({ isEnabled: false });
      await story.work();
      expect(await story.purchases()).toEqual([]);
      await story.said();
      await story.work();
      expect(await story.purchases()).toEqual([[50, 5, 'ACTIVE']]);
      expect((await story.attempted())[0]).toMatchObject({ ledgerSeq: 0 });
      await story.said();
      await story.work();
      expect(await story.purchases()).toHaveLength(1);
    });

    it('A2, N11: what expires calls for none, the next consumption does', async () => {
      await story.give(30, { expireAt: '2026-04-12T00:00:00.000Z' });
      await story.give(10);
      await story.said();
      await story.to('2026-04-13');
      await story.work();
      expect(await story.purchases()).toEqual([]);
      await story.useUp(1);
      expect(await story.purchases()).toEqual([[41, 4.1, 'ACTIVE']]);
    });

    it('A2: a balance that is there by then is enough', async () => {
      await story.give(21);
      await story.said();
      await story.use(2);
      await story.give(10);
      await story.work();
      expect([await story.purchases(), await story.attempted()]).toEqual([[], []]);
      await story.useUp(10);
      expect(await story.purchases()).toEqual([[31, 3.1, 'ACTIVE']]);
    });

    it('A1: the wallet of a resource is never recharged', async () => {
      await story.give(30);
      await story.give(5, { resourceId: 'site' });
      await story.said();
      await story.work();
      expect(await story.purchases()).toEqual([]);
    });

    it('A2, A3: a threshold of money is worth so many credits at the price', async () => {
      await story.give(21);
      await story.said({ thresholdType: 'DOLLAR_AMOUNT', thresholdValue: 2 });
      await story.useUp(1);
      expect(await story.purchases()).toEqual([]);
      await story.useUp(1);
      expect(await story.purchases()).toEqual([[31, 3.1, 'ACTIVE']]);
    });

    it('A2: and of others once there is another price', async () => {
      await story.give(100);
      await story.said({ thresholdType: 'DOLLAR_AMOUNT', thresholdValue: 2, targetBalance: 200 });
      await story.sellTopUps('cheap', monthly(0.02));
      await story.subscribed({}, 'cheap');
      // Two dollars are 100 credits now.
      await eventually(async () => expect(await story.rechargedBelow()).toBe(100));
      await story.useUp(1);
      expect(await story.purchases()).toEqual([[101, 2.02, 'ACTIVE']]);
    });

    it('A3: of blocks that are begun all is paid, and what is lacking is bought', async () => {
      await story.sellTopUps('blocks', monthly(2, { blockSize: 25 }));
      await story.subscribed({}, 'blocks');
      await story.give(21);
      await story.said();
      await story.useUp(2);
      expect(await story.purchases()).toEqual([[31, 4, 'ACTIVE']]);
    });

    it('A6: for a month, where that was said', async () => {
      await story.said({ grantExpirationPeriod: '1_MONTH' });
      await story.work();
      expect(await story.bought()).toMatchObject([{ expireAt: '2026-05-10T00:00:00.000Z' }]);
    });

    it('A7, A6: paid elsewhere they are there at once, and nothing is billed', async () => {
      const before = await story.bills();
      await story.said(none);
      await story.work();
      expect(await story.purchases()).toEqual([[50, 5, 'ACTIVE']]);
      expect(await story.bills()).toEqual(before);
      expect(await story.types()).toEqual(['configuration.changed', 'operation.attempted']);
    });
  });

  describe('up to a cap', () => {
    beforeEach(() => story.subscribed());

    it('A4: 80, 90 and 100 per cent are told once each, by the recharge that reaches them', async () => {
      await story.said({ ...none, maxSpendLimit: 10 });
      await story.work();
      expect(await story.types()).toEqual(['configuration.changed', 'operation.attempted']);
      await story.useUp(40);
      const percents = async () =>
        (await story.events())
          .filter(({ type }) => type === 'limit_exceeded')
          .map(({ outcome }) => [outcome['percent'], outcome['spent'], outcome['refusedCost']]);
      expect(await percents()).toEqual([
        [80, 9, null],
        [90, 9, null],
      ]);
      await story.said({ ...none, targetBalance: 29, maxSpendLimit: 10 });
      await story.useUp(31);
      expect(await percents()).toEqual([
        [80, 9, null],
        [90, 9, null],
        [100, 10, null],
      ]);
      expect(await story.recharge()).toMatchObject({ isEnabled: true });
    });

    it('A4: by the calendar month of UTC, in which it begins', async () => {
      await story.said({ ...none, maxSpendLimit: 5 });
      await story.work();
      await story.at('2026-04-30T23:59:59.000Z');
      await story.useUp(40);
      expect(await story.recharge()).toMatchObject({ isEnabled: false });
      await story.at('2026-05-01T00:00:00.000Z');
      await story.said({ ...none, maxSpendLimit: 5 });
      await story.work();
      expect(await story.purchases()).toEqual([
        [40, 4, 'ACTIVE'],
        [50, 5, 'ACTIVE'],
      ]);
    });

    it('A4: what did not come is not spent', async () => {
      await story.payBy('declines');
      await story.said({ maxSpendLimit: 6 });
      await story.work();
      await story.payBy('pays');
      await story.useUp(1);
      expect(await story.purchases()).toEqual([
        [51, 5.1, 'ACTIVE'],
        [50, 5, 'VOIDED'],
      ]);
    });
  });
});
