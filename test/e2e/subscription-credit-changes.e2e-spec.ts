import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { CreditStory, soldTokens, tokens, withMore } from '../support/credit-story';
import { grantsOf } from '../support/credits';
import { importSubscriptions, outcomes } from '../support/imports';
import { linesOf } from '../support/invoice-story';
import { flatFee, monthly } from '../support/priced-plans';
import { payBy } from '../support/payment-methods';
import { on } from '../support/subscription-lives';
import { storyForEach } from '../support/story-for-each';
import { boundary, units, waiting } from '../support/team-story';

// Domain: customers-subscriptions

describe('credits of a subscription that change', () => {
  let story: CreditStory;

  storyForEach(CreditStory, (begun) => ({ story } = begun));

  it('D2, R1: more come at once, and cost the rest of the period', async () => {
    const { id } = await story.ai();
    await story.to('2026-04-20');
    expect(await story.patched(id, { charges: tokens(5500) })).toMatchObject({ futureUpdates: [] });
    // (54 − 27) × 20/30
    expect(linesOf(await story.last())).toEqual([
      ['Unused: ai: Tokens, 2026-04-20 to 2026-05-10 (20 of 30 days): 3 × -9', -18],
      ['ai: Tokens, 2026-04-20 to 2026-05-10 (20 of 30 days): 6 × 9', 36],
    ]);
    expect(await story.creditsOf(id)).toEqual({ tokens: 5500 });
  });

  it('D2, D4, credits R4, R8: less waits for the end of the period as RECURRING_CREDITS, and is what the next window gives', async () => {
    const { id } = await story.ai();
    await story.to('2026-04-20');
    expect(await story.patched(id, { charges: tokens(900) })).toMatchObject({
      futureUpdates: [waiting('RECURRING_CREDITS')],
    });
    expect([await story.creditsOf(id), await story.bills()]).toMatchObject([{ tokens: 2500 }, [{}]]);
    await story.to('2026-05-10');
    expect(await story.creditsOf(id)).toEqual({ tokens: 900 });
    const granted = await grantsOf(story.api, 'ada');
    expect(granted.map(({ amount, status }) => [amount, status])).toEqual([
      [900, 'ACTIVE'],
      [2500, 'EXPIRED'],
    ]);
    expect((await story.last()).total).toBe(39);
    expect(await story.statuses(id)).toEqual([['RECURRING_CREDITS', 'DONE']]);
  });

  it('D3: units and credits of one request are told apart, more of one and less of the other', async () => {
    const { id } = await story.ai();
    await story.to('2026-04-20');
    expect(await story.patched(id, { charges: [...units(4), ...tokens(900)] })).toMatchObject({
      futureUpdates: [waiting('RECURRING_CREDITS')],
    });
    expect([await story.unitsOf(id), await story.creditsOf(id)]).toEqual([4, { tokens: 2500 }]);
    await story.patched(id, { charges: [...units(2), ...tokens(3500)] });
    expect(await story.statuses(id)).toEqual([
      ['RECURRING_CREDITS', 'CANCELED'],
      ['UNIT_AMOUNT', 'SCHEDULED'],
    ]);
    expect([await story.unitsOf(id), await story.creditsOf(id)]).toEqual([4, { tokens: 3500 }]);
  });

  it('D3: more of both are made at once', async () => {
    const { id } = await story.ai();
    await story.patched(id, { charges: [...units(2), ...tokens(3500)] });
    expect([await story.unitsOf(id), await story.creditsOf(id)]).toEqual([2, { tokens: 3500 }]);
  });

  it('D5: less of one currency leaves what waits for another', async () => {
    const { id } = await story.ai(withMore(150));
    const gems = (quantity: number): Json[] => [{ type: 'CREDIT', id: 'gems', quantity }];
    await story.patched(id, { charges: [...tokens(900), ...gems(50)] });
    await story.patched(id, { charges: gems(200) });
    expect(await story.statuses(id)).toEqual([['RECURRING_CREDITS', 'SCHEDULED']]);
    await story.to('2026-05-10');
    expect(await story.creditsOf(id)).toEqual({ tokens: 900, gems: 200 });
  });

  it('D5, D9: a plan that waits begins with the credits that run then, unless it named them', async () => {
    const { id } = await story.ai();
    const small = { paymentCollectionMethod: 'INVOICE', billingPeriod: 'MONTHLY' };
    expect(await story.begun('basic-ai', { ...small, charges: tokens(1500) })).toMatchObject({
      subscription: { futureUpdates: [waiting('DOWNGRADE', boundary, { id: 'basic-ai' })] },
    });
    await story.patched(id, { charges: tokens(3500) });
    await story.to('2026-05-10');
    const next = await story.idOf('basic-ai');
    expect(await story.creditsOf(next)).toEqual({ tokens: 3500 });
    // 10 + 4 × 4
    expect((await story.last()).total).toBe(26);
  });

  it('D8: under CHARGE more of them are paid before they are there', async () => {
    await expectOk(
      story.api.rest('POST', '/integrations', {
        ...{ id: 'pay', vendorIdentifier: 'STRIPE', credentials: { sandbox: true } },
      }),
    );
    await payBy(story.api, 'pays', 'ada');
    const { id } = await story.ai({ paymentCollectionMethod: 'CHARGE' });
    await story.to('2026-04-20');
    await story.patched(id, { charges: tokens(5500) });
    expect((await story.bills()).map(([, state, total]) => [state, total])).toEqual([
      ['PAID', 57],
      ['PAID', 18],
    ]);
    await payBy(story.api, 'declines', 'ada');
    expect(await story.patch(id, { charges: tokens(9500) })).toRefuse('PaymentProcessorError');
    expect(await story.creditsOf(id)).toEqual({ tokens: 5500 });
  });

  it('D6, D7: IMMEDIATE gives back what is less; what waits may be given up', async () => {
    const { id } = await story.ai();
    await story.to('2026-04-20');
    await story.patched(id, { charges: tokens(900), scheduleStrategy: 'IMMEDIATE' });
    expect([(await story.last()).total, await story.creditsOf(id)]).toEqual([-12, { tokens: 900 }]);
    await story.patched(id, { charges: tokens(0) });
    await expectOk(story.api.rest('DELETE', `/subscriptions/${id}/future-update/schedule`));
    expect(await story.statuses(id)).toEqual([['RECURRING_CREDITS', 'CANCELED']]);
  });

  it('O1: credits are priced by currencyId, the recurring ones before the top-up', async () => {
    const { id } = await story.ai();
    await story.to('2026-04-20');
    await story.patched(id, { priceOverrides: [{ currencyId: 'tokens', amount: 6 }] });
    // (18 − 27) × 20/30
    expect((await story.last()).total).toBe(-6);
    expect((await story.creditPrices(id)).map(({ amount }) => amount)).toEqual([
      ...[6, undefined, undefined, 0.02],
    ]);
    await story.patched(id, { priceOverrides: [{ currencyId: 'tokens' }] });
    expect((await story.creditPrices(id))[0]).toMatchObject({ amount: 9 });
  });

  it('X5, catalog R13, L7: they go on into a newer version, and end where that sells none', async () => {
    const { id } = await story.ai();
    await story.to('2026-04-20');
    const seats = { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(10)] };
    await story.republish('ai', [flatFee(20), seats, soldTokens(18)]);
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/migrate`, {}));
    // (54 − 27) × 20/30
    expect([(await story.last()).total, await story.creditsOf(id)]).toEqual([18, { tokens: 2500 }]);
    await story.republish('ai', [flatFee(20), seats]);
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/migrate`, {}));
    expect([(await story.last()).total, await story.creditsOf(id)]).toEqual([-36, {}]);
  });

  it('X8: a row of an import buys credits, and says nothing new the second time', async () => {
    const row = {
      ...{ id: 'imported', customerId: 'ada', planId: 'basic-ai', billingPeriod: 'MONTHLY' },
      ...{ charges: tokens(1500), startDate: on('2026-04-01') },
    };
    for (const outcome of ['CREATED', 'UNCHANGED'])
      expect(outcomes(await importSubscriptions(story.api, [row]))).toEqual([[0, outcome]]);
    expect(await story.creditsOf('imported')).toEqual({ tokens: 1500 });
  });
});
