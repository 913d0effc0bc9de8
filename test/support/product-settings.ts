import { createFeature, createProduct, feature, publishPlan, type Json } from './catalog';
import type { ApiClient } from './client';

/** Settings that name no plan. */
export const plainSettings = {
  subscriptionStartSetup: 'PLAN_SELECTION',
  subscriptionEndSetup: 'CANCEL_SUBSCRIPTION',
  subscriptionCancellationTime: 'IMMEDIATE',
};

export const startingWith = (subscriptionStartPlanId?: string | null): Json => ({
  ...plainSettings,
  subscriptionStartSetup: 'FREE_PLAN',
  subscriptionStartPlanId,
});

/** The same with the trial of a plan. */
export const startingWithTrialOf = (subscriptionStartPlanId: string): Json => ({
  ...startingWith(subscriptionStartPlanId),
  subscriptionStartSetup: 'TRIAL_PERIOD',
});

export const downgradingTo = (downgradePlanId?: string | null): Json => ({
  ...plainSettings,
  subscriptionEndSetup: 'DOWNGRADE_TO_FREE',
  downgradePlanId,
});

export const changeSettings = (api: ApiClient, productSettings: Json, productId = 'main') =>
  api.rest('PATCH', `/products/${productId}`, { productSettings });

/** A product `main` with the plans `free` (10 calls a month) and `custom` (100). */
export async function sellFreeAndCustom(api: ApiClient): Promise<void> {
  await createProduct(api, 'main');
  await createFeature(api, 'calls', 'metered');
  const calls = (usageLimit: number) => [feature('calls', { usageLimit, resetPeriod: 'MONTH' })];
  await publishPlan(api, { id: 'free', productId: 'main', entitlements: calls(10) });
  const custom = { id: 'custom', productId: 'main', pricingType: 'CUSTOM' };
  await publishPlan(api, { ...custom, entitlements: calls(100) });
}
