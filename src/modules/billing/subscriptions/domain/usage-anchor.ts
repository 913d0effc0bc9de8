import type { UsageResetCutoff } from '#modules/catalog/products';

/**
 * From where the windows are counted after a change of what the customer holds: on from where they were, unless the product
 * restarts usage with every change, or with the billing cycle and that begins anew. Domain: entitlements-usage H1
 */
export function anchorAfterChange(
  cutoff: UsageResetCutoff,
  before: Date,
  isCycleRestarted: boolean,
  now: Date,
): Date {
  if (cutoff === 'ALWAYS_RESET') return now;
  return cutoff === 'BILLING_PERIOD_CHANGE' && isCycleRestarted ? now : before;
}
