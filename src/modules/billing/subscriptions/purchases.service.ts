import { Injectable } from '@nestjs/common';
import type { Charge } from '#libs/business/pricing/charge';
import type { CurrencyCode } from '#libs/business/values/currency';
import { ChargesService, pricedCharges, type StoredCharge } from '#modules/catalog/charges';
import { pricedBy, type Purchase } from './domain/purchase';
import { orderOf, agreedTerms, versionsOf, type Order, type OrderRequest } from './domain/agreed-terms';
import type { Subscription, Terms } from './domain/subscription';

/** On which terms a subscription is bought. */
@Injectable()
export class PurchasesService {
  constructor(private readonly charges: ChargesService) {}

  /** `agreedTerms` with the prices of the versions. @throws what it throws */
  async termsOf(
    order: Order,
    asked: OrderRequest,
    wishedCurrency: CurrencyCode | null,
    before: Subscription | undefined,
    now: Date,
  ): Promise<Terms> {
    const charges = order.pricingType === 'PAID' ? await this.chargesOf(order) : [];
    const held = before?.purchase ? await this.chargesOf(orderOf(before, before.packages)) : [];
    return agreedTerms({ order, charges, held }, asked, wishedCurrency, before, now);
  }

  /** The rows that price each of these subscriptions. Domain: customers-subscriptions S1 */
  async pricesOf(subscriptions: readonly Subscription[]): Promise<Map<string, readonly Charge[]>> {
    const paid = subscriptions.filter(({ purchase }) => purchase !== null);
    if (paid.length === 0) return new Map();
    const orders = new Map(paid.map((each) => [each.uid, orderOf(each, each.packages)]));
    const versions = [...orders.values()].flatMap(versionsOf);
    const rows = await this.charges.ofVersions(versions.map(({ versionUid }) => versionUid));
    return new Map(
      paid.map(({ uid, purchase }) => {
        const charges = chargesIn(orders.get(uid) as Order, rows);
        return [uid, pricedBy(charges, purchase as Purchase)];
      }),
    );
  }

  private async chargesOf(order: Order): Promise<Charge[]> {
    const versions = versionsOf(order);
    return chargesIn(order, await this.charges.ofVersions(versions.map(({ versionUid }) => versionUid)));
  }
}

/** What prices an order. @param rows by version */
export const chargesIn = (order: Order, rows: ReadonlyMap<string, StoredCharge[]>): Charge[] =>
  versionsOf(order).flatMap(({ versionUid, addonId }) => pricedCharges(rows.get(versionUid) ?? [], addonId));
