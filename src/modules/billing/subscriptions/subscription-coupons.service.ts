import { Injectable } from '@nestjs/common';
import { heldFrom, type HeldCoupon } from '#libs/business/values/held-coupon';
import { Money } from '#libs/business/values/money';
import { latest } from '#libs/kernel/period';
import { copyOf } from '#libs/kernel/tenant-entity';
import { CouponsService } from '#modules/catalog/coupons';
import { RedemptionsService } from '#modules/customers/promotion-codes';
import { orderOf, type Order } from './domain/agreed-terms';
import type { Pair } from './domain/billed-pair';
import type { ProrationBehavior } from './domain/billing';
import { couponAsked, type CouponBody } from './domain/coupon-request';
import type { SubscriptionPatch } from './domain/provision';
import type { Purchase } from './domain/purchase';
import type { Subscription } from './domain/subscription';
import { ForeseenBills } from './foreseen-bills.service';
import { PurchasesService } from './purchases.service';

/** What a coupon is given for. */
export interface CouponPurchase {
  customer: { uid: string; id: string };
  order: Order;
  purchase: Purchase | null;
  /** Of the subscription. */
  startDate: Date;
  /** What becomes of what runs at once, but for the coupon; null where all of it waits. */
  atOnce: (now: Date) => Pair | null;
}

/** One that runs, with what else the request changes of it at once. */
export function boughtWith(
  subscription: Subscription,
  { addons = subscription.addons, terms }: Pick<SubscriptionPatch, 'addons' | 'terms'>,
): CouponPurchase {
  const { customerUid: uid, customerId: id, plans, startDate } = subscription;
  const order = orderOf(subscription, [...plans, ...addons]);
  return {
    customer: { uid, id },
    order,
    purchase: terms ? terms.purchase : subscription.purchase,
    startDate,
    atOnce: (now) => ({
      was: subscription,
      // Its windows cost nothing.
      is: copyOf<Subscription>(subscription).change({ addons, terms }, 'NEVER_RESET', now).after,
    }),
  };
}

/** Coupons that are given to subscriptions. Domain: customers-subscriptions N3, N6 */
@Injectable()
export class SubscriptionCoupons {
  constructor(
    private readonly coupons: CouponsService,
    private readonly redemptions: RedemptionsService,
    private readonly purchases: PurchasesService,
    private readonly bills: ForeseenBills,
  ) {}

  /**
   * What a request gives. A code is redeemed by it, and given back with the transaction, should that fail.
   * @returns undefined where it gives none
   * @throws CouponNotFound, ArchivedCouponCantBeApplied, BadUserInput, AmountTooLarge, UnsupportedParameter, PromotionCodeNotFound and the
   *   refusals of customers-subscriptions N6
   */
  async given(body: CouponBody, bought: CouponPurchase, now: Date): Promise<HeldCoupon | undefined> {
    const asked = couponAsked(body);
    if (!asked) return undefined;
    // Sooner than the subscription nothing is billed.
    const startsAt = latest(latest(asked.startDate ?? now, bought.startDate), now);
    if (asked.by === 'coupon') return heldFrom(await this.coupons.usable(asked.id), startsAt);
    if (asked.by === 'discount') return heldFrom(await this.coupons.makeAdHoc(asked.discount), startsAt);
    const subTotal = await this.subTotalOf(bought, body.billingInformation?.prorationBehavior, now);
    const code = await this.redemptions.redeem(asked.id, { customer: bought.customer, subTotal });
    return heldFrom(await this.coupons.byUid(code.couponUid), startsAt, code.id);
  }

  /** The subscription has ended before its start, so nothing was bought by these codes. Domain: customers-subscriptions N6 */
  async giveBack(codes: readonly string[]): Promise<void> {
    for (const code of codes) await this.redemptions.giveBack(code);
  }

  /** Of the invoice at once; where there is none, or nothing is due by it, of the bill that comes again with each period. Domain: customers-subscriptions N6 */
  private async subTotalOf(
    { order, purchase, atOnce }: CouponPurchase,
    proration: ProrationBehavior | undefined,
    now: Date,
  ): Promise<Money | null> {
    const due = await this.dueAtOnce(atOnce(now), proration, now);
    if (due) return due;
    const bill = await this.purchases.recurringBillOf(order, purchase);
    return bill && Money.of(bill.subTotal, bill.parameters.currency);
  }

  /** Null where nothing is, or it is collected elsewhere. Domain: contracts-billing V12; customers-subscriptions R3 */
  private async dueAtOnce(
    pair: Pair | null,
    proration: ProrationBehavior | undefined,
    now: Date,
  ): Promise<Money | null> {
    if (!pair?.was?.billing && !pair?.is?.billing) return null;
    const bill = await this.bills.atOnce(pair, null, now, proration);
    return bill?.totals.subTotal.greaterThan(0) ? Money.of(bill.totals.subTotal, bill.currency) : null;
  }
}
