import { Injectable } from '@nestjs/common';
import { discountAt } from '#libs/business/pricing/bill-discount';
import { changeBill } from '#libs/business/pricing/change-bill';
import { periodBill } from '#libs/business/pricing/period-bill';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import { FeaturesService } from '#modules/catalog/features';
import { PackagesService } from '#modules/catalog/packages';
import { dueOfPeriod, dueOnChange, type Priced } from './domain/billing-terms';
import type { BillNames } from './domain/line-description';
import type { Subscription } from './domain/subscription';
import { PurchasesService } from './purchases.service';
import type { Bill } from './subscription-preview.views';

/** What changes and periods of a subscription are billed with. Domain: customers-subscriptions R1; catalog R8 */
@Injectable()
export class ForeseenBills {
  constructor(
    private readonly purchases: PurchasesService,
    private readonly packages: PackagesService,
    private readonly features: FeaturesService,
  ) {}

  /** Due at the instant of a change; null where nothing is. @param was what ran until then @param ofCustomer the coupon that it holds */
  async ofChange(
    was: Subscription | null,
    is: Subscription,
    ofCustomer: HeldCoupon | null,
    at: Date,
  ): Promise<Bill | null> {
    const [before, after] = [was && (await this.priced(was)), await this.priced(is)];
    const due = dueOnChange(before, after, at);
    if (!due) return null;
    const off = discountAt({ ofSubscription: is.coupons, ofCustomer }, at);
    const { lines, ...totals } = changeBill({ ...due.terms, discount: off?.discount ?? null });
    const names = await this.namesOf(before ? [before, after] : [after]);
    return {
      currency: due.terms.currency,
      period: due.period,
      lines,
      totals,
      names,
      coupon: off?.coupon ?? null,
    };
  }

  /** Of the period that holds the instant, with nothing used; null where it has none then. */
  async ofPeriod(subscription: Subscription, ofCustomer: HeldCoupon | null, at: Date): Promise<Bill | null> {
    const priced = await this.priced(subscription);
    const due = dueOfPeriod(priced, at);
    if (!due) return null;
    const off = discountAt({ ofSubscription: subscription.coupons, ofCustomer }, at);
    const { lines, ...totals } = periodBill({ ...due.terms, discount: off?.discount ?? null });
    return {
      currency: due.terms.currency,
      period: due.period,
      lines,
      totals,
      names: await this.namesOf([priced]),
      coupon: off?.coupon ?? null,
    };
  }

  private async priced(subscription: Subscription): Promise<Priced> {
    const prices = await this.purchases.pricesOf([subscription]);
    return { subscription, rows: prices.get(subscription.uid) ?? [] };
  }

  private async namesOf(priced: readonly Priced[]): Promise<BillNames> {
    const subscriptions = priced.map(({ subscription }) => subscription);
    const planUids = subscriptions.map(({ planUid }) => planUid);
    const addonUids = subscriptions.flatMap(({ addons }) => addons.map(({ packageUid }) => packageUid));
    const featureIds = priced.flatMap(({ rows }) => rows.flatMap(({ featureId }) => featureId ?? []));
    const [plans, addons, features] = [
      await this.packages.displayNamesOf('PLAN', planUids),
      await this.packages.displayNamesOf('ADDON', addonUids),
      await this.features.findAll([...new Set(featureIds)]),
    ];
    const ownerOf = ({ planUid, planId, addons: held }: Subscription, addonId: string | null): string => {
      if (addonId === null) return plans.get(planUid) ?? planId;
      const uid = held.find(({ packageId }) => packageId === addonId)?.packageUid;
      return addons.get(uid ?? '') ?? addonId;
    };
    return new Map(
      priced.flatMap(({ subscription, rows }) =>
        rows.map(({ ref, addonId, featureId, isOverage }): [string, string] => {
          const owner = ownerOf(subscription, addonId);
          const feature = featureId === null ? '' : `: ${features.get(featureId)?.displayName ?? featureId}`;
          return [ref, `${owner}${feature}${isOverage ? ' above what is included' : ''}`];
        }),
      ),
    );
  }
}
