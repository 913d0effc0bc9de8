import { createFeature, createProduct, feature, publishPlan } from './catalog';
import type { ApiClient } from './client';

const monthly = { resetPeriod: 'MONTH' };

/** A plan with a feature of every kind, and one that is sold for resources. */
export async function sellEveryKind(api: ApiClient): Promise<void> {
  await createProduct(api, 'product');
  await createFeature(api, 'sso', 'switch');
  await createFeature(api, 'calls', 'metered');
  await createFeature(api, 'seats', 'gauge');
  await createFeature(api, 'size', 'choice');
  await publishPlan(api, {
    id: 'plan',
    productId: 'product',
    entitlements: [
      feature('sso'),
      feature('calls', { usageLimit: 100, ...monthly }),
      feature('seats', { usageLimit: 3 }),
      feature('size', { enumValues: ['small'] }),
    ],
  });
  await createProduct(api, 'sites', { multipleSubscriptions: true });
  await publishPlan(api, {
    id: 'site',
    productId: 'sites',
    entitlements: [
      feature('calls', { usageLimit: 7, resetPeriod: 'DAY' }),
      feature('size', { enumValues: ['large'] }),
    ],
  });
}
