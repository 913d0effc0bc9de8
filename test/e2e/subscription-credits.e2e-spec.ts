import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import type { Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { CreditStory, tokens, withMore } from '../support/credit-story';
import { amountsOf, linesOf } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { units } from '../support/team-story';

// Domain: catalog

const rate = { amount: 1, currencyId: 'tokens' };
describe('subscriptions that buy credits', () => {
  let story: CreditStory;

  storyForEach(CreditStory, (begun) => ({ story } = begun));

  it('R13: 2,500 in blocks of 1,000 at 9 cost 27, in a line that says why', async () => {
    const { id } = await story.ai();
    const told = await story.last();
    expect(linesOf(told)).toEqual([
      ['ai, 2026-04-10 to 2026-05-10', 20],
      ['ai: Seats, 2026-04-10 to 2026-05-10', 10],
      ['ai: Tokens, 2026-04-10 to 2026-05-10: 3 × 9', 27],
    ]);
    expect(told.lineItems[2]).toMatchObject({ quantity: 2500, unitPrice: null, explanation: '3 × 9' });
    expect(await story.creditsOf(id)).toEqual({ tokens: 2500 });
    await story.to('2026-05-10');
    expect(await story.totals()).toEqual([
      ['2026-04-10', 57],
      ['2026-05-10', 57],
    ]);
  });

  it('R13: is told in the prices with its cadence, the top-up as what it is', async () => {
    const { id } = await story.ai({ billingPeriod: 'ANNUALLY' });
    const none = { addonId: null, featureId: null, baseCharge: false, currency: 'usd' };
    expect(await story.creditPrices(id)).toEqual([
      {
        ...{ ...none, amount: 90, blockSize: 1000, currencyId: 'tokens' },
        creditGrantCadence: 'BEGINNING_OF_BILLING_PERIOD',
      },
      { ...none, currency: undefined, featureId: 'chats', creditRate: expect.anything() },
      { ...none, currency: undefined, featureId: 'images', creditRate: expect.anything() },
      { ...none, amount: 0.02, currencyId: 'tokens', topUpCustomCurrencyId: 'tokens' },
    ]);
  });

  it('R13: tiers price credits of an addon, and its copies multiply nothing', async () => {
    const { id } = await story.ai(withMore(150));
    // 5 × 2, and 100 at 0.10 with 50 at 0.05
    expect(amountsOf(await story.last()).slice(-2)).toEqual([10, 12.5]);
    expect((await story.creditPrices(id)).at(-1)).toMatchObject({
      ...{ addonId: 'more', currencyId: 'gems', creditGrantCadence: 'MONTHLY' },
      tiers: [{ upTo: 100 }, {}],
    });
    expect(await story.creditsOf(id)).toEqual({ tokens: 2500, gems: 150 });
  });

  it('R13, customers-subscriptions V8: nobody chose, so it is a block; 0 is nothing, and costs it', async () => {
    const { id } = await story.ai({ charges: units(1) });
    expect([await story.creditsOf(id), (await story.last()).total]).toEqual([{ tokens: 1000 }, 39]);
    await expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE' }));
    await story.ai({ charges: [...units(1), ...tokens(0)] });
    expect((await story.last()).total).toBe(30);
  });

  it.each<[string, Json[], ErrorCode, RegExp]>([
    ['half a credit', tokens(0.5), 'InvalidQuantity', /^charges\[0\]\.quantity .*1000000000000000$/],
    ['more than an amount may be', tokens(1e15 + 1), 'InvalidQuantity', /^charges\[0\]\.quantity/],
    ['less than none', tokens(-1), 'BadUserInput', /charges\[0\]\.quantity/],
    ['the same twice', [...tokens(1), ...tokens(2)], 'BadUserInput', /^charges\[1\]\.id/],
    ['what is not sold', [{ type: 'CREDIT', id: 'gems', quantity: 1 }], 'BadUserInput', /no credits of gems/],
    ['a bill too large', tokens(1e15), 'AmountTooLarge', /the amount of/],
  ])('R13: %s is refused', async (_what, charges, code, message) => {
    expect(await story.ask('ai', { billingPeriod: 'MONTHLY', charges })).toRefuse(code, message);
  });

  it('R13: through both doors, previewed as it is billed', async () => {
    const asked = { customerId: 'ada', planId: 'ai', billingPeriod: 'MONTHLY', charges: tokens(2500) };
    const previewed = await expectOk<Json>(story.api.rest('POST', '/subscriptions/preview', asked));
    expect(previewed).toMatchObject({
      immediateInvoice: {
        subTotal: 57,
        lines: [{}, {}, { quantity: 2500, unitPrice: 0.0108, subTotal: 27, description: /3 × 9$/ }].map(
          ({ description, ...line }) => ({
            ...line,
            ...(description && { description: expect.stringMatching(description) }),
          }),
        ),
      },
      recurringInvoice: { subTotal: 57 },
    });
    const document = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { subscription {
      id prices { currencyId creditGrantCadence topUpCustomCurrencyId creditRate { amount currencyId costFormula } } } } }`;
    const { subscription } = await expectOk<{ subscription: { id: string; prices: Json[] } }>(
      story.api.graphql(document, { input: asked }),
    );
    expect(subscription.prices.slice(2)).toEqual([
      {
        ...{ currencyId: 'tokens', topUpCustomCurrencyId: null, creditRate: null },
        creditGrantCadence: 'BEGINNING_OF_BILLING_PERIOD',
      },
      expect.objectContaining({ creditRate: { amount: 2, currencyId: 'tokens', costFormula: null } }),
      expect.objectContaining({ creditRate: { ...rate, costFormula: '0.5 * words' } }),
      expect.objectContaining({ currencyId: 'tokens', topUpCustomCurrencyId: 'tokens' }),
    ]);
    const change = `mutation($input: UpdateSubscriptionInput!) {
      updateSubscription(id: "${subscription.id}", input: $input) { futureUpdates { subscriptionScheduleType } } }`;
    expect(await expectOk(story.api.graphql(change, { input: { charges: tokens(10) } }))).toEqual({
      futureUpdates: [{ subscriptionScheduleType: 'RECURRING_CREDITS' }],
    });
  });

  it('R13, customers-subscriptions N5: a coupon takes its part of credits too', async () => {
    const discount = { name: 'Ten off', percentOff: 10 };
    await story.ai({ appliedCoupon: { discount } });
    expect(await story.last()).toMatchObject({ subtotal: 57, discount: 5.7, total: 51.3 });
  });
});
