import { createFeature, feature, publishPlan, report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { byUse, FlooredStory, flooredAt } from '../support/floored-story';
import { later, linesOf } from '../support/invoice-story';
import { overageOf } from '../support/priced-plans';
import { storyForEach } from '../support/story-for-each';

// Domain: catalog

const anew: Json = { billingCycleAnchor: 'NOW' };
const atOnce: Json = { scheduleStrategy: 'IMMEDIATE' };
const without: Json = { billingInformation: { prorationBehavior: 'NONE' } };

describe('the minimum spend of a period that begins or ends otherwise than by a renewal', () => {
  let story: FlooredStory;

  storyForEach(FlooredStory, (begun) => ({ story } = begun));

  const follows = (planId: string, more: Json = {}) =>
    story.begun(planId, { billingPeriod: 'MONTHLY', ...more });

  describe('that is over when a change is made which waited for its end', () => {
    it.each([
      ['plain', 'BILLING_PERIOD_CHANGE'],
      ['used', 'BILLING_PERIOD_CHANGE'],
      ['plain', 'NEVER_RESET'],
      ['used', 'NEVER_RESET'],
    ])('R8: a year of %s that goes over to months under %s', async (planId, cutOff) => {
      if (cutOff === 'NEVER_RESET') await story.goesOn();
      const id = await story.runs(planId, { billingPeriod: 'ANNUALLY' });
      await story.patched(id, { billingPeriod: 'MONTHLY' });
      if (planId === 'used') await story.use(300);
      await story.toEnd('2027-04-10');
      const used = planId === 'used' ? [30] : [];
      expect(await story.onDay('2027-04-10')).toEqual([10, ...used, 900 - (used[0] ?? 0)]);
      expect(await story.floors()).toEqual([
        ['Up to the minimum spend of 1000, 2026-04-10 to 2027-04-10', 900 - (used[0] ?? 0)],
      ]);
      await story.toEnd('2027-05-10');
      expect((await story.floors()).at(-1)).toEqual([
        'Up to the minimum spend of 100, 2027-04-10 to 2027-05-10',
        90,
      ]);
      expect(await story.floors()).toHaveLength(2);
    });

    it('R8, customers-subscriptions X5: a migration at its end to other prices of usage and another minimum', async () => {
      const id = await story.runs('used');
      await story.use(100);
      await story.publishAnew('used', flooredAt(10, 200, byUse(0.2)));
      await story.migrated(id, 'END_OF_BILLING_PERIOD');
      await story.toEnd('2026-05-10');
      expect(linesOf(await story.last())).toEqual([
        ['used: Feature requests, 2026-04-10 to 2026-05-10', 10],
        ['Up to the minimum spend of 100, 2026-04-10 to 2026-05-10', 80],
        ['used, 2026-05-10 to 2026-06-10', 10],
      ]);
      await story.use(100);
      await story.toEnd('2026-06-10');
      expect(linesOf(await story.last())).toEqual([
        ['used, 2026-06-10 to 2026-07-10', 10],
        ['used: Feature requests, 2026-05-10 to 2026-06-10', 20],
        ['Up to the minimum spend of 200, 2026-05-10 to 2026-06-10', 170],
      ]);
    });

    it('R8, entitlements-usage H5: a level is billed as it is then, at the prices of before', async () => {
      await createFeature(story.api, 'storage', 'gauge');
      const byLevel = (price: number): Json => flooredAt(10, 100, overageOf('storage', price));
      await publishPlan(story.api, {
        ...{ id: 'stored', productId: 'main', pricingType: null },
        entitlements: [feature('storage', { hasUnlimitedUsage: true })],
        patch: { charges: byLevel(2) },
      });
      const id = await story.runs('stored');
      await expectOk(report(story.api, 'ada', 'storage', 5));
      await story.publishAnew('stored', byLevel(3));
      await story.migrated(id, 'END_OF_BILLING_PERIOD');
      await story.toEnd('2026-05-10');
      expect(await story.onDay('2026-05-10')).toEqual([10, 10, 80]);
      await story.toEnd('2026-06-10');
      expect(await story.onDay('2026-06-10')).toEqual([10, 15, 75]);
    });

    it('R8: a plan that waited for its end', async () => {
      await story.runs('high');
      await story.begun('low', { billingPeriod: 'MONTHLY' });
      await story.toEnd('2026-05-10');
      expect(await story.onDay('2026-05-10')).toEqual([20, 100 - 61 - 15]);
      await story.toEnd('2026-06-10');
      expect(await story.onDay('2026-06-10')).toEqual([20, 60]);
    });
  });

  describe('that another plan takes over', () => {
    // Of 80, less 6.67 that were served of 20; then of 100, less 40.67 and 15 once.
    it.each<[string, Json, number[], number[]]>([
      ['with an invoice at once', {}, [-13.33, 15, 20, 40.67], [11, 61]],
      ['with lines of the next invoice', later, [20], [-13.33, 11, 15, 40.67, 61]],
      ['without proration, which leaves the rest without a minimum', without, [15, 20], [61]],
    ])('R8, customers-subscriptions R3: %s', async (_case, how, then, next) => {
      await story.runs('low');
      await story.to('2026-04-20');
      await follows('high', how);
      await story.toEnd('2026-05-10');
      expect(await story.onDay('2026-04-20')).toEqual(then);
      expect(await story.onDay('2026-05-10')).toEqual(next);
      await story.toEnd('2026-06-10');
      expect(await story.onDay('2026-06-10')).toEqual([39, 61]);
    });

    it('R8, customers-subscriptions R3: a lower one at once is held to its own minimum', async () => {
      await story.runs('highest');
      await story.to('2026-04-20');
      await follows('low', atOnce);
      await story.toEnd('2026-05-10');
      // 40 of 120 less 30 of 90; 53.33 of 80 less 13.33 of 20.
      expect(await story.floors()).toEqual([
        ['Up to the minimum spend of 40, 2026-04-10 to 2026-04-20', 10],
        ['Up to the minimum spend of 53.33, 2026-04-20 to 2026-05-10', 40],
      ]);
    });

    it('R8, entitlements-usage H5: usage counts towards the minimum of the plan under which it was', async () => {
      await story.runs('used');
      await story.use(100);
      await story.to('2026-04-20');
      await follows('used-more');
      await story.use(100);
      await story.toEnd('2026-05-10');
      // 33.33 less 3.33 and 10; 80 less 26.67 and 20.
      expect(await story.floors()).toEqual([
        ['Up to the minimum spend of 33.33, 2026-04-10 to 2026-04-20', 20],
        ['Up to the minimum spend of 80, 2026-04-20 to 2026-05-10', 33.33],
      ]);
    });

    it('R8: each of several is held to its own for its part, also the one that ends within the period', async () => {
      await story.runs('low');
      await story.to('2026-04-16');
      await follows('high');
      await story.to('2026-04-22');
      await follows('highest');
      await story.to('2026-04-28');
      await story.givenBack(await story.idOf('highest'));
      // 6 of 30 days each: 16 less 4; 20 less 12.20 and what is asked once; 24 less 18.
      expect(await story.floors()).toEqual([
        ['Up to the minimum spend of 16, 2026-04-10 to 2026-04-16', 12],
        ['Up to the minimum spend of 24, 2026-04-22 to 2026-04-28', 6],
      ]);
      await story.toEnd('2026-06-10');
      expect(await story.floors()).toHaveLength(2);
    });

    it('R8: what comes back and is due again in the same amount was billed of either', async () => {
      const seats = { billingModel: 'PER_UNIT', featureId: 'seats' };
      const perSeat = {
        ...seats,
        pricePeriods: [{ billingPeriod: 'MONTHLY', price: { amount: 10, currency: 'usd' } }],
      };
      await story.sell('seated', 5, { charges: flooredAt(5, 90, perSeat) });
      await story.sell('seated-more', 15, { charges: flooredAt(15, 120, perSeat) });
      const charges = [{ type: 'FEATURE', id: 'seats', quantity: 3 }];
      await story.runs('seated', { charges });
      await story.to('2026-04-20');
      await follows('seated-more', { charges });
      expect(await story.onDay('2026-04-20')).toEqual([-3.33, 10, 18.33]);
      await story.toEnd('2026-05-10');
      expect((await story.floors()).at(-1)?.[1]).toBe(80 - 30);
    });

    it('R8, customers-subscriptions V6: a start gone by is held to nothing of what is past', async () => {
      await story.to('2026-04-25');
      await story.runs('plain', { startDate: '2026-04-10T00:00:00.000Z' });
      await story.toEnd('2026-05-10');
      expect(await story.onDay('2026-05-10')).toEqual([10]);
      await story.toEnd('2026-06-10');
      expect(await story.onDay('2026-06-10')).toEqual([10, 90]);
    });

    it('R8, customers-subscriptions V6, B4: NOW in a period that is not charged closes nothing', async () => {
      await story.to('2026-04-25');
      const id = await story.runs('plain', { startDate: '2026-04-10T00:00:00.000Z' });
      await story.to('2026-04-28');
      await story.patched(id, anew);
      await story.toEnd('2026-05-28');
      expect(await story.onDay('2026-04-28')).toEqual([10]);
      expect(await story.onDay('2026-05-28')).toEqual([10, 90]);
    });

    it('R8, customers-subscriptions T4: what was tried is held to the minimum from the end of the trial on', async () => {
      const trial = { duration: 14, units: 'DAY', trialEndBehavior: 'CONVERT_TO_PAID' };
      await story.sell('tried-first', 0, { charges: flooredAt(10, 100), defaultTrialConfig: trial });
      await story.runs('tried-first');
      await story.to('2026-04-29');
      await follows('high');
      await story.toEnd('2026-05-24');
      // 5 of 30 days: 16.67 less 1.67; 25 of 30 days: 83.33 less 50.83 and 15.
      expect((await story.floors()).map(([, amount]) => amount)).toEqual([15, 17.5]);
    });
  });

  describe('that another cycle closes', () => {
    it('R8, customers-subscriptions B4: NOW is owed the part that was served, and the new period bears nothing of it', async () => {
      const id = await story.runs('plain');
      await story.to('2026-04-20');
      await story.patched(id, anew);
      expect(await story.onDay('2026-04-20')).toEqual([-6.67, 10, 30]);
      await story.to('2026-04-26');
      await story.patched(id, anew);
      // 6 of 30 days: 20 less 2.
      expect(await story.onDay('2026-04-26')).toEqual([-8, 10, 18]);
      await story.toEnd('2026-05-26');
      expect(await story.onDay('2026-05-26')).toEqual([10, 90]);
      expect((await story.floors()).map(([told]) => told)).toEqual([
        'Up to the minimum spend of 33.33, 2026-04-10 to 2026-04-20',
        'Up to the minimum spend of 20, 2026-04-20 to 2026-04-26',
        'Up to the minimum spend of 100, 2026-04-26 to 2026-05-26',
      ]);
    });

    it.each(['BILLING_PERIOD_CHANGE', 'NEVER_RESET'])(
      'R8, entitlements-usage H5: NOW under %s: usage counts in the part in which it was',
      async (cutOff) => {
        if (cutOff === 'NEVER_RESET') await story.goesOn();
        const id = await story.runs('used');
        await story.use(100);
        await story.to('2026-04-20');
        await story.patched(id, anew);
        await story.use(200);
        await story.toEnd('2026-05-20');
        expect(await story.floors()).toEqual([
          ['Up to the minimum spend of 33.33, 2026-04-10 to 2026-04-20', 20],
          ['Up to the minimum spend of 100, 2026-04-20 to 2026-05-20', 70],
        ]);
      },
    );

    it('R8: what was used at former prices, and waits for the next invoice, counts towards the part', async () => {
      const id = await story.runs('used');
      await story.use(50);
      await story.publishAnew('used', flooredAt(10, 100, byUse(0.2)));
      await story.to('2026-04-15');
      await story.migrated(id, 'IMMEDIATE');
      await story.use(25);
      await story.to('2026-04-20');
      await story.patched(id, anew);
      await story.toEnd('2026-05-20');
      // 33.33 less 3.33, 5 and 5.
      expect((await story.floors()).map(([, amount]) => amount)).toEqual([20, 90]);
    });

    it('R8, customers-subscriptions B1: by the year from within a month', async () => {
      const id = await story.runs('plain');
      await story.to('2026-04-20');
      await story.patched(id, { billingPeriod: 'ANNUALLY' });
      expect(await story.onDay('2026-04-20')).toEqual([-6.67, 30, 97.26]);
      await story.toEnd('2027-04-10');
      // 355 of 365 days of 1,000, which are 972.60.
      expect(await story.onDay('2027-04-10')).toEqual([100, 875.34]);
    });

    it('R8, customers-subscriptions B2, B4: a short first period by the share that a whole one has', async () => {
      const settings = { billingAnchor: 'START_OF_THE_MONTH' };
      await expectOk(story.api.rest('PATCH', '/environment-settings', settings));
      const id = await story.runs('plain');
      await story.to('2026-04-20');
      await story.patched(id, anew);
      // 11 of 30 days come back.
      expect(await story.onDay('2026-04-20')).toEqual([-3.67, 10, 30]);
      await story.toEnd('2026-05-20');
      expect(await story.onDay('2026-05-20')).toEqual([10, 90]);
    });

    it('R8, customers-subscriptions X3: what comes back with the end is no part of what was billed', async () => {
      const id = await story.runs('plain');
      await story.to('2026-04-20');
      await story.patched(id, anew);
      await story.to('2026-04-26');
      await story.givenBack(id);
      expect(await story.onDay('2026-04-26')).toEqual([-8, 18]);
    });

    it('R8, customers-subscriptions R3: NONE is owed the part too, and nothing of the rest that is paid for', async () => {
      const id = await story.runs('plain');
      await story.to('2026-04-20');
      await story.patched(id, { ...anew, ...without });
      expect(await story.onDay('2026-04-20')).toEqual([30]);
      await story.toEnd('2026-05-10');
      // The rest of the period of the new cycle: 10 of 30 days.
      expect(await story.onDay('2026-05-10')).toEqual([3.33]);
      await story.toEnd('2026-05-20');
      expect(await story.onDay('2026-05-20')).toEqual([10, 30]);
    });

    it('R8, customers-subscriptions O2: over GraphQL, with a minimum of the subscription itself', async () => {
      const id = await story.runs('plain', { minimumSpend: { amount: 60, currency: 'usd' } });
      await story.to('2026-04-20');
      const change = `mutation($id: String!, $input: UpdateSubscriptionInput!) { updateSubscription(id: $id, input: $input) { id } }`;
      await expectOk(story.api.graphql(change, { id, input: anew }));
      await story.toEnd('2026-05-20');
      expect(await story.floors()).toEqual([
        ['Up to the minimum spend of 20, 2026-04-10 to 2026-04-20', 16.67],
        ['Up to the minimum spend of 60, 2026-04-20 to 2026-05-20', 50],
      ]);
    });

    it('R8, customers-subscriptions W1: a preview tells what is billed at once, and what waits for the next invoice', async () => {
      await story.goesOn();
      await story.runs('plain');
      await story.to('2026-04-20');
      const body = { customerId: 'ada', planId: 'plain', ...anew };
      const preview = (more: Json) =>
        expectOk<Record<string, { subTotal: number }>>(
          story.api.rest('POST', '/subscriptions/preview', { ...body, ...more }),
        );
      expect(await preview({})).toMatchObject({ immediateInvoice: { subTotal: 3.33 } });
      const told = await preview(later);
      await story.begun('plain', { ...anew, ...later });
      await story.toEnd('2026-05-20');
      const { subtotal } = await story.last();
      expect(told['recurringInvoice']).toMatchObject({ subTotal: subtotal });
      expect(subtotal).toBe(133.33);
    });
  });

  it('R8: what was charged of usage at the instant of the end leaves the minimum due', async () => {
    const id = await story.runs('used');
    await story.use(100);
    await story.to('2026-04-20');
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/usage/charge`, {}));
    await story.givenBack(id);
    await story.at('2026-04-20T02:00:00.000Z');
    expect(await story.floors()).toEqual([
      ['Up to the minimum spend of 33.33, 2026-04-10 to 2026-04-20', 20],
    ]);
  });

  it('R8: one that the last release billed last is held to the minimum as by that', async () => {
    await story.runs('plain');
    await story.forgetMinimum();
    await story.toEnd('2026-05-10');
    expect(await story.onDay('2026-05-10')).toEqual([10, 90]);
    await story.forgetMinimum();
    await story.to('2026-05-20');
    await story.patched(await story.idOf('plain'), anew);
    await story.toEnd('2026-06-20');
    // 10 of 31 days: 32.26 less 3.23.
    expect((await story.floors()).slice(1).map(([, amount]) => amount)).toEqual([29.03, 90]);
  });

  it('R8: one that took over under the last release goes on without for that period', async () => {
    await story.runs('low');
    await story.to('2026-04-20');
    await follows('high');
    await story.forgetMinimum();
    await story.toEnd('2026-05-10');
    expect(await story.onDay('2026-05-10')).toEqual([61]);
    await story.toEnd('2026-06-10');
    expect(await story.onDay('2026-06-10')).toEqual([39, 61]);
  });

  it('C7: the line tells whole yen', async () => {
    const yen = (amount: number): Json => ({ amount, currency: 'jpy' });
    await story.sell('yen', 0, {
      charges: {
        pricingType: 'PAID',
        pricingModels: [
          { billingModel: 'FLAT_FEE', pricePeriods: [{ billingPeriod: 'MONTHLY', price: yen(1000) }] },
        ],
        minimumSpend: [{ billingPeriod: 'MONTHLY', minimum: yen(20_000) }],
      },
    });
    const id = await story.runs('yen');
    await story.to('2026-04-20');
    await story.givenBack(id);
    expect(await story.floors()).toEqual([
      ['Up to the minimum spend of 6667, 2026-04-10 to 2026-04-20', 6334],
    ]);
  });
});
