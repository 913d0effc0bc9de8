import { Decimal } from '#libs/kernel/decimal';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { Charge } from '#libs/business/pricing/charge';
import { recurringMonthly } from '#libs/business/pricing/recurring-price';
import { downgradeIn, type Holding } from './change-direction';
import { usesOf } from './charge-uses';
import { freeItemsOf, type FreeItem } from './free-copies';
import { periodsSold, pricedBy, purchaseOf, type Purchase, type PurchaseRequest } from './purchase';
import type { ScheduleStrategy } from './scheduled-update';
import type { FreeGroupOffer } from '#modules/catalog/package-groups';
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
  paymentCollectionMethod?: string;
  billingInformation?: { taxPercentage?: number } | null;
}

/** An order with what prices it. */
export interface PricedOrder {
  order: Order;
  charges: readonly Charge[];
  /** What prices the subscription that it changes, where that is a PAID one. */
  held: readonly Charge[];
  /** What the plan gives away. */
  offers: readonly FreeGroupOffer[];
}

/**
 * The terms of a new or changed subscription. The cycle of a PAID one goes on in the PAID one that follows it.
 * Domain: customers-subscriptions V7, V8, B1, B4, D2, O1
 * @param from where its first paid period would begin
 * @throws what `purchaseOf` throws
 */
export function agreedTerms(
  { order, charges, held, offers }: PricedOrder,
  asked: OrderRequest,
  wishedCurrency: CurrencyCode | null,
  before: Subscription | undefined,
  from: Date,
): Terms {
  const running = before?.purchase ?? null;
  const purchase =
    order.pricingType === 'PAID' ? bought(order, { charges, held }, asked, wishedCurrency, before) : null;
  if (purchase) Object.assign(purchase, givenAway(order, charges, purchase, offers));
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
  order: Order,
  { charges, held }: Pick<PricedOrder, 'charges' | 'held'>,
  request: OrderRequest,
  wishedCurrency: CurrencyCode | null,
  before: Subscription | undefined,
): Purchase {
  const { planId, planUid, addons } = order;
  const isSamePlan = before?.planUid === planUid;
  const asked = isSamePlan || request.billingPeriod ? request : { ...request, ...onlyPeriodOf(charges) };
  const priced = new Set(charges.map(({ addonId }) => addonId));
  const addonIds = addons.map(({ packageId }) => packageId).filter((id) => priced.has(id));
  const running = before?.planUid === order.planUid && {
    running: { charges: held, addonIds: addons.map(({ packageId }) => packageId) },
  };
  const offer = { planId, charges, addonIds, wishedCurrency, ...running };
  return purchaseOf(offer, asked, before?.purchase ?? undefined);
}

/** Copies of addons that are free at these prices. Domain: catalog A6 */
function givenAway(
  { addons }: Order,
  charges: readonly Charge[],
  purchase: Purchase,
  offers: readonly FreeGroupOffer[],
): { freeItems?: FreeItem[] } {
  if (offers.length === 0) return {};
  const rows = pricedBy(charges, purchase);
  const { quantities, credits } = purchase;
  const monthlyPriceOf = (packageId: string): Decimal =>
    recurringMonthly(
      usesOf(
        { purchase: { quantities, ...(credits && { credits }) }, addons: [{ packageId, quantity: 1 }] },
        rows.filter(({ addonId }) => addonId === packageId),
      ),
    );
  const priced = addons.map((addon) => ({ ...addon, monthlyPrice: monthlyPriceOf(addon.packageId) }));
  const freeItems = freeItemsOf(offers, priced);
  return freeItems.length > 0 ? { freeItems } : {};
}

/** Of another plan nothing is asked where it is sold in one way only, whatever the former was. Domain: customers-subscriptions V7 */
function onlyPeriodOf(charges: readonly Charge[]): Pick<OrderRequest, 'billingPeriod'> {
  const [billingPeriod, another] = periodsSold(charges);
  return billingPeriod && !another ? { billingPeriod } : {};
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
