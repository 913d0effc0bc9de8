import { expectOk, type ApiClient } from './client';

/** The feature that `sellMetered` sells, 1,000,000,000 a month. */
export const meteredFeature = 'api-calls';

/** A catalog of one plan with metered features, and customers who have subscribed to it. */
export async function sellMetered(
  api: ApiClient,
  customers: readonly string[],
  features: readonly string[] = [meteredFeature],
): Promise<void> {
  const post = (path: string, body: object): Promise<unknown> => expectOk(api.rest('POST', path, body));
  await post('/products', { id: 'product', displayName: 'Product' });
  for (const id of features) {
    await post('/features', { id, displayName: id, featureType: 'NUMBER', meterType: 'INCREMENTAL' });
  }
  await post('/plans', { id: 'plan', displayName: 'Plan', productId: 'product', pricingType: 'FREE' });
  const terms = {
    type: 'FEATURE',
    usageLimit: 1_000_000_000,
    resetPeriod: 'YEAR',
    yearlyResetPeriodConfiguration: { accordingTo: 'SubscriptionStart' },
  };
  await post('/plans/plan/entitlements', { entitlements: features.map((id) => ({ ...terms, id })) });
  await post('/plans/plan/publish', { migrationType: 'NEW_CUSTOMERS' });
  for (const id of customers) {
    await post('/customers', { id, name: `Name of ${id}` });
    await post('/subscriptions', { customerId: id, planId: 'plan' });
  }
}

/** What a check tells as used. */
export async function usageOf(
  api: ApiClient,
  customerId: string,
  featureId = meteredFeature,
): Promise<number> {
  const path = `/customers/${customerId}/entitlements/check?featureId=${featureId}`;
  return (await expectOk<{ currentUsage: number }>(api.rest('GET', path))).currentUsage;
}
