import { createCustomer, feature, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { ratedUsage } from '../support/credit-story';
import { giveCredits } from '../support/credits';
import { RatedStory } from '../support/rated-story';
import { storyForEach } from '../support/story-for-each';

// Domain: credits

const enforced = { enforceLimit: true };

describe('usage that is paid in credits', () => {
  let story: RatedStory;

  storyForEach(RatedStory, (begun) => ({ story } = begun));

  it('F1, N1, N10: takes units times rate, is told with its wallet, and counts as usage of the feature too', async () => {
    const told = await story.report(3);
    expect(told['credit']).toEqual({
      ...{ consumed: 6, currencyId: 'tokens', currentUsage: 6, usageLimit: 2500 },
      ...{ timestamp: expect.any(String), usagePeriodEnd: '2026-05-10T00:00:00.000Z' },
    });
    expect(told['currentUsage']).toBe(3);
    expect(await story.mayUse()).toEqual([true, null, 3]);
    const [entry] = await story.ledger();
    expect(entry).toMatchObject({
      ...{ eventType: 'CREDITS_CONSUMED', amount: -6, endingBalance: 2494 },
      ...{ eventId: told['id'], featureId: 'chats' },
    });
    expect(await story.proof()).toMatchObject({ holds: true });
  });

  it('N1: answers the same over GraphQL', async () => {
    const { data } = await story.reportByGraphql(3);
    expect(data).toMatchObject({
      reportUsage: [
        { currentUsage: 3, credit: { consumed: 6, currencyId: 'tokens', currentUsage: 6, usageLimit: 2500 } },
      ],
    });
  });

  it('N2, D4: draws in the fair order, one entry for each grant, all of the same event', async () => {
    await giveCredits(story.api, {
      ...{ customerId: 'ada', grantType: 'PROMOTIONAL', amount: 5, displayName: 'Gift', priority: 0 },
    });
    const { id } = await story.report(4);
    expect((await story.rows()).slice(-2)).toEqual([
      'CONSUMED Gift -5 → 2500',
      'CONSUMED Credits of ai -3 → 2497',
    ]);
    expect((await story.ledger()).slice(0, 2).map(({ eventId }) => eventId)).toEqual([id, id]);
  });

  it('entitlements-usage A5: a repeated key takes nothing, and tells the wallet as it stands', async () => {
    expect(await story.credit(3, { idempotencyKey: 'k' })).toEqual([6, 6, 2500]);
    expect(await story.credit(1)).toEqual([2, 8, 2500]);
    expect(await story.credit(3, { idempotencyKey: 'k' })).toEqual([0, 8, 2500]);
    expect(await story.askReport(4, { idempotencyKey: 'k' })).toRefuse('BadUserInput', /^usages\[0\]: value/);
    expect(await story.balance()).toBe(2492);
  });

  it('F2: what is given back, set lower or not counted costs nothing and gives nothing back', async () => {
    expect(await story.credit(10)).toEqual([20, 20, 2500]);
    expect(await story.credit(-4)).toEqual([0, 20, 2500]);
    expect(await story.credit(2, { updateBehavior: 'SET' })).toEqual([0, 20, 2500]);
    expect(await story.credit(5, { updateBehavior: 'SET' })).toEqual([6, 26, 2500]);
    const old = { updateBehavior: 'SET', createdAt: '2026-04-10T00:00:00.000Z' };
    await story.at('2026-04-10T01:00:00.000Z');
    expect(await story.credit(7, { updateBehavior: 'SET' })).toEqual([4, 30, 2500]);
    expect(await story.credit(90, old)).toEqual([0, 30, 2500]);
  });

  it('F2, F4: a formula prices one report by its dimensions, however many units; what it lacks counts as 0', async () => {
    const images = { featureId: 'images' };
    expect(await story.credit(1, { ...images, dimensions: { words: 101 } })).toEqual([50.5, 50.5, 2500]);
    expect(await story.credit(9, { ...images, dimensions: { words: 10 } })).toEqual([5, 55.5, 2500]);
    expect(await story.credit(1, { ...images, dimensions: { words: '10' } })).toEqual([0, 55.5, 2500]);
    expect(await story.credit(-1, { ...images, dimensions: { words: 10 } })).toEqual([0, 55.5, 2500]);
  });

  it('N4, N9: a report never fails for lack of credits; what is lacking is owed', async () => {
    await story.leave(5);
    expect(await story.credit(4)).toEqual([8, 2503, 2500]);
    expect(await story.balance()).toBe(-3);
    expect((await story.rows()).slice(-2)).toEqual([
      'CONSUMED Credits of ai -5 → 0',
      'CONSUMED Overdraft -3 → -3',
    ]);
  });

  it('N9, entitlements-usage Q12: with enforceLimit what the wallet does not pay is refused, and counted nowhere', async () => {
    await story.leave(5);
    const refusal = [
      'EntitlementLimitExceededError',
      /^usages\[0\]: InsufficientCredits: 6 .* 5 are left/,
    ] as const;
    expect(await story.askReport(3, enforced)).toRefuse(...refusal);
    expect(await story.reportByGraphql(3, enforced)).toRefuse(...refusal);
    expect(await story.askReport(3, enforced, { 'idempotency-key': 'once' })).toRefuse(...refusal);
    expect(await story.mayUse()).toEqual([true, null, 0]);
    expect(await story.credit(2, enforced)).toEqual([4, 2499, 2500]);
    expect(await story.askReport(1, enforced)).toRefuse('EntitlementLimitExceededError', /1 are left/);
    // Giving back is never refused.
    expect(await story.credit(-1, enforced)).toEqual([0, 2499, 2500]);
    expect(await story.balance()).toBe(1);
  });

  it('N9, entitlements-usage Q12: a soft wallet refuses no report, with enforceLimit either, as it refuses no consumption', async () => {
    await createCustomer(story.api, 'eve');
    const soft = { type: 'CREDIT', id: 'tokens', amount: 5, cadence: 'MONTH', hasSoftLimit: true };
    await publishPlan(story.api, {
      ...{ id: 'soft', productId: 'main', pricingType: null },
      entitlements: [feature('chats', { hasUnlimitedUsage: true }), soft],
      patch: { charges: { pricingType: 'PAID', pricingModels: [ratedUsage('chats', { amount: 2 })] } },
    });
    await subscribe(story.api, 'eve', 'soft', { billingPeriod: 'MONTHLY' });
    const eves = { customerId: 'eve', ...enforced };
    expect(await story.credit(3, eves)).toEqual([6, 6, 5]);
    const { data } = await story.reportByGraphql(1, eves);
    expect(data).toMatchObject({ reportUsage: [{ credit: { consumed: 2, currentUsage: 8 } }] });
    const body = { ...eves, currencyId: 'tokens', amount: 4, idempotencyKey: 'k' };
    const taken = await expectOk<Json>(story.api.rest('POST', '/credits/consumption', body));
    expect(taken['credit']).toMatchObject({ currentUsage: 12, usageLimit: 5 });
  });

  it('entitlements-usage A2, Q12: a batch is judged in order, each seeing those before, and taken whole or not at all', async () => {
    await story.leave(7);
    const refused = await story.askAll([{ value: 2 }, { value: 1, ...enforced }, { value: 1, ...enforced }]);
    expect(refused).toRefuse(
      'EntitlementLimitExceededError',
      /^usages\[2\]: InsufficientCredits: 2 .* 1 are left/,
    );
    expect([await story.balance(), await story.mayUse()]).toEqual([7, [true, null, 0]]);
    const usages = [{ value: 2 }, { value: 1, ...enforced }, { value: 1 }];
    const told = await expectOk<Json[]>(story.askAll(usages));
    expect(told.map(({ credit }) => (credit as Json)['currentUsage'])).toEqual([2497, 2499, 2501]);
    expect(await story.balance()).toBe(-1);
  });

  it('entitlements-usage Q8: a check is granted while the wallet pays for it, by its own reason', async () => {
    await story.leave(4);
    const lacking = [false, 'InsufficientCredits', 0];
    expect(await story.mayUse('&requestedUsage=2')).toEqual([true, null, 0]);
    expect(await story.mayUse('&requestedUsage=3')).toEqual(lacking);
    expect([await story.mayUse(), await story.mayUse('', 'images')]).toEqual([
      [true, null, 0],
      [true, null, 0],
    ]);
    await story.leave(0);
    expect([await story.mayUse(), await story.mayUse('', 'images')]).toEqual([lacking, lacking]);
    expect(await story.mayUse('&requestedUsage=0')).toEqual([true, null, 0]);
    expect(await story.mayUse('&requestedUsage=1')).toEqual(lacking);
    const listed = await expectOk<{ entitlements: Json[] }>(
      story.api.rest('GET', '/customers/ada/entitlements'),
    );
    const chats = listed.entitlements.find(
      ({ feature }) => (feature as Json | undefined)?.['id'] === 'chats',
    );
    expect(chats).toMatchObject({ isGranted: false, accessDeniedReason: 'InsufficientCredits' });
    await story.to('2026-05-10');
    expect(await story.mayUse('&requestedUsage=1250')).toEqual([true, null, 0]);
    expect(await story.mayUse('&requestedUsage=1251')).toEqual(lacking);
  });

  it('N6: forty at once that ask for what pays for 25 take exactly that', async () => {
    await story.leave(50);
    const answers = await Promise.all(Array.from({ length: 40 }, () => story.askReport(1, enforced)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(25);
    expect([await story.balance(), (await story.mayUse())[2]]).toEqual([0, 25]);
    expect(await story.proof()).toMatchObject({ holds: true });
  });

  it('N6: one by one under an Idempotency-Key and many together take the same', async () => {
    const asks = Array.from({ length: 30 }, (_, n) =>
      story.askReport(1, {}, n % 2 ? { 'idempotency-key': `key-${n}` } : {}),
    );
    expect((await Promise.all(asks)).map(({ status }) => status)).toEqual(asks.map(() => 201));
    expect([await story.balance(), (await story.mayUse())[2]]).toEqual([2440, 30]);
    expect(await story.proof()).toMatchObject({ holds: true });
  });

  it('F1: the rate of another plan counts from its begin on, and what is priced in money takes nothing', async () => {
    await story.sellUsage('free-chats', 'chats', {
      ...{ billingModel: 'USAGE_BASED', featureId: 'chats' },
      pricePeriods: [{ billingPeriod: 'MONTHLY', price: { amount: 0.1, currency: 'usd' } }],
    });
    await story.sellUsage('dear-chats', 'chats', ratedUsage('chats', { amount: 3 }));
    await story.begun('dear-chats', { billingPeriod: 'MONTHLY' });
    // Both cost less, so each waits for the end of the period.
    expect((await story.credit(1))[0]).toBe(2);
    await story.to('2026-05-10');
    expect((await story.credit(1))[0]).toBe(3);
    await story.begun('free-chats', { billingPeriod: 'MONTHLY' });
    await story.to('2026-06-10');
    expect((await story.report(1))['credit']).toBeNull();
  });
});
