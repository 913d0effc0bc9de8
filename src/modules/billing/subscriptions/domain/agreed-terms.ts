import { Decimal } from '#libs/kernel/decimal';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { Charge } from '#libs/business/pricing/charge';
import { recurringMonthly } from '#libs/business/pricing/recurring-price';
import { downgradeIn, type Holding } from './change-direction';
import { usesOf } from './charge-uses';
import { pricedBy, purchaseOf, type Purchase, type PurchaseRequest } from './purchase';
import type { ScheduleStrategy } from './scheduled-update';
import type { PricingType } from '#modules/catalog/package-versions';
import type { Subscription } from './subscription';
import type { Terms } from './terms';
import type { SubscriptionPackage } from './subscription-package';

/** A plan with addons at the versions that price them. */
export interface Order {
  planUid: string;
  planId: string;
  pricingType: PricingType;
  versionUid: string;
  ancestorUids: readonly string[];
  addons: readonly { packageUid: string; packageId: string; versionUid: string; quantity: number }[];
}

export interface OrderRequest extends PurchaseRequest {
  billingCycleAnchor?: string;
  scheduleStrategy?: ScheduleStrategy;
}

/** An order with what prices it. */
export interface PricedOrder {
  order: Order;
  charges: readonly Charge[];
  /** What prices the subscription that it changes, where that is a PAID one. */
  held: readonly Charge[];
}

/**
 * The terms of a new or changed subscription. The cycle of a PAID one goes on in the PAID one that follows it.
 * Domain: customers-subscriptions V7, V8, B1, B4, D2
 * @param from where its first paid period would begin
 * @throws BillingPeriodMissingError, InvalidQuantity, BadUserInput, UnsupportedParameter
 */
export function agreedTerms(
  { order, charges, held }: PricedOrder,
  asked: OrderRequest,
  wishedCurrency: CurrencyCode | null,
  before: Subscription | undefined,
  from: Date,
): Terms {
  const running = before?.purchase ?? null;
  const purchase =
    order.pricingType === 'PAID' ? bought(order, charges, asked, wishedCurrency, before) : null;
  const holds = before && running && holding(orderOf(before, before.packages), held, running);
  const downgrade = holds ? downgradeIn(holds, holding(order, charges, purchase)) : null;
  const anchorBefore = before?.billingCycleAnchor ?? null;
  // The first period of a trial begins where that trial ends, so nothing that follows it takes it over.
  const isFollower = before?.slot === 'TRIAL' && before.planUid !== order.planUid;
  const goesOn = !isFollower && asked.billingCycleAnchor !== 'NOW';
  const keeps = anchorBefore !== null && goesOn;
  const billingCycleAnchor = purchase && (keeps ? anchorBefore : from);
  if (keeps && purchase && running?.firstPeriodStart) purchase.firstPeriodStart = running.firstPeriodStart;
  if (keeps && purchase && running?.chargedFrom) purchase.chargedFrom = running.chargedFrom;
  const isSameLength = running?.billingPeriod === purchase?.billingPeriod;
  const isCycleRestarted = purchase !== null && !(keeps && isSameLength);
  return { purchase, billingCycleAnchor, isCycleRestarted, downgrade };
}

export const versionsOf = ({
  versionUid,
  addons,
}: Order): { versionUid: string; addonId: string | null }[] => [
  { versionUid, addonId: null },
  ...addons.map((addon) => ({ versionUid: addon.versionUid, addonId: addon.packageId })),
];

function bought(
  { planId, planUid, addons }: Order,
  charges: readonly Charge[],
  request: OrderRequest,
  wishedCurrency: CurrencyCode | null,
  before: Subscription | undefined,
): Purchase {
  const isSamePlan = before?.planUid === planUid;
  const asked = isSamePlan || request.billingPeriod ? request : { ...request, ...onlyPeriodOf(charges) };
  const priced = new Set(charges.map(({ addonId }) => addonId));
  const addonIds = addons.map(({ packageId }) => packageId).filter((id) => priced.has(id));
  return purchaseOf({ planId, charges, addonIds, wishedCurrency }, asked, before?.purchase ?? undefined);
}

/** Of another plan nothing is asked where it is sold in one way only, whatever the former was. Domain: customers-subscriptions V7 */
function onlyPeriodOf(charges: readonly Charge[]): Pick<OrderRequest, 'billingPeriod'> {
  const sold = new Set(charges.flatMap(({ addonId, billingPeriod }) => (addonId ? [] : [billingPeriod])));
  const [billingPeriod] = sold;
  return sold.size === 1 && billingPeriod ? { billingPeriod } : {};
}

/** What a subscription stands on with these packages, as an order. */
export function orderOf(
  { planUid, planId, pricingType }: Subscription,
  packages: readonly SubscriptionPackage[],
): Order {
  const plans = packages.filter(({ role }) => role === 'PLAN');
  const addons = packages.filter(({ role }) => role === 'ADDON');
  const versionUid = plans.find(({ packageUid }) => packageUid === planUid)?.versionUid as string;
  const ancestorUids = plans.map(({ packageUid }) => packageUid).filter((uid) => uid !== planUid);
  return { planUid, planId, pricingType, versionUid, ancestorUids, addons };
}

function holding(order: Order, charges: readonly Charge[], purchase: Purchase | null): Holding {
  const { planUid, ancestorUids, pricingType } = order;
  const addons = new Map(order.addons.map(({ packageUid, quantity }) => [packageUid, quantity]));
  const monthlyPrice = purchase
    ? recurringMonthly(usesOf({ purchase, addons: order.addons }, pricedBy(charges, purchase)))
    : new Decimal(0);
  return { planUid, ancestorUids, pricingType, purchase, addons, monthlyPrice };
}
