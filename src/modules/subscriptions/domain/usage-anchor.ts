import type { UsageResetCutoff } from '#modules/products';

/**
 * From where the windows are counted after a change of what the customer holds: on from where they were, unless the product
 * restarts usage with every change. A plan without billing cycle restarts none (BILLING_PERIOD_CHANGE).
 * Domain: entitlements-usage H1
 */
export const anchorAfterChange = (cutoff: UsageResetCutoff, before: Date, now: Date): Date =>
  cutoff === 'ALWAYS_RESET' ? now : before;
