import type { TestApp } from '../support/app';
import { createFeature, feature, publishPlan, report, type Json } from '../support/catalog';
import { expectOk } from '../support/client';
import { CreditStory, ratedUsage, tokens, topUp } from '../support/credit-story';
import { amountsOf } from '../support/invoice-story';
import { flatFee, monthly } from '../support/priced-plans';
import { own } from '../support/price-story';
import { storyForEach } from '../support/story-for-each';

// Domain: customers-subscriptions

const credit = (id: string, amount: number, more: Json = {}): Json => ({
  ...{ type: 'CREDIT', id, amount, cadence: 'MONTH' },
  ...more,
});

describe('terms in credits of a subscription itself', () => {
  let app: TestApp;
  let story: CreditStory;

  storyForEach(CreditStory, (begun) => ({ app, story } = begun));

  const rateOf = async (id: string, featureId: string): Promise<unknown> =>
    (await story.creditPrices(id)).find((price) => price['featureId'] === featureId)?.['creditRate'];
  const rated = (featureId: string, creditRate: Json): Json => ({
    featureId,
    creditRate: { currencyId: 'tokens', ...creditRate },
  });

  describe('catalog R12: usage that is paid in credits', () => {
    it('catalog R12: costs nothing, whatever is used, and is told in the prices', async () => {
      const { id } = await story.ai();
      await expectOk(report(story.api, 'ada', 'chats', 100));
      await story.to('2026-05-10');
      expect(amountsOf(await story.last())).toEqual([20, 10, 27]);
      expect(await rateOf(id, 'chats')).toEqual({ amount: 2, currencyId: 'tokens', costFormula: null });
      expect(await rateOf(id, 'images')).toEqual({
        ...{ amount: 1, currencyId: 'tokens', costFormula: '0.5 * words' },
      });
    });

    it('catalog R12: where all of a plan is paid so there is no bill', async () => {
      await story.sellUsage('rated', 'chats', ratedUsage('chats', { amount: 3 }));
      const { id } = await story.begun('rated', {
        ...{ billingPeriod: 'MONTHLY', paymentCollectionMethod: 'INVOICE' },
      });
      await story.to('2026-05-11');
      expect(await story.bills()).toEqual([]);
      expect(await rateOf(id, 'chats')).toMatchObject({ amount: 3 });
    });

    it('O1: has a rate of its own, formula and all, in the place of that of the catalog', async () => {
      const prices = own(
        rated('chats', { amount: 5, costFormula: 'max(1, words)' }),
        rated('images', { amount: 7 }),
      );
      const { id } = await story.ai(prices);
      expect(await rateOf(id, 'chats')).toEqual({
        ...{ amount: 5, currencyId: 'tokens', costFormula: 'max(1, words)' },
      });
      expect(await rateOf(id, 'images')).toEqual({ amount: 7, currencyId: 'tokens', costFormula: null });
      await story.patched(id, own({ featureId: 'chats' }));
      expect(await rateOf(id, 'chats')).toMatchObject({ amount: 2 });
      const [{ purchase }] = await app.dataSource.query<[{ purchase: Json }]>(
        'select purchase from subscription where id = $1',
        [id],
      );
      expect(purchase).toMatchObject({
        priceOverrides: [
          { featureId: 'images', creditRate: { amount: '7', currencyId: 'tokens', costFormula: null } },
        ],
      });
    });

    it('O1, catalog R12: credits in the place of money, and money in the place of credits', async () => {
      await createFeature(story.api, 'pages', 'metered');
      const pages = { billingModel: 'USAGE_BASED', featureId: 'pages', pricePeriods: [monthly(3)] };
      await story.sellUsage('pages', 'pages', pages);
      const chats = ratedUsage('chats', { amount: 2 });
      await story.sellUsage('asked', 'chats', { ...chats, billingModel: 'CREDIT_BASED' });
      const invoiced = { billingPeriod: 'MONTHLY', paymentCollectionMethod: 'INVOICE' };
      const { id } = await story.begun('pages', { ...invoiced, ...own(rated('pages', { amount: 4 })) });
      await expectOk(report(story.api, 'ada', 'pages', 10));
      expect(await story.creditPrices(id)).toMatchObject([{ featureId: 'pages', creditRate: { amount: 4 } }]);
      expect((await story.creditPrices(id))[0]).not.toHaveProperty('currency');
      // Documents with usage wait for what is reported late.
      await story.to('2026-05-12');
      expect(await story.bills()).toEqual([]);
      await expectOk(story.cancel(id, { cancellationTime: 'IMMEDIATE' }));
      await story.begun('asked', {
        ...invoiced,
        ...own({ featureId: 'chats', amount: 0.5, currency: 'usd' }),
      });
      await expectOk(report(story.api, 'ada', 'chats', 10));
      await story.to('2026-06-14');
      expect((await story.bills()).map(([, , total]) => total)).toEqual([5]);
    });

    it.each<[string, Json, string, RegExp]>([
      [
        'of units',
        rated('seats', { amount: 1 }),
        'BadUserInput',
        /^priceOverrides\[0\]\.creditRate: credits are paid/,
      ],
      [
        'of what is not there',
        rated('calls', { amount: 1 }),
        'InvalidUpdatePriceUnitAmountError',
        /\[0\] names/,
      ],
      ['beside money', { ...rated('chats', { amount: 1 }), amount: 1 }, 'BadUserInput', /send one of them/],
      ['of less than one', rated('chats', { amount: 0.5 }), 'BadUserInput', /creditRate\.amount/],
      [
        'that no amount holds',
        rated('chats', { amount: 1e16 }),
        'AmountTooLarge',
        /^priceOverrides\[0\]\.creditRate\.amount/,
      ],
      [
        'by a formula that cannot be read',
        rated('chats', { amount: 1, costFormula: '1 +' }),
        'BadUserInput',
        /^priceOverrides\[0\]\.creditRate\.costFormula/,
      ],
      [
        'in an unknown currency',
        rated('chats', { amount: 1, currencyId: 'nothing' }),
        'CustomCurrencyNotFound',
        /^priceOverrides\[0\]\.creditRate: .*nothing/,
      ],
      [
        'in an archived currency',
        rated('chats', { amount: 1, currencyId: 'old' }),
        'EntityIsArchivedError',
        /^priceOverrides\[0\]\.creditRate: /,
      ],
    ])('O1: a rate %s is refused', async (_what, override, code, message) => {
      await expectOk(story.api.rest('POST', '/credits/custom-currencies', { id: 'old', displayName: 'Old' }));
      await expectOk(story.api.rest('POST', '/credits/custom-currencies/old/archive'));
      const asked = { billingPeriod: 'MONTHLY', ...own(override) };
      expect(await story.ask('ai', asked)).toRefuse(code as 'BadUserInput', message);
    });

    it('O1: PATCH takes no rate', async () => {
      const { id } = await story.ai();
      expect(await story.patch(id, own(rated('chats', { amount: 1 })))).toRefuse(
        'BadUserInput',
        /creditRate is not a known field/,
      );
    });
  });

  it('catalog R13: a top-up is sold with the plan in any period, and no bill has it', async () => {
    const year = { ...flatFee(100, 'ANNUALLY') };
    await publishPlan(story.api, {
      ...{ id: 'topped', productId: 'main', pricingType: null },
      patch: { charges: { pricingType: 'PAID', pricingModels: [year, topUp()] } },
    });
    const { id } = await story.begun('topped', { paymentCollectionMethod: 'INVOICE' });
    expect(amountsOf(await story.last())).toEqual([100]);
    expect(await story.creditPrices(id)).toMatchObject([
      { amount: 0.02, currencyId: 'tokens', topUpCustomCurrencyId: 'tokens' },
    ]);
    expect(await story.patch(id, { charges: tokens(5) })).toRefuse('BadUserInput', /no credits of tokens/);
    await story.patched(id, own({ currencyId: 'tokens', amount: 0.01 }));
    expect(await story.creditPrices(id)).toMatchObject([{ amount: 0.01 }]);
    await story.to('2027-04-10');
    expect(amountsOf(await story.last())).toEqual([100]);
  });

  describe('O4: credits as values of its own', () => {
    const storedOf = async (id: string): Promise<Json[]> => {
      const [row] = await app.dataSource.query<{ overrides: Json[] }[]>(
        'select overrides from subscription where id = $1',
        [id],
      );
      return row?.overrides ?? [];
    };

    it('O4: are kept exactly, and told beside a feature of the same id', async () => {
      await createFeature(story.api, 'tokens', 'config');
      const { id, subscription } = await story.begun('agreed', {
        entitlements: [credit('tokens', 0.0000000025), feature('tokens', { usageLimit: 3 })],
      });
      expect(subscription['subscriptionEntitlements']).toEqual([
        { id: 'tokens', type: 'CREDIT' },
        { id: 'tokens', type: 'FEATURE' },
      ]);
      expect(await storedOf(id)).toMatchObject([
        { currencyId: 'tokens', amount: '0.000000002', cadence: 'MONTH' },
        { featureId: 'tokens', usageLimit: 3 },
      ]);
      expect(await story.limit()).toBe(5000);
      await story.patched(id, { entitlements: [credit('gems', 1e15, { cadence: 'YEAR' })] });
      expect(await storedOf(id)).toMatchObject([{ currencyId: 'gems', amount: '1000000000000000' }]);
    });

    it('O4: through GraphQL, on a PAID plan that is collected elsewhere', async () => {
      const entitlements = [{ credit: { id: 'tokens', amount: 500, cadence: 'YEAR' } }];
      const document = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) {
        subscription { id subscriptionEntitlements { id type } } } }`;
      const input = { customerId: 'ada', planId: 'basic', paymentCollectionMethod: 'NONE', entitlements };
      const { subscription } = await expectOk<{ subscription: Json }>(story.api.graphql(document, { input }));
      expect(subscription['subscriptionEntitlements']).toEqual([{ id: 'tokens', type: 'CREDIT' }]);
      expect(await storedOf(String(subscription['id']))).toMatchObject([{ amount: '500', cadence: 'YEAR' }]);
      expect(
        await story.patch(String(subscription['id']), {
          entitlements: [],
        }),
      ).toMatchObject({ status: 200 });
      expect(await storedOf(String(subscription['id']))).toEqual([]);
    });

    it('O4, D9: wait with the plan that they are for', async () => {
      await story.begun('basic', { paymentCollectionMethod: 'NONE' });
      const waits = { scheduleStrategy: 'END_OF_BILLING_PERIOD' };
      await story.begun('agreed', {
        ...waits,
        entitlements: [credit('tokens', 7), feature('calls', { usageLimit: 9 })],
      });
      await story.to('2026-05-10');
      expect(await storedOf(await story.idOf('agreed'))).toMatchObject([
        { currencyId: 'tokens', amount: '7' },
        { featureId: 'calls', usageLimit: 9 },
      ]);
      expect(await story.limit()).toBe(9);
    });

    it.each<[string, string, Json[], string, RegExp]>([
      ['on a FREE plan', 'free', [credit('tokens', 1)], 'BadUserInput', /FREE/],
      [
        'twice',
        'agreed',
        [credit('tokens', 1), credit('tokens', 2)],
        'DuplicatedEntityNotAllowed',
        /^entitlements\[1\]/,
      ],
      [
        'of nothing',
        'agreed',
        [credit('nothing', 1)],
        'CustomCurrencyNotFound',
        /^entitlements\[0\]: .*nothing/,
      ],
      ['below 0', 'agreed', [credit('tokens', -1)], 'BadUserInput', /entitlements\[0\]\.amount/],
      ['above 10^15', 'agreed', [credit('tokens', 1e15 + 1)], 'AmountTooLarge', /^entitlements\[0\]\.amount/],
      [
        'of a week',
        'agreed',
        [credit('tokens', 1, { cadence: 'WEEK' })],
        'BadUserInput',
        /entitlements\[0\]\.cadence/,
      ],
      [
        'that are archived',
        'agreed',
        [feature('calls', { usageLimit: 1 }), credit('old', 1)],
        'EntityIsArchivedError',
        /^entitlements\[1\]/,
      ],
    ])('O4: %s they are refused', async (_what, planId, entitlements, code, message) => {
      await expectOk(story.api.rest('POST', '/credits/custom-currencies', { id: 'old', displayName: 'Old' }));
      await expectOk(story.api.rest('POST', '/credits/custom-currencies/old/archive'));
      expect(await story.ask(planId, { entitlements })).toRefuse(code as 'BadUserInput', message);
    });

    it('O4: what is billed here takes none', async () => {
      const asked = { paymentCollectionMethod: 'INVOICE', entitlements: [credit('tokens', 1)] };
      expect(await story.ask('basic', asked)).toRefuse('BadUserInput', /^entitlements go with CUSTOM plans/);
    });
  });
});
