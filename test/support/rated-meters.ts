import { createFeature, feature, publishPlan, type Json } from './catalog';
import { expectOk } from './client';
import { ratedUsage } from './credit-story';
import { giveCredits } from './credits';
import { meterOf } from './metered-features';
import type { RatedStory } from './rated-story';

/** Features by their meters, with what their usage takes. */
const rates: [id: string, meter: Json, rate: Json, more?: Json][] = [
  ['prompts', meterOf('COUNT', undefined, 'prompt'), { amount: 2 }],
  ['renders', meterOf('COUNT', undefined, 'render'), { amount: 1, costFormula: '0.5 * words / scale' }],
  ['bytes', meterOf('SUM', 'size', 'upload'), { amount: 3 }, { divide: 1000, round: 'UP' }],
  ['models', meterOf('UNIQUE', 'model', 'call'), { amount: 1 }],
];

/**
 * `ada` has plan `metered` in place of `ai`, and 1,000 tokens that were bought: a prompt takes 2 of them, a render what its formula says, 1,000
 * bytes that are begun take 3, and models none, for their meter adds nothing up.
 */
export async function rateMeters(story: RatedStory): Promise<void> {
  const { api } = story;
  for (const [id, meter, , unitTransformation] of rates)
    await createFeature(api, id, 'metered', unitTransformation ? { meter, unitTransformation } : { meter });
  const pricingModels = rates.map(([id, , rate]) => ratedUsage(id, rate));
  await publishPlan(api, {
    ...{ id: 'metered', productId: 'main', pricingType: null },
    entitlements: rates.map(([id]) => feature(id, { hasUnlimitedUsage: true })),
    patch: { charges: { pricingType: 'PAID', pricingModels } },
  });
  await expectOk(story.cancel(await story.idOfCustomer('ada'), { cancellationTime: 'IMMEDIATE' }));
  await story.begun('metered', { billingPeriod: 'MONTHLY' });
  await giveCredits(api, { customerId: 'ada', amount: 1000 });
}
