import { addMs, hourMs } from '#libs/kernel/period';
import { cycleOf, endOfWaiting, monthsOf } from './billing-cycle';
import type { Terms } from './terms';

/** So long before it ends. */
const aheadMs = hourMs;

/**
 * When the end of a billing month is told next: after this instant, so each is told once. What is billed by the month has none, its periods are
 * the months. Domain: customers-subscriptions B3
 */
export function noticeOfMonth(
  { purchase, billingCycleAnchor: anchor }: Pick<Terms, 'purchase' | 'billingCycleAnchor'>,
  now: Date,
): Date | null {
  if (!purchase || !anchor || monthsOf[purchase.billingPeriod] === 1) return null;
  const end = endOfWaiting(cycleOf(purchase, anchor), 'END_OF_BILLING_MONTH', addMs(now, aheadMs));
  return addMs(end, -aheadMs);
}
