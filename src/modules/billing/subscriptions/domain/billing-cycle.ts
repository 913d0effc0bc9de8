import type { BillingPeriod } from '#libs/business/pricing/charge';
import { addMonths, latest, monthsBetween } from '#libs/kernel/period';
import type { Purchase } from './purchase';

/** How often a PAID subscription is billed, and from where its periods are counted. Domain: customers-subscriptions B1 */
export interface BillingCycle {
  anchor: Date;
  period: BillingPeriod;
  /** Where its first period begins: that one is a stub if its anchor counts a longer one. Domain: customers-subscriptions B2 */
  begin?: Date | undefined;
}

/** Half-open: the end is the start of the next. */
export interface BillingPeriodRange {
  start: Date;
  end: Date;
}

/** On which a purchase is billed. */
export const cycleOf = ({ billingPeriod, firstPeriodStart }: Purchase, anchor: Date): BillingCycle => ({
  anchor,
  period: billingPeriod,
  begin: firstPeriodStart === undefined ? undefined : new Date(firstPeriodStart),
});

export const monthsOf = { MONTHLY: 1, ANNUALLY: 12 } as const satisfies Record<BillingPeriod, number>;

/**
 * The period that holds the instant, which is not before the cycle begins. Each boundary is counted from the anchor and clamped to its
 * month, never from the boundary before: 31 January, 28 February, 31 March. The anchor may lie after the instant.
 */
export function billingPeriodAt({ anchor, period, begin }: BillingCycle, at: Date): BillingPeriodRange {
  const months = monthsOf[period];
  const boundary = (index: number): Date => addMonths(anchor, index * months);
  let index = Math.floor(monthsBetween(anchor, at) / months);
  if (boundary(index) > at) index -= 1;
  else if (boundary(index + 1) <= at) index += 1;
  const start = boundary(index);
  return { start: begin ? latest(begin, start) : start, end: boundary(index + 1) };
}

/** What a change may wait for. Domain: customers-subscriptions D6 */
export type PeriodEnd = 'END_OF_BILLING_PERIOD' | 'END_OF_BILLING_MONTH';

/** The end of the period, or of the month of a longer one, that holds the instant. Domain: customers-subscriptions B3, D6 */
export const endOfWaiting = (cycle: BillingCycle, until: PeriodEnd, at: Date): Date =>
  billingPeriodAt(until === 'END_OF_BILLING_MONTH' ? { ...cycle, period: 'MONTHLY' } : cycle, at).end;
