import { apiOf } from './api';

/** A plan whose one feature is paid in credits, and customers who have it with credits to last. */
export const rated = { planId: 'rated', featureId: 'chats', customers: 10 } as const;

export const ratedCustomer = (n: number): string => `rated-${n}`;

export async function sellRatedPlan(
  url: string,
  key: string,
  productId: string,
  currencyId: string,
): Promise<void> {
  const ask = apiOf(url, key);
  const { planId, featureId, customers } = rated;
  const metered = { featureType: 'NUMBER', meterType: 'INCREMENTAL' };
  await ask('POST', '/features', { id: featureId, displayName: 'Chats', ...metered });
  await ask('POST', '/plans', { id: planId, displayName: 'Rated', productId, pricingType: null });
  const entitlements = [{ type: 'FEATURE', id: featureId, hasUnlimitedUsage: true }];
  await ask('POST', `/plans/${planId}/entitlements`, { entitlements });
  const pricePeriods = [{ billingPeriod: 'MONTHLY', creditRate: { amount: 1, currencyId } }];
  const pricingModels = [{ billingModel: 'USAGE_BASED', featureId, pricePeriods }];
  await ask('PATCH', `/plans/${planId}`, { charges: { pricingType: 'PAID', pricingModels } });
  await ask('POST', `/plans/${planId}/publish`, { migrationType: 'NEW_CUSTOMERS' });
  for (let n = 1; n <= customers; n++) {
    const customerId = ratedCustomer(n);
    await ask('POST', '/customers', { id: customerId, name: `Rated ${n}` });
    await ask('POST', '/subscriptions', { customerId, planId, billingPeriod: 'MONTHLY' });
    const given = { displayName: 'Bench', grantType: 'PROMOTIONAL', amount: 1_000_000_000 };
    await ask('POST', '/credits/grants', { customerId, currencyId, ...given });
  }
}
