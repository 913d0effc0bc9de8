import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Decimal } from '#libs/kernel/decimal';
import type { CurrencyCode } from '#libs/kernel/currency';
import type { Charge } from '#libs/pricing/charge';
import { recurringMonthly } from '#libs/pricing/recurring-price';
import { PackagesService } from '#modules/packages';
import { pricedCharges } from '#modules/charges';
import { downgradeIn, requireImmediate, type Holding } from './domain/change-direction';
import { pricedBy, purchaseOf, type Purchase, type PurchaseRequest } from './domain/purchase';
import { addonsOf, type SubscriptionState } from './domain/subscription-pins';
import type { PricingType } from './domain/subscription';

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
  scheduleStrategy?: string;
}

export interface Settled {
  purchase: Purchase | null;
  billingCycleAnchor: Date | null;
  /** Its billing periods are counted anew, which may restart usage windows. Domain: entitlements-usage H1 */
  isCycleRestarted: boolean;
}

/** On which terms a subscription is bought. */
@Injectable()
export class PurchasesService {
  constructor(private readonly packages: PackagesService) {}

  /**
   * The terms of a new or changed subscription. The cycle of a PAID one goes on in the PAID one that follows it.
   * Domain: customers-subscriptions V7, V8, B1, B4, D2
   * @throws BillingPeriodMissingError, InvalidQuantity, DowngradeBillingPeriodNotSupportedError, BadUserInput,
   *   UnsupportedParameter
   */
  @Within()
  async settle(
    order: Order,
    asked: OrderRequest,
    wishedCurrency: CurrencyCode | null,
    before: SubscriptionState | undefined,
    now: Date,
  ): Promise<Settled> {
    const charges = order.pricingType === 'PAID' ? await this.chargesOf(order) : [];
    const running = before?.subscription.purchase ?? null;
    const purchase =
      order.pricingType === 'PAID' ? bought(order, charges, asked, wishedCurrency, before) : null;
    if (before && running) {
      const held = await this.holdingOf(orderOf(before), running);
      requireImmediate(downgradeIn(held, holding(order, charges, purchase)), asked.scheduleStrategy);
    }
    const anchorBefore = before?.subscription.billingCycleAnchor ?? null;
    const keeps = anchorBefore !== null && asked.billingCycleAnchor !== 'NOW';
    const billingCycleAnchor = purchase && (keeps ? anchorBefore : now);
    const isSameLength = running?.billingPeriod === purchase?.billingPeriod;
    return { purchase, billingCycleAnchor, isCycleRestarted: purchase !== null && !(keeps && isSameLength) };
  }

  /** The rows that price each of these subscriptions. Domain: customers-subscriptions S1 */
  @Within()
  async pricesOf(states: readonly SubscriptionState[]): Promise<Map<string, readonly Charge[]>> {
    const paid = states.filter(({ subscription }) => subscription.purchase !== null);
    if (paid.length === 0) return new Map();
    const orders = new Map(paid.map((state) => [state.subscription.uid, orderOf(state)]));
    const versions = [...orders.values()].flatMap(versionsOf);
    const rows = await this.packages.chargesOf(versions.map(({ versionUid }) => versionUid));
    return new Map(
      paid.map(({ subscription }) => {
        const order = orders.get(subscription.uid) as Order;
        const charges = versionsOf(order).flatMap(({ versionUid, addonId }) =>
          pricedCharges(rows.get(versionUid) ?? [], addonId),
        );
        return [subscription.uid, pricedBy(charges, subscription.purchase as Purchase)];
      }),
    );
  }

  private async holdingOf(order: Order, purchase: Purchase): Promise<Holding> {
    return holding(order, await this.chargesOf(order), purchase);
  }

  private async chargesOf(order: Order): Promise<Charge[]> {
    const versions = versionsOf(order);
    const rows = await this.packages.chargesOf(versions.map(({ versionUid }) => versionUid));
    return versions.flatMap(({ versionUid, addonId }) => pricedCharges(rows.get(versionUid) ?? [], addonId));
  }
}

const versionsOf = ({ versionUid, addons }: Order): { versionUid: string; addonId: string | null }[] => [
  { versionUid, addonId: null },
  ...addons.map((addon) => ({ versionUid: addon.versionUid, addonId: addon.packageId })),
];

function bought(
  { planId, addons }: Order,
  charges: readonly Charge[],
  asked: OrderRequest,
  wishedCurrency: CurrencyCode | null,
  before: SubscriptionState | undefined,
): Purchase {
  const priced = new Set(charges.map(({ addonId }) => addonId));
  const addonIds = addons.map(({ packageId }) => packageId).filter((id) => priced.has(id));
  return purchaseOf(
    { planId, charges, addonIds, wishedCurrency },
    asked,
    before?.subscription.purchase ?? undefined,
  );
}

/** What a subscription stands on, as an order. */
export function orderOf(state: SubscriptionState): Order {
  const { planUid, planId, pricingType } = state.subscription;
  const plans = state.packages.filter(({ role }) => role === 'PLAN');
  const versionUid = plans.find(({ packageUid }) => packageUid === planUid)?.versionUid as string;
  const ancestorUids = plans.map(({ packageUid }) => packageUid).filter((uid) => uid !== planUid);
  return { planUid, planId, pricingType, versionUid, ancestorUids, addons: addonsOf(state) };
}

function holding(order: Order, charges: readonly Charge[], purchase: Purchase | null): Holding {
  const { planUid, ancestorUids, pricingType } = order;
  const addons = new Map(order.addons.map(({ packageUid, quantity }) => [packageUid, quantity]));
  const monthlyPrice = purchase ? monthlyOf(order, pricedBy(charges, purchase), purchase) : new Decimal(0);
  return { planUid, ancestorUids, pricingType, purchase, addons, monthlyPrice };
}

function monthlyOf(order: Order, rows: readonly Charge[], { quantities }: Purchase): Decimal {
  const copies = new Map(order.addons.map(({ packageId, quantity }) => [packageId, quantity]));
  const units = new Map(quantities.map(({ featureId, quantity }) => [featureId, quantity]));
  const uses = rows.map((charge) => {
    const { billingModel, featureId, addonId } = charge;
    const chosen = billingModel === 'PER_UNIT' ? units.get(featureId ?? '') : copies.get(addonId ?? '');
    const quantity = new Decimal(chosen ?? 1);
    return { charge, quantity, included: new Decimal(0), share: null, isFirstBill: false };
  });
  return recurringMonthly(uses);
}
