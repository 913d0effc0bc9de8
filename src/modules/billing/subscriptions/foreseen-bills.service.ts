import { Injectable } from '@nestjs/common';
import { discountAt } from '#libs/business/pricing/bill-discount';
import { changeBill, type ChangeTerms } from '#libs/business/pricing/change-bill';
import { periodBill } from '#libs/business/pricing/period-bill';
import { settledLines } from '#libs/business/pricing/totaled-lines';
import { sumTotals } from '#libs/business/pricing/totals';
import { minorUnitDigits, type CurrencyCode } from '#libs/business/values/currency';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import { roundMoney } from '#libs/business/values/money';
import { Decimal } from '#libs/kernel/decimal';
import { CustomCurrenciesService } from '#modules/catalog/custom-currencies';
import { FeaturesService } from '#modules/catalog/features';
import { PackagesService } from '#modules/catalog/packages';
import type { HeldLine } from '#modules/billing/invoices';
import type { ProrationBehavior } from './domain/billing';
import { billedPair, type Pair } from './domain/billed-pair';
import { dueInAdvance, dueOfPeriod, dueOnChange, type Due, type Priced } from './domain/billing-terms';
import type { BillingPeriodRange } from './domain/billing-cycle';
import { askedOnce, recurring, servesWhatIsPaid, waitsForNext } from './domain/change-billing';
import type { BillNames } from './domain/line-description';
import { minimumOf, minimumOfPart } from './domain/held-minimum';
import { takenOff } from './domain/paid-ahead';
import type { Subscription } from './domain/subscription';
import { PurchasesService } from './purchases.service';
import type { Bill } from './domain/bill';

/** What changes and periods of a subscription are billed with. Domain: customers-subscriptions R1; catalog R8 */
@Injectable()
export class ForeseenBills {
  constructor(
    private readonly purchases: PurchasesService,
    private readonly packages: PackagesService,
    private readonly features: FeaturesService,
    private readonly currencies: CustomCurrenciesService,
  ) {}

  /** Due at the instant of a change; null where nothing is. @param ofCustomer the coupon that it holds */
  async ofChange(
    pair: Pair,
    ofCustomer: HeldCoupon | null,
    at: Date,
    proration: ProrationBehavior = 'INVOICE_IMMEDIATELY',
  ): Promise<Bill | null> {
    const { was, is } = billedPair(pair);
    const [before, after] = [was && (await this.priced(was)), is && (await this.priced(is))];
    const billed = after ?? before;
    const isServed = servesWhatIsPaid(was, proration, at);
    const due = dueOnChange(before, after, at, isServed);
    if (!due || !billed) return null;
    const others = before ? [before] : [];
    const terms = { ...due.terms, takenOff: was && takenOffIn(was, due.terms.currency, at) };
    if (!isServed) return this.inAdvance({ ...due, terms }, billed, { others, ofCustomer, at });
    const once = { ...due, terms: askedOnce(terms) };
    const bill = await this.inAdvance(once, billed, { others, ofCustomer, at });
    return { ...bill, unbilled: changeBill(recurring(terms)).subTotal };
  }

  /** Of that, what is invoiced with the change: null also where it waits for the next invoice. Domain: customers-subscriptions R3 */
  async atOnce(
    pair: Pair,
    ofCustomer: HeldCoupon | null,
    at: Date,
    proration: ProrationBehavior = 'INVOICE_IMMEDIATELY',
  ): Promise<Bill | null> {
    const bill = await this.ofChange(pair, ofCustomer, at, proration);
    return bill && waitsForNext(bill, pair.was?.uid !== pair.is?.uid, proration) ? null : bill;
  }

  /** In advance of the period that begins where it is billed up to; null where nothing has a price. */
  async ofNextPeriod(
    subscription: Subscription,
    ofCustomer: HeldCoupon | null,
    at: Date,
  ): Promise<Bill | null> {
    const priced = await this.priced(subscription);
    const due = dueInAdvance(priced);
    return due && this.inAdvance(due, priced, { others: [], ofCustomer, at });
  }

  /**
   * Of the period that holds the instant, with nothing used; null where it has none then.
   * @param held lines that wait for it
   */
  async ofPeriod(
    subscription: Subscription,
    ofCustomer: HeldCoupon | null,
    at: Date,
    held: readonly HeldLine[] = [],
  ): Promise<Bill | null> {
    const priced = await this.priced(subscription);
    const due = dueOfPeriod(priced, at);
    if (!due) return null;
    const off = discountAt({ ofSubscription: subscription.coupons, ofCustomer }, at);
    const terms = totaling(subscription, off?.discount ?? null);
    const { lines: own, parameters } = periodBill({ ...due.terms, ...terms });
    const all = settledLines([...held, ...own.map((line) => ({ ...line, kept: null }))], parameters);
    const lines = all.slice(held.length) as (typeof own)[number][];
    const names = await this.namesOf([priced]);
    return { ...billOf(due), lines, held, totals: sumTotals(all), names, coupon: off?.coupon ?? null };
  }

  /** What prices a subscription. */
  async rowsOf(subscription: Subscription): Promise<Priced['rows']> {
    return (await this.priced(subscription)).rows;
  }

  /** How these prices of it are called. */
  namesIn(subscription: Subscription, rows: Priced['rows']): Promise<BillNames> {
    return this.namesOf([{ subscription, rows }]);
  }

  /** The least that the part of a period comes to that is served; null where nothing says so. Domain: catalog R8; customers-subscriptions O2 */
  async floorOf(subscription: Subscription, part: BillingPeriodRange): Promise<Decimal | null> {
    return minimumOfPart(await this.priced(subscription), part);
  }

  /** Does anything say of a minimum spend? */
  async hasFloor(subscription: Subscription): Promise<boolean> {
    return minimumOf(await this.priced(subscription), null) !== null;
  }

  private async inAdvance(
    due: Due<ChangeTerms>,
    billed: Priced,
    { others, ofCustomer, at }: { others: readonly Priced[]; ofCustomer: HeldCoupon | null; at: Date },
  ): Promise<Bill> {
    const { subscription } = billed;
    const off = discountAt({ ofSubscription: subscription.coupons, ofCustomer }, at);
    const { lines, begun, ...totals } = changeBill({
      ...due.terms,
      ...totaling(subscription, off?.discount ?? null),
    });
    const names = await this.namesOf([...others, billed]);
    // What was taken off what comes back is a matter of coupons that were.
    const isBack = due.terms.takenOff != null && totals.subTotal.isNegative();
    return { ...billOf(due), lines, totals, names, coupon: isBack ? null : (off?.coupon ?? null), begun };
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
    const currencyUids = priced.flatMap(({ rows }) => rows.flatMap((row) => row.customCurrencyUid ?? []));
    const [plans, addons, features, currencies] = [
      await this.packages.displayNamesOf('PLAN', planUids),
      await this.packages.displayNamesOf('ADDON', addonUids),
      await this.features.findAll([...new Set(featureIds)]),
      await this.currencies.byUids([...new Set(currencyUids)]),
    ];
    const ownerOf = ({ planUid, planId, addons: held }: Subscription, addonId: string | null): string => {
      if (addonId === null) return plans.get(planUid) ?? planId;
      const uid = held.find(({ packageId }) => packageId === addonId)?.packageUid;
      return addons.get(uid ?? '') ?? addonId;
    };
    return new Map(
      priced.flatMap(({ subscription, rows }) =>
        rows.map(({ ref, addonId, featureId, customCurrencyUid, isOverage }): [string, string] => {
          const owner = ownerOf(subscription, addonId);
          const subject = features.get(featureId ?? '') ?? currencies.get(customCurrencyUid ?? '');
          const name = subject?.displayName ?? featureId;
          return [
            ref,
            `${owner}${name === null ? '' : `: ${name}`}${isOverage ? ' above what is included' : ''}`,
          ];
        }),
      ),
    );
  }
}

/** Of what is billed here: what its coupons took off what is paid for. Domain: customers-subscriptions N5 */
function takenOffIn(
  { billing, billedUntil: until }: Subscription,
  currency: CurrencyCode,
  at: Date,
): ChangeTerms['takenOff'] {
  if (!billing || !until) return null;
  const standing = { paid: billing.paidAhead, until, at };
  return (amount) => roundMoney(takenOff(standing, amount), minorUnitDigits(currency));
}

const billOf = ({ period, terms: { currency } }: Due<Pick<ChangeTerms, 'currency'>>) => ({
  currency,
  period,
});

const totaling = ({ billing }: Subscription, discount: ChangeTerms['discount']) => ({
  discount: discount ?? null,
  taxPercent: new Decimal(billing?.taxPercent ?? 0),
});
