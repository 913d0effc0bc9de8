import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { publishPlan, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { flatFee, usd } from '../support/priced-plans';
import { PriceStory } from '../support/price-story';
import { storyForEach } from '../support/story-for-each';
import { on } from '../support/subscription-lives';
import { units } from '../support/team-story';

// Domain: customers-subscriptions

/** At 19, of which at least 100 are due. */
const floored = (minimum: number): Json => ({
  charges: {
    ...{ pricingType: 'PAID', pricingModels: [flatFee(19)] },
    minimumSpend: [{ billingPeriod: 'MONTHLY', minimum: usd(minimum) }],
  },
});

describe('a minimum spend of a subscription itself', () => {
  let story: PriceStory;

  storyForEach(PriceStory, (begun) => ({ story } = begun));
  beforeEach(async () => {
    await publishPlan(story.api, {
      ...{ id: 'floored', productId: 'main', pricingType: null },
      patch: floored(100),
    });
  });

  const due = async (planId: string, more: Json = {}) =>
    (await story.preview(planId, more)).recurringInvoice.subTotal;

  it('O2, S1: lifts each bill, is told, changed and taken back; nothing of it is due at once', async () => {
    const team = { billingPeriod: 'MONTHLY', charges: units(5) };
    const told = await story.preview('team', { ...team, minimumSpend: usd(120.5) });
    expect(told.immediateInvoice).toMatchObject({ subTotal: 99 });
    expect(told.recurringInvoice).toMatchObject({
      subTotal: 120.5,
      lines: [
        { subTotal: 49 },
        { subTotal: 50 },
        {
          description: 'Up to the minimum spend, 2026-05-10 to 2026-06-10',
          ...{ quantity: 1, unitPrice: 21.5, subTotal: 21.5 },
        },
      ],
    });
    const { id, subscription } = await story.team({ minimumSpend: usd(120.5) });
    expect(subscription).toMatchObject({ minimumSpend: usd(120.5) });
    expect(await story.get(id)).toMatchObject({ minimumSpend: usd(120.5) });
    expect(await due('team')).toBe(120.5);
    expect(await story.patched(id, { charges: units(6) })).toMatchObject({ minimumSpend: usd(120.5) });
    expect(await story.patched(id, { minimumSpend: { amount: 130 } })).toMatchObject({
      ...{ minimumSpend: usd(130), futureUpdates: [] },
    });
    expect(await story.patched(id, { minimumSpend: null })).toMatchObject({ minimumSpend: null });
    expect(await due('team')).toBe(109);
    expect((await story.told(id)).map(([type]) => type)).toEqual([
      'subscription.created',
      ...Array.from({ length: 3 }, () => 'subscription.updated'),
    ]);
  });

  it('O2: takes the place of that of the plan, a lower one and none too, until it is taken back', async () => {
    const { id } = await story.begun('floored');
    expect(await story.get(id)).toMatchObject({ minimumSpend: null });
    expect(await due('floored')).toBe(100);
    for (const [amount, subTotal] of [
      [150, 150],
      [50, 50],
      [0, 19],
    ] as const) {
      expect(await due('floored', { minimumSpend: usd(amount) })).toBe(subTotal);
      await story.patched(id, { minimumSpend: usd(amount) });
      expect(await due('floored')).toBe(subTotal);
    }
    await story.patched(id, { minimumSpend: null });
    expect(await due('floored')).toBe(100);
  });

  it('O2, B2: is shared out on a short period, to the cent as that of a plan', async () => {
    const begins = { startDate: on('2026-04-20'), billingPeriod: 'MONTHLY' };
    await expectOk(story.api.rest('PATCH', '/environment-settings', { billingAnchor: 'START_OF_THE_MONTH' }));
    // 11 of 30 days from 20 April: 36.67 of 100, 6.97 of the fee of 19.
    for (const more of [{}, { minimumSpend: usd(100) }])
      expect(await story.preview('floored', { ...begins, ...more })).toMatchObject({
        recurringInvoice: {
          subTotal: 36.67,
          lines: [{ subTotal: 6.97 }, { unitPrice: expect.closeTo(29.6967, 4), subTotal: 29.7 }],
        },
      });
    const { id } = await story.begun('floored', { ...begins, minimumSpend: usd(60) });
    await story.to('2026-05-02');
    expect(await due('floored')).toBe(60);
    expect(await story.get(id)).toMatchObject({ minimumSpend: usd(60) });
  });

  it('O2, X5: goes on over versions, and not into another plan', async () => {
    const { id } = await story.begun('floored', { minimumSpend: usd(70) });
    await expectOk(story.api.rest('POST', '/plans/floored/draft'));
    await expectOk(story.api.rest('PATCH', '/plans/floored', floored(200)));
    await expectOk(story.api.rest('POST', '/plans/floored/publish', { migrationType: 'NEW_CUSTOMERS' }));
    await expectOk(story.api.rest('POST', `/subscriptions/${id}/migrate`));
    expect(await due('floored')).toBe(70);
    await story.team();
    expect(await story.get(await story.idOf('team'))).toMatchObject({ minimumSpend: null });
  });

  it.each<[string, ErrorCode, Json, RegExp]>([
    ['below zero', 'BadUserInput', usd(-1), /^minimumSpend\.amount/],
    ['of half a cent', 'BadUserInput', usd(0.005), /^minimumSpend\.amount/],
    ['too large', 'AmountTooLarge', usd(1e9), /^minimumSpend\.amount/],
    ['in another currency', 'BadUserInput', { amount: 1, currency: 'eur' }, /^minimumSpend\.currency: .*usd/],
    ['without an amount', 'BadUserInput', { currency: 'usd' }, /^minimumSpend\.amount is required/],
    ['with anything else', 'BadUserInput', { ...usd(1), period: 'MONTHLY' }, /^minimumSpend\.period/],
  ])('O2, catalog R9: %s it is refused', async (_case, code, minimumSpend, message) => {
    expect(await story.ask('floored', { minimumSpend })).toRefuse(code, message);
    const { id } = await story.begun('floored');
    expect(await story.patch(id, { minimumSpend })).toRefuse(code, message);
    expect(await story.get(id)).toMatchObject({ minimumSpend: null });
  });
});
