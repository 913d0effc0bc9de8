import { createFeature, createProduct, feature, publishAddon, publishPlan } from './catalog';
import type { ApiClient } from './client';

const sold = new WeakMap<ApiClient, Promise<void>>();

/** Two products with plans and addons of every kind that a subscription can name; once per environment. */
export function sellOnce(api: ApiClient): Promise<void> {
  const selling = sold.get(api) ?? sell(api);
  sold.set(api, selling);
  return selling;
}

async function sell(api: ApiClient): Promise<void> {
  await createProduct(api, 'single');
  await createProduct(api, 'multiple', { multipleSubscriptions: true });
  await createFeature(api, 'calls', 'metered');
  await createFeature(api, 'seats', 'gauge');
  const calls = (usageLimit: number) => [feature('calls', { usageLimit, resetPeriod: 'MONTH' })];
  await publishAddon(api, { id: 'free-addon', productId: 'single', entitlements: calls(10) });
  await publishAddon(api, { id: 'limited', productId: 'single', maxQuantity: 2, entitlements: calls(5) });
  await publishAddon(api, {
    id: 'dependent',
    productId: 'single',
    patch: { dependencies: ['free-addon'] },
    entitlements: calls(1),
  });
  await publishAddon(api, {
    id: 'custom-addon',
    productId: 'single',
    pricingType: 'CUSTOM',
    entitlements: calls(7),
  });
  await publishAddon(api, { id: 'unlisted', productId: 'single', entitlements: calls(1) });
  const compatibleAddonIds = ['free-addon', 'limited', 'dependent', 'custom-addon'];
  await publishPlan(api, {
    id: 'free',
    productId: 'single',
    patch: { compatibleAddonIds },
    entitlements: calls(100),
  });
  await publishPlan(api, {
    id: 'custom',
    productId: 'single',
    pricingType: 'CUSTOM',
    patch: { compatibleAddonIds },
    entitlements: [...calls(500), feature('seats', { isCustom: true })],
  });
  await publishPlan(api, { id: 'per-workspace', productId: 'multiple', entitlements: calls(50) });
}
