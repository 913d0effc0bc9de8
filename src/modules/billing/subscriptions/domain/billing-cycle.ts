import type { BillingPeriod } from '#libs/business/pricing/charge';
import { addMonths, monthsBetween } from '#libs/kernel/period';

/** How often a PAID subscription is billed, and from where its periods are counted. Domain: customers-subscriptions B1 */
export interface BillingCycle {
  anchor: Date;
  period: BillingPeriod;
}

/** Half-open: the end is the start of the next. */
export interface BillingPeriodRange {
  start: Date;
  end: Date;
}

export const monthsOf = { MONTHLY: 1, ANNUALLY: 12 } as const satisfies Record<BillingPeriod, number>;

/**
 * The period that holds the instant. Each boundary is counted from the anchor and clamped to its month, never from the
 * boundary before: 31 January, 28 February, 31 March.
 */
export function billingPeriodAt({ anchor, period }: BillingCycle, at: Date): BillingPeriodRange {
  const months = monthsOf[period];
  const boundary = (index: number): Date => addMonths(anchor, index * months);
  let index = Math.floor(monthsBetween(anchor, at) / months);
  if (boundary(index) > at) index -= 1;
  else if (boundary(index + 1) <= at) index += 1;
  return { start: boundary(index), end: boundary(index + 1) };
}
