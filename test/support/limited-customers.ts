import { createCustomer, createFeature, createProduct, feature, publishPlan, subscribe } from './catalog';
import type { ApiClient } from './client';
import { meteredFeature } from './metered-customers';

/** Customers who may each use so much of the one feature in a year, and not more. */
export async function sellLimited(
  api: ApiClient,
  usageLimit: number,
  customers: readonly string[],
): Promise<void> {
  await createProduct(api, 'product');
  await createFeature(api, meteredFeature, 'metered');
  const entitlements = [feature(meteredFeature, { usageLimit })];
  await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
  for (const id of customers) {
    await createCustomer(api, id);
    await subscribe(api, id, 'plan');
  }
}
