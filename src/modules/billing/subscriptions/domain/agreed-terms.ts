import { Decimal } from '#libs/kernel/decimal';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { Charge } from '#libs/business/pricing/charge';
import { recurringMonthly } from '#libs/business/pricing/recurring-price';
import { downgradeIn, type Holding } from './change-direction';
import { pricedBy, purchaseOf, type Purchase, type PurchaseRequest } from './purchase';
import { unusedPeriod } from './recurring-bill';
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
  const goesOn =
    before?.slot === 'TRIAL' ? before.planUid === order.planUid : asked.billingCycleAnchor !== 'NOW';
  const keeps = anchorBefore !== null && goesOn;
  const billingCycleAnchor = purchase && (keeps ? anchorBefore : from);
  if (keeps && purchase && running?.firstPeriodStart) purchase.firstPeriodStart = running.firstPeriodStart;
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
  { planId, addons }: Order,
  charges: readonly Charge[],
  asked: OrderRequest,
  wishedCurrency: CurrencyCode | null,
  before: Subscription | undefined,
): Purchase {
  const priced = new Set(charges.map(({ addonId }) => addonId));
  const addonIds = addons.map(({ packageId }) => packageId).filter((id) => priced.has(id));
  return purchaseOf({ planId, charges, addonIds, wishedCurrency }, asked, before?.purchase ?? undefined);
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
  const monthlyPrice = purchase ? monthlyOf(order, pricedBy(charges, purchase), purchase) : new Decimal(0);
  return { planUid, ancestorUids, pricingType, purchase, addons, monthlyPrice };
}

function monthlyOf(order: Order, rows: readonly Charge[], purchase: Purchase): Decimal {
  return recurringMonthly(unusedPeriod(rows, purchase, order.addons));
}
