import { addMonths, startOfMonth } from '#libs/kernel/period';
import type { BillingAnchor } from '#modules/platform/environment-settings';
import { billingPeriodAt, cycleOf } from './billing-cycle';
import type { Purchase } from './purchase';
import type { Terms } from './terms';

/** What decides from where the periods of a new cycle are counted. */
export interface FirstCycle {
  setting: BillingAnchor;
  /** From when on it is paid for. */
  begin: Date;
  /** Of the customer's oldest live PAID subscription, if there is one. */
  oldestAnchor: Date | null;
}

/**
 * From where the periods of a new cycle are counted: its begin, the 1st of a month that is not before it, or the anchor of the
 * customer's oldest subscription. A boundary is never taken for an adopted anchor: from 28 February would not follow 31 March.
 * Domain: customers-subscriptions B2
 */
export function firstAnchor({ setting, begin, oldestAnchor }: FirstCycle): Date {
  if (setting === 'START_OF_THE_MONTH') return firstOfMonthFrom(begin);
  return (setting === 'SUBSCRIPTIONS_CONSOLIDATE_BILLING' && oldestAnchor) || begin;
}

/** Terms of a new cycle, by what the environment has chosen; the first period begins with it. Domain: customers-subscriptions B2 */
export function anchored(terms: Terms, purchase: Purchase, cycle: FirstCycle): Terms {
  const billingCycleAnchor = firstAnchor(cycle);
  if (billingCycleAnchor.getTime() === cycle.begin.getTime()) return { ...terms, billingCycleAnchor };
  const firstPeriodStart = cycle.begin.toISOString();
  return { ...terms, billingCycleAnchor, purchase: { ...purchase, firstPeriodStart } };
}

/** What was bought with a start gone by is charged from the next boundary on. Domain: customers-subscriptions V6 */
export function chargedFromNextPeriod(
  { purchase, billingCycleAnchor: anchor, ...terms }: Terms,
  now: Date,
): Terms {
  if (!purchase || !anchor) return { ...terms, purchase, billingCycleAnchor: anchor };
  const chargedFrom = billingPeriodAt(cycleOf(purchase, anchor), now).end.toISOString();
  return { ...terms, purchase: { ...purchase, chargedFrom }, billingCycleAnchor: anchor };
}

function firstOfMonthFrom(at: Date): Date {
  const first = startOfMonth(at);
  return first < at ? addMonths(first, 1) : first;
}

/**
 * The same cycle where what is paid for begins at another instant: counted from there, from the 1st that follows it, or from the adopted
 * anchor still. Domain: customers-subscriptions B2, T5
 */
export function begunOtherwise(
  { purchase, billingCycleAnchor: anchor }: Pick<Terms, 'purchase' | 'billingCycleAnchor'>,
  begin: Date,
): Pick<Terms, 'purchase' | 'billingCycleAnchor'> {
  if (!purchase || !anchor) return { purchase, billingCycleAnchor: anchor };
  const { firstPeriodStart: before } = purchase;
  if (before === undefined) return { purchase, billingCycleAnchor: begin };
  const isAdopted = anchor < new Date(before);
  return {
    purchase: { ...purchase, firstPeriodStart: begin.toISOString() },
    billingCycleAnchor: isAdopted ? anchor : firstOfMonthFrom(begin),
  };
}
