import type { TestApp } from './app';
import { createFeature, feature, publishAddon, publishPlan, type Json } from './catalog';
import { expectOk, type ApiClient } from './client';
import { InvoiceStory } from './invoice-story';
import { flatFee, monthly } from './priced-plans';
import { units } from './team-story';

/** So many tokens, as a request chooses them. */
export const tokens = (quantity: number): Json[] => [{ type: 'CREDIT', id: 'tokens', quantity }];

/** Two of the addon `more`, and so many gems of it. */
export const withMore = (gems: number): Json => ({
  addons: [{ id: 'more', quantity: 2 }],
  charges: [...units(1), ...tokens(2500), { type: 'CREDIT', id: 'gems', quantity: gems }],
});

/** Tokens in blocks of 1,000, by the month and by the year. */
export const soldTokens = (price: number, more: Json = {}): Json => ({
  ...{ billingModel: 'CREDIT_BASED', topUpCustomCurrencyId: 'tokens' },
  pricePeriods: ['MONTHLY', 'ANNUALLY'].map((billingPeriod) =>
    monthly(billingPeriod === 'MONTHLY' ? price : price * 10, {
      ...{ billingPeriod, blockSize: 1000, creditGrantCadence: 'BEGINNING_OF_BILLING_PERIOD', ...more },
    }),
  ),
});

/** A token at 0.02, now and then. */
export const topUp = (more: Json = {}): Json => ({
  ...{ billingModel: 'CREDIT_BASED', billingCadence: 'ONE_OFF', topUpCustomCurrencyId: 'tokens' },
  ...{ pricePeriods: [monthly(0.02)], ...more },
});

/** Usage of `feature` at so many tokens a unit. */
export const ratedUsage = (featureId: string, creditRate: Json): Json => ({
  ...{ billingModel: 'USAGE_BASED', featureId },
  pricePeriods: ['MONTHLY', 'ANNUALLY'].map((billingPeriod) => ({
    billingPeriod,
    creditRate: { currencyId: 'tokens', ...creditRate },
  })),
});

const unlimited = (id: string): Json => feature(id, { hasUnlimitedUsage: true });
const formula = { amount: 1, costFormula: '0.5 * words' };

/**
 * A plan `ai` at 20 with seats at 10 and tokens at 9 for 1,000, whose chats cost 2 tokens and whose images what a formula says; tokens are topped
 * up at 0.02. `basic-ai` at 10 sells tokens at 4. An addon `more` at 5 sells gems by the month, in tiers.
 */
async function sellCredits(api: ApiClient): Promise<void> {
  for (const id of ['tokens', 'gems'])
    await expectOk(
      api.rest('POST', '/credits/custom-currencies', { id, displayName: id === 'gems' ? 'Gems' : 'Tokens' }),
    );
  await createFeature(api, 'chats', 'metered');
  await createFeature(api, 'images', 'metered');
  const tiers = [{ upTo: 100, unitPrice: { amount: 0.1 } }, { unitPrice: { amount: 0.05 } }];
  const gems = {
    ...{ billingModel: 'CREDIT_BASED', topUpCustomCurrencyId: 'gems', tiersMode: 'GRADUATED' },
    pricePeriods: [{ billingPeriod: 'MONTHLY', tiers, creditGrantCadence: 'MONTHLY' }],
  };
  await publishAddon(api, {
    ...{ id: 'more', productId: 'main', pricingType: null },
    patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(5), gems] } },
  });
  const byYear = { pricePeriods: [monthly(20), monthly(200, { billingPeriod: 'ANNUALLY' })] };
  const seats = { billingModel: 'PER_UNIT', featureId: 'seats' };
  const bySeat = { pricePeriods: [monthly(10), monthly(100, { billingPeriod: 'ANNUALLY' })] };
  const rated = [ratedUsage('chats', { amount: 2 }), ratedUsage('images', formula)];
  const prices = {
    ai: [{ ...flatFee(20), ...byYear }, { ...seats, ...bySeat }, soldTokens(9), ...rated, topUp()],
    'basic-ai': [flatFee(10), soldTokens(4)],
  };
  for (const [id, pricingModels] of Object.entries(prices))
    await publishPlan(api, {
      ...{ id, productId: 'main', pricingType: null },
      entitlements: ['chats', 'images'].map(unlimited),
      patch: { compatibleAddonIds: ['more'], charges: { pricingType: 'PAID', pricingModels } },
    });
}

/** An `InvoiceStory` with plans that sell credits. */
export class CreditStory extends InvoiceStory {
  static override async begin(app: TestApp): Promise<CreditStory> {
    const { place } = await InvoiceStory.begin(app);
    const story = new CreditStory(app, place);
    await sellCredits(story.api);
    return story;
  }

  /** One seat and 2,500 tokens, by the month and billed here: 20 + 10 + 27. */
  ai = (more: Json = {}) =>
    this.begun('ai', {
      ...{ billingPeriod: 'MONTHLY', paymentCollectionMethod: 'INVOICE' },
      ...{ charges: [...units(1), ...tokens(2500)], ...more },
    });

  /** A plan of one price of usage, which it grants. */
  sellUsage = (id: string, featureId: string, price: Json) =>
    publishPlan(this.api, {
      ...{ id, productId: 'main', pricingType: null, entitlements: [unlimited(featureId)] },
      patch: { charges: { pricingType: 'PAID', pricingModels: [price] } },
    });

  /** Told nowhere yet, as units are. */
  async creditsOf(id: string): Promise<Json> {
    const [row] = await this.app.dataSource.query<{ credits: { currencyId: string; quantity: number }[] }[]>(
      `select coalesce(purchase -> 'credits', '[]') as credits from subscription where id = $1`,
      [id],
    );
    return Object.fromEntries((row?.credits ?? []).map(({ currencyId, quantity }) => [currencyId, quantity]));
  }

  /** What is told of credits among the prices. */
  async creditPrices(id: string): Promise<Json[]> {
    const prices = (await this.get(id))['prices'] as Json[];
    return prices.filter((price) => 'currencyId' in price || 'creditRate' in price);
  }

  /** Another version of a plan. */
  async republish(id: string, pricingModels: Json[], migrationType = 'NEW_CUSTOMERS'): Promise<void> {
    await expectOk(this.api.rest('POST', `/plans/${id}/draft`));
    await expectOk(
      this.api.rest('PATCH', `/plans/${id}`, { charges: { pricingType: 'PAID', pricingModels } }),
    );
    await expectOk(this.api.rest('POST', `/plans/${id}/publish`, { migrationType }));
  }
}
