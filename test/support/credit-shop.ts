import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  type Json,
} from './catalog';
import { expectOk, type ApiClient } from './client';
import { ratedUsage, soldTokens, topUp } from './credit-story';
import { meterOf } from './metered-features';
import { flatFee, monthly } from './priced-plans';

/** Raw events by their names, with what their meters add up. */
export const metered = ['prompts', 'bytes', 'renders'] as const;
export const reported = ['chats', 'images'] as const;

const blocks = { divide: 1000, round: 'UP' };
const credit = (id: string, amount: number, more: Json = {}): Json => ({
  ...{ type: 'CREDIT', id, amount, cadence: 'MONTH' },
  ...more,
});

/** What usage takes: `times` as much in a dearer plan. */
const rated = (times: number): Json[] => [
  ratedUsage('chats', { amount: 2 * times }),
  ratedUsage('images', { amount: 1, costFormula: `${times} * 0.5 * words` }),
  ratedUsage('prompts', { amount: 0.25 * times }),
  ratedUsage('bytes', { amount: 3 * times }),
  ratedUsage('renders', { amount: 1, costFormula: `max(${times}, words / 4)` }),
];

const byYear = (price: number): Json => ({
  billingModel: 'FLAT_FEE',
  pricePeriods: [monthly(price), monthly(price * 10, { billingPeriod: 'ANNUALLY' })],
});

/**
 * Features whose usage is paid in tokens, reported and metered, and plans that give them: `small` by the month, `large` by the month and gems by
 * the year, and more tokens in blocks as they are bought; `site` for each resource of a customer. The addon `more` gives tokens and gems.
 */
async function sellForCredits(api: ApiClient): Promise<void> {
  for (const id of ['tokens', 'gems'])
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id, displayName: id }));
  await createProduct(api, 'main');
  await createProduct(api, 'sites', { multipleSubscriptions: true });
  for (const id of reported) await createFeature(api, id, 'metered');
  await createFeature(api, 'prompts', 'metered', { meter: meterOf('COUNT', undefined, 'prompts') });
  await createFeature(api, 'renders', 'metered', { meter: meterOf('COUNT', undefined, 'renders') });
  const size = { meter: meterOf('SUM', 'size', 'bytes'), unitTransformation: blocks };
  await createFeature(api, 'bytes', 'metered', size);
  await publishAddon(api, {
    ...{ id: 'more', productId: 'main', pricingType: null },
    entitlements: [
      credit('tokens', 60, { behavior: 'Increment' }),
      credit('gems', 5, { behavior: 'Increment' }),
    ],
    patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(5)] } },
  });
  const usage = [...reported, ...metered].map((id) => feature(id, { hasUnlimitedUsage: true }));
  const sell = (id: string, productId: string, entitlements: Json[], pricingModels: Json[]) =>
    publishPlan(api, {
      ...{ id, productId, pricingType: null, entitlements: [...usage, ...entitlements] },
      patch: {
        ...(productId === 'main' && { compatibleAddonIds: ['more'] }),
        charges: { pricingType: 'PAID', pricingModels },
      },
    });
  await sell('small', 'main', [credit('tokens', 200)], [byYear(9), ...rated(1)]);
  const large = [credit('tokens', 500), credit('gems', 80, { cadence: 'YEAR' })];
  await sell('large', 'main', large, [byYear(49), soldTokens(4), topUp(), ...rated(2)]);
  await sell('site', 'sites', [credit('tokens', 90)], [byYear(5), ...rated(1)]);
}

export const stockForCredits = async (api: ApiClient, customers: readonly string[]): Promise<void> => {
  await sellForCredits(api);
  for (const id of customers) await createCustomer(api, id);
};
