/** Objects that fields name by their ids. */
export type Referred =
  | 'addon'
  | 'coupon'
  | 'currency'
  | 'customer'
  | 'feature'
  | 'plan'
  | 'product'
  | 'subscription';

const byName: Record<string, Referred> = {
  ...{ addonId: 'addon', addonIds: 'addon', compatibleAddonIds: 'addon' },
  ...{ couponId: 'coupon', appliedCouponId: 'coupon' },
  ...{ currencyId: 'currency', customCurrencyId: 'currency', topUpCustomCurrencyId: 'currency' },
  ...{ customerId: 'customer', payingCustomerId: 'customer', targetCustomerId: 'customer' },
  ...{ featureId: 'feature', featureIds: 'feature', dependencyFeatureId: 'feature' },
  ...{ planId: 'plan', parentPlanId: 'plan', basePlanId: 'plan', targetPlanId: 'plan' },
  ...{ productId: 'product', targetProductId: 'product', sourceProductId: 'product' },
  ...{ subscriptionId: 'subscription' },
};

/** What a field names, by its own name; undefined where it names nothing that is listed. */
export const referredBy = (name: string): Referred | undefined => byName[name];
