import { minimumSpendOf, type MinimumSpend } from '#libs/business/pricing/minimum-spend';
import { shareLeft, shareOf, type Share } from '#libs/business/pricing/share';
import type { Decimal } from '#libs/kernel/decimal';
import { addMs, latest } from '#libs/kernel/period';
import { billingPeriodAt, cycleOf, type BillingPeriodRange } from './billing-cycle';
import { isSameCycle, type Priced } from './billing-terms';
import { usesOf } from './charge-uses';
import { firstChargeOf } from './first-charge';
import { ownFloorOf } from './own-minimum-spend';
import type { Subscription } from './subscription';

/** Of a part of a period, or of a whole one where that is null; null where nothing says of a minimum. Domain: catalog R8; customers-subscriptions O2 */
export function minimumOf(
  { subscription: { purchase, addons }, rows }: Priced,
  share: Share | null,
): MinimumSpend | null {
  if (!purchase?.currency) return null;
  const own = ownFloorOf(purchase, share);
  return own ?? minimumSpendOf(usesOf({ purchase, addons }, rows, { share, isFirst: () => false }));
}

/** What a part comes to at least that lies within one period, by its share of a whole one as the anchor counts it. Not rounded. Domain: catalog R8 */
export function minimumOfPart(priced: Priced, { start, end }: BillingPeriodRange): Decimal | null {
  const { purchase, billingCycleAnchor: anchor } = priced.subscription;
  if (!purchase || !anchor) return null;
  const whole = billingPeriodAt({ anchor, period: purchase.billingPeriod }, start);
  const minimum = minimumOf(priced, shareBetween(whole, { start, end }));
  return minimum && shareOf(minimum.amount, minimum.share);
}

/**
 * From where the part is served that ends at an instant and is held to the minimum spend; null where no part of its period is, for nothing of it
 * was billed. ADR-0143
 */
export function heldToMinimumFrom(subscription: Subscription, until: Date): Date | null {
  const { purchase, billing, billingCycleAnchor: anchor } = subscription;
  if (!purchase?.currency || !anchor || billing?.usageFrom === undefined) return null;
  const cycle = cycleOf(purchase, anchor);
  if (billing.minimumFrom === undefined) {
    const { start, end } = billingPeriodAt(cycle, new Date(billing.usageFrom));
    return firstChargeOf(subscription, purchase) <= start && start < until && until <= end ? start : null;
  }
  // The last release renews without a word of it.
  const from = latest(billingPeriodAt(cycle, addMs(until, -1)).start, new Date(billing.minimumFrom));
  return from < until ? from : null;
}

/** Is the period that ran over with a change, or ended by it? A cycle that begins closes the one before. Domain: customers-subscriptions B4 */
export const closesPeriod = (was: Subscription, after: Subscription, at: Date): boolean =>
  (was.billedUntil !== null && was.billedUntil <= at) || !isSameCycle(was, after);

/**
 * From where on what runs after a change is held to its minimum that began with it, or closed a period: from when on it is charged. Where what
 * was paid for is served, that is the next period. Domain: customers-subscriptions R3, V6
 */
export function heldAnewFrom(after: Subscription, servedUntil: Date | null, at: Date): Date {
  if (servedUntil) return servedUntil;
  return after.purchase ? latest(at, firstChargeOf(after, after.purchase)) : at;
}

/** Null: all of it. */
function shareBetween(whole: BillingPeriodRange, { start, end }: BillingPeriodRange): Share | null {
  if (whole.start.getTime() === start.getTime() && whole.end.getTime() === end.getTime()) return null;
  const [left, beyond] = [shareLeft(whole, start), shareLeft(whole, end)];
  return { part: left.part.minus(beyond.part), whole: left.whole };
}
