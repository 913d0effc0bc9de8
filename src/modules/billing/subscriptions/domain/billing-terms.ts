import type { BillTerms } from '#libs/business/pricing/period-bill';
import type { ChangeTerms } from '#libs/business/pricing/change-bill';
import type { Charge } from '#libs/business/pricing/charge';
import type { ChargeUse } from '#libs/business/pricing/charge-line';
import { shareLeft, type Share } from '#libs/business/pricing/share';
import type { Decimal } from '#libs/kernel/decimal';
import { addMs, latest } from '#libs/kernel/period';
import { billingPeriodAt, cycleOf, type BillingPeriodRange } from './billing-cycle';
import { usesOf } from './charge-uses';
import { firstChargeOf } from './first-charge';
import { ownFloorOf } from './own-minimum-spend';
import type { Purchase } from './purchase';
import type { Subscription } from './subscription';
import { unbilledAt } from './unbilled';

/** A subscription with the prices that it runs on. */
export interface Priced {
  subscription: Subscription;
  rows: readonly Charge[];
}

/** What is billed, and the days for which. */
export interface Due<Terms> {
  terms: Terms;
  period: BillingPeriodRange;
}

/**
 * What a change makes due in advance at its instant: the first period of what begins, or the rest of the one that goes on; what was paid
 * for of what ends comes back. Domain: customers-subscriptions R1, V6, B4
 * @param was what ran until then, itself before a change of its own
 * @param isServed what was paid for is served on the new terms. Domain: customers-subscriptions R3
 * @returns null where nothing is paid for: in a trial, before the start, in a period that is not charged, without a price
 */
export function dueOnChange(
  was: Priced | null,
  is: Priced | null,
  at: Date,
  isServed = false,
): Due<ChangeTerms> | null {
  const paidUntil = was?.subscription.billedUntil ?? null;
  const before = was && !isUnpaidAt(was.subscription, at) ? upTo(paidUntil, paidPartOf(was, at)) : null;
  // At the end of what was paid for, the bill of the next period has it; but a cycle that begins here is paid for from here.
  const isDueAnyway = !before && was?.subscription.uid === is?.subscription.uid && !beginsCycle(was, is, at);
  const goesOn = isServed || (was !== null && is !== null && isSameCycle(was.subscription, is.subscription));
  const next = is && !isDueAnyway ? paidPartOf(is, at) : null;
  const after = before && goesOn ? upTo(paidUntil, next) : next;
  const currency = after?.purchase.currency ?? before?.purchase.currency ?? null;
  const period = after?.period ?? before?.period;
  if (currency === null || !period) return null;
  // What is asked once was asked with the package that brought it, also where the period before was the last that was paid for. No other
  // version of it asks again.
  const known = was && (before || wasCharged(was.subscription)) ? was.subscription.packages : [];
  const held = new Set(known.map(({ packageUid }) => packageUid));
  const isNew = ({ addonId }: Charge): boolean => !held.has(is ? packageOf(is.subscription, addonId) : '');
  return {
    period,
    terms: {
      currency,
      // Nothing is converted: what comes back in another currency is no part of this bill (contracts-billing R4).
      credits: before && before.purchase.currency === currency ? usesIn(before) : [],
      debits: after ? usesIn(after, isNew) : [],
      unbilled: before && !(after && goesOn) ? leftUnbilled(before.subscription, at) : null,
    },
  };
}

/**
 * The bill of the period that holds the instant, whole or as long as it is. Domain: catalog R8; customers-subscriptions B2, O2, W1
 * @returns null where it has no period then
 */
export function dueOfPeriod({ subscription, rows }: Priced, at: Date): Due<BillTerms> | null {
  const { purchase, billingCycleAnchor: anchor } = subscription;
  if (!purchase?.currency || !anchor || !subscription.hasPeriodAt(at)) return null;
  const period = billingPeriodAt(cycleOf(purchase, anchor), at);
  const share = partFrom(purchase, anchor, period.start);
  const isFirst = firstChargeOf(subscription, purchase) >= period.start;
  const { addons } = subscription;
  const uses = usesOf({ purchase, addons }, rows, { share, isFirst: () => isFirst });
  const minimumSpend = ownFloorOf(purchase, share);
  return { period, terms: { currency: purchase.currency, uses, minimumSpend } };
}

/** What is paid in advance of the period that begins where it is billed up to, or of what is left of it. Domain: customers-subscriptions B1, R3 */
export function dueInAdvance({ subscription, rows }: Priced): Due<ChangeTerms> | null {
  const { purchase, billingCycleAnchor: anchor, billedUntil: from } = subscription;
  if (!purchase?.currency || !anchor || !from) return null;
  const { end } = billingPeriodAt(cycleOf(purchase, anchor), from);
  const isAllNew = firstChargeOf(subscription, purchase).getTime() === from.getTime();
  // An addon may have waited for this period.
  const joined = new Map(subscription.addons.map(({ packageId, joinedAt }) => [packageId, joinedAt]));
  const isFirst = ({ addonId }: Charge): boolean =>
    isAllNew || (addonId !== null && joined.get(addonId)?.getTime() === from.getTime());
  const billed = { share: partFrom(purchase, anchor, from), isFirst };
  const debits = usesOf({ purchase, addons: subscription.addons }, rows, billed);
  return { period: { start: from, end }, terms: { currency: purchase.currency, credits: [], debits } };
}

/** From where the last document spans: it is of the period that ends with it, also where the next one would begin. Domain: contracts-billing V10 */
export function lastDocumentFrom(
  { purchase, billingCycleAnchor: anchor, startDate }: Subscription,
  end: Date,
): Date {
  if (!purchase || !anchor) return startDate;
  return latest(startDate, billingPeriodAt(cycleOf(purchase, anchor), addMs(end, -1)).start);
}

/** When the next period begins that is paid for: the first one, after a trial and the start, or the one after this. */
export function nextPeriodStart(subscription: Subscription, now: Date): Date | null {
  const begin = paidFrom(subscription, now);
  return begin > now ? begin : (subscription.billingPeriodAt(now)?.end ?? null);
}

/** From when on it is paid for, if that is to come: after its start and its trial; else now. Domain: customers-subscriptions B1 */
export const paidFrom = ({ startDate, trialEndsAt }: Subscription, now: Date): Date =>
  latest(now, latest(startDate, trialEndsAt ?? startDate));

/** What of a period is paid for in advance at an instant of it. */
interface PaidPart extends Priced {
  purchase: Purchase;
  period: BillingPeriodRange;
  /** Null: all of it. */
  share: Share | null;
}

function paidPartOf({ subscription, rows }: Priced, at: Date): PaidPart | null {
  const { purchase, billingCycleAnchor: anchor } = subscription;
  if (!purchase || !anchor || !subscription.hasPeriodAt(at)) return null;
  if (purchase.chargedFrom !== undefined && at < new Date(purchase.chargedFrom)) return null;
  const { end } = billingPeriodAt(cycleOf(purchase, anchor), at);
  const share = partFrom(purchase, anchor, at);
  return { subscription, rows, purchase, period: { start: at, end }, share };
}

/** Not beyond what is paid for: without proration another cycle may wait for its end. Domain: customers-subscriptions R3 */
function upTo(until: Date | null, part: PaidPart | null): PaidPart | null {
  if (!part || !until || until >= part.period.end) return part;
  const { start, end } = part.period;
  const { part: left, whole } = part.share ?? shareLeft(part.period, start);
  const beyond = shareLeft({ start, end }, until).part;
  return { ...part, period: { start, end: until }, share: { part: left.minus(beyond), whole } };
}

/** Does it go on in the cycle of what ran? */
export const isSameCycle = (was: Subscription, is: Subscription): boolean =>
  was.billingCycleAnchor?.getTime() === is.billingCycleAnchor?.getTime() &&
  was.purchase?.billingPeriod === is.purchase?.billingPeriod;

const leftUnbilled = ({ billing, billedUntil }: Subscription, at: Date): Decimal | null =>
  billedUntil && unbilledAt(billing?.unbilled, billedUntil, at);

/** Domain: customers-subscriptions B4 */
const beginsCycle = (was: Priced | null, is: Priced | null, at: Date): boolean =>
  is?.subscription.billingCycleAnchor?.getTime() === at.getTime() &&
  was?.subscription.billingCycleAnchor?.getTime() !== at.getTime();

/** Of what is billed here: is the period that begins then still to be billed? */
const isUnpaidAt = ({ billedUntil }: Subscription, at: Date): boolean =>
  billedUntil !== null && billedUntil <= at;

/** Of what is billed here: was anything of it charged before? */
const wasCharged = (subscription: Subscription): boolean => {
  const { billedUntil, purchase } = subscription;
  return billedUntil !== null && purchase !== null && billedUntil > firstChargeOf(subscription, purchase);
};

/** Of a whole period as the anchor counts it, also where the first one is shorter. ADR-0069 */
function partFrom({ billingPeriod }: Purchase, anchor: Date, at: Date): Share | null {
  const whole = billingPeriodAt({ anchor, period: billingPeriod }, at);
  return whole.start.getTime() === at.getTime() ? null : shareLeft(whole, at);
}

const usesIn = (
  { subscription: { addons }, purchase, rows, share }: PaidPart,
  isFirst: (charge: Charge) => boolean = () => false,
): ChargeUse[] => usesOf({ purchase, addons }, rows, { share, isFirst });

const packageOf = ({ addons, planUid }: Subscription, addonId: string | null): string =>
  addonId === null ? planUid : (addons.find(({ packageId }) => packageId === addonId)?.packageUid ?? '');
