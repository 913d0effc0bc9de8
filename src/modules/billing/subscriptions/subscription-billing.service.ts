import { Injectable } from '@nestjs/common';
import { sum, zero } from '#libs/business/pricing/amount';
import { isProrated } from '#libs/business/pricing/proration';
import { sumTotals } from '#libs/business/pricing/totals';
import { Decimal } from '#libs/kernel/decimal';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { ScheduledLine } from '#modules/billing/invoices';
import type { Billing, ProrationBehavior } from './domain/billing';
import { billingPeriodAt, cycleOf, type BillingPeriodRange } from './domain/billing-cycle';
import type { ChargedUsage } from './domain/charged-usage';
import { isSameCycle, lastDocumentFrom } from './domain/billing-terms';
import { isAllNew, isBilledOtherwise, servesWhatIsPaid, waitsForNext } from './domain/change-billing';
import { firstChargeOf } from './domain/first-charge';
import { floorLine } from './domain/invoiced-lines';
import { paidAfter, type PaidAhead } from './domain/paid-ahead';
import type { Purchase } from './domain/purchase';
import type { Subscription, SubscriptionChange, SubscriptionUpdate } from './domain/subscription';
import { unbilledWith } from './domain/unbilled';
import { ForeseenBills } from './foreseen-bills.service';
import { SubscriptionDocuments } from './subscription-documents.service';
import type { Bill } from './domain/bill';
import { SubscriptionUsage } from './subscription-usage.service';

/** How a change is billed. */
export interface ChangeBilling {
  /** What ran in its place until this instant, as it was before it ended. */
  replaced?: Subscription | null | undefined;
  /** Default: INVOICE_IMMEDIATELY. Domain: customers-subscriptions R3 */
  proration?: ProrationBehavior | undefined;
  /** What of the running period is not served comes back with the end. Domain: customers-subscriptions X3 */
  isEndProrated?: boolean;
}

/** What becomes of the invoices of subscriptions whenever these change. Domain: contracts-billing V1, V10; customers-subscriptions R1–R4, B4 */
@Injectable()
export class SubscriptionBilling {
  constructor(
    private readonly bills: ForeseenBills,
    private readonly documents: SubscriptionDocuments,
    private readonly usage: SubscriptionUsage,
  ) {}

  /** Bills what a change makes due, before it is stored: up to where it is billed is a part of its state. */
  async follow({ before, after }: SubscriptionChange, how: ChangeBilling, at: Date): Promise<void> {
    if (after.hasEnded) {
      // What it was to begin with was never paid. Domain: customers-subscriptions V10
      if (before?.pendingUntil) await this.documents.withdraw(after);
      else if (before?.billing && before.slot === 'PLAN') await this.end(before, after, how, at);
      return;
    }
    // It runs on and costs nothing any more: that ends what is billed. Domain: customers-subscriptions X5
    if (!after.billing && before?.billing && before.slot === 'PLAN')
      return this.end(before, before, { isEndProrated: true }, at);
    const begins = after.isBilledByNow && !before?.isBilledByNow;
    const was = begins ? (how.replaced ?? null) : before;
    if ((!after.billing && !was?.billing) || !(begins || isBilledOtherwise(before, after))) return;
    await this.change(was, after, begins, how, at);
  }

  /**
   * The period begins up to which it was billed: that one in advance, and what was used in the one that ends.
   * Domain: customers-subscriptions Z1, Z2
   */
  async renew(subscription: Subscription, at: Date): Promise<SubscriptionUpdate> {
    const { purchase, billing, billingCycleAnchor: anchor, billedUntil: from } = subscription;
    if (!purchase || !billing || !anchor || !from) throw new Error(`${subscription.uid} is not billed`);
    const { end } = billingPeriodAt(cycleOf(purchase, anchor), from);
    const period = { start: from, end };
    const ofCustomer = await this.documents.couponOf(subscription);
    const bill = (await this.bills.ofNextPeriod(subscription, ofCustomer, at)) ?? emptyBill(purchase, period);
    const isFirst = firstChargeOf(subscription, purchase).getTime() === from.getTime();
    const arrears = await this.arrearsOf(subscription, from);
    const change = subscription.billTo(end);
    const document = { ...(isFirst ? first : renewal), period, sequence: 0 };
    await this.documents.issue(subscription, { bill, arrears, ofCustomer }, document, true);
    const paidAhead = paidAfter({ paid: undefined, until: end, at: from }, paidIn(bill));
    const noted = { usageFrom: from.toISOString(), base: amountOf(bill).toString() };
    subscription.noteBilled({ ...noted, paidAhead, unbilled: undefined });
    return change;
  }

  /** A month of a year is over whose usage is billed by the month: on a document of its own, once the grace is over. Domain: catalog R5 */
  async billMonth(subscription: Subscription, at: Date): Promise<SubscriptionUpdate> {
    const { purchase, billing } = subscription;
    if (!purchase || !billing?.usageFrom) throw new Error(`${subscription.uid} bills no usage`);
    const before = copyOf(subscription);
    const lines = await this.usage.linesOf(subscription, at, 'MONTH');
    const period = { start: new Date(billing.usageFrom), end: at };
    if (lines.length > 0) {
      const bill = emptyBill(purchase, period);
      const document = { ...usageOf, period, sequence: 0 };
      await this.documents.issue(subscription, { bill, arrears: lines }, document, false);
    }
    subscription.noteBilled({ usageFrom: at.toISOString(), billsUsage: true });
    return { verb: null, before, after: subscription };
  }

  /**
   * What was used since it was billed last, on an invoice of its own, sent at once; without usage there is none.
   * Domain: customers-subscriptions X9
   */
  async chargeUsage(subscription: Subscription, until: Date): Promise<ChargedUsage> {
    const { billing, purchase } = subscription;
    if (!billing?.usageFrom || !purchase) throw new Error(`${subscription.uid} is not billed`);
    const periodStart = new Date(billing.usageFrom);
    const lines = await this.usage.linesOf(subscription, until);
    const sold = await this.usage.soldIn(lines);
    const charged = { periodStart, periodEnd: until, sold, invoiceUid: null };
    if (sold.every(({ units }) => units.isZero())) return charged;
    const bill = emptyBill(purchase, { start: periodStart, end: until });
    const document = { ...manual, period: bill.period, sequence: nextRevision(subscription) };
    const invoiceUid = await this.documents.issueNow(subscription, { bill, arrears: lines }, document);
    subscription.noteBilled({ usageFrom: until.toISOString(), billsUsage: true });
    return { ...charged, invoiceUid };
  }

  private async change(
    was: Subscription | null,
    after: Subscription,
    begins: boolean,
    { proration = 'INVOICE_IMMEDIATELY' }: ChangeBilling,
    at: Date,
  ): Promise<void> {
    const billed = after.billing ? after : (was as Subscription);
    if (begins) after.noteBilled({ usageFrom: at.toISOString(), usageOrigin: at.toISOString(), base: '0' });
    else if (was) await this.cutUsage(was, after, at);
    if (after.purchase) after.noteBilled({ usageByMonth: await this.usage.isByMonth(after) });
    const ofCustomer = await this.documents.couponOf(billed);
    const bill = await this.bills.ofChange({ was, is: after }, ofCustomer, at, proration);
    const isServed = servesWhatIsPaid(was, proration, at);
    if (was && isServed) {
      if (begins && after.billing) after.billTo(was.billedUntil as Date);
      const { paidAhead, unbilled } = was.billing as Billing;
      const more = unbilledWith(unbilled, bill?.unbilled ?? zero, was.billedUntil as Date, at);
      after.noteBilled({ paidAhead, unbilled: more });
    } else if (bill) {
      if (after.billing && bill.period.end > at && isCharged(after, at)) after.billTo(bill.period.end);
      noteBase(after, bill, begins);
      const goesOn = was?.billedUntil && was.billedUntil > at && isSameCycle(was, after);
      const unbilled = goesOn ? was.billing?.unbilled : undefined;
      after.noteBilled({ paidAhead: paidAheadAfter(was, after, bill, at), unbilled });
    }
    if (!bill) return;
    const matter = { bill, ofCustomer };
    const document = isAllNew(bill, begins && !isServed)
      ? { ...first, period: bill.period, sequence: 0 }
      : { ...prorated, period: bill.period, sequence: nextRevision(after) };
    if (waitsForNext(bill, begins, proration)) await this.documents.hold(billed, matter, document);
    else await this.documents.issue(billed, matter, document, false);
  }

  /**
   * What was used by other prices, or in windows that are over, is billed by those: with the next document, or by one of its own where usage
   * began anew. Domain: entitlements-usage H5
   */
  private async cutUsage(was: Subscription, after: Subscription, at: Date): Promise<void> {
    const isReset = was.usageAnchor.getTime() !== after.usageAnchor.getTime();
    if (!was.purchase || !was.billing) return;
    if (!isReset && (await this.usage.pricedBy(was)) === (await this.usage.pricedBy(after))) return;
    const lines = await this.usage.linesOf(was, at);
    const isElsewhere = was.resourceKey !== after.resourceKey;
    const noted = {
      usageFrom: at.toISOString(),
      ...((isReset || isElsewhere) && { usageOrigin: at.toISOString() }),
    };
    if (lines.length > 0) {
      const bill = emptyBill(was.purchase, { start: (lines[0] as ScheduledLine).periodStart, end: at });
      const document = { ...usageOf, period: bill.period, sequence: nextRevision(after) };
      const matter = { bill, arrears: lines };
      if (isReset) await this.documents.issue(was, matter, document, false);
      else await this.documents.hold(after, matter, document);
      after.noteBilled({ billsUsage: true });
    }
    after.noteBilled(noted);
  }

  /** What was used, and held for a document to come, is billed now; and where that is wanted, what is not served comes back. Domain: customers-subscriptions X3 */
  private async end(
    before: Subscription,
    billed: Subscription,
    { isEndProrated = false }: ChangeBilling,
    at: Date,
  ): Promise<void> {
    if (!before.purchase) return;
    const isReplaced = replacedBy.includes(billed.cancelReason);
    // What follows bears what comes back, where another one takes its place.
    const ofCustomer = await this.documents.couponOf(billed);
    const back =
      isEndProrated || isReplaced
        ? await this.bills.ofChange({ was: before, is: null }, ofCustomer, at)
        : null;
    const period = { start: lastDocumentFrom(before, at), end: at };
    const nothing = emptyBill(before.purchase, period);
    const bill = (isReplaced ? null : back) ?? nothing;
    const arrears = await this.arrearsOf(before, at, amountOf(back ?? nothing));
    const document = { ...final, period, sequence: nextRevision(billed) };
    await this.documents.issue(billed, { bill, arrears, ofCustomer }, document, true);
  }

  /** What was used up to an instant, and what is missing up to the minimum spend. Domain: catalog R8 */
  private async arrearsOf(subscription: Subscription, until: Date, back = zero): Promise<ScheduledLine[]> {
    const { billing, purchase, billingCycleAnchor: anchor } = subscription;
    const usage = await this.usage.linesOf(subscription, until, 'PERIOD');
    const from = billing?.usageFrom === undefined ? null : new Date(billing.usageFrom);
    if (!from || from >= until || !purchase?.currency || !anchor) return usage;
    const { start } = billingPeriodAt(cycleOf(purchase, anchor), from);
    const period = { start, end: until };
    const floor = isServed(subscription, start) ? await this.bills.floorOf(subscription, period) : null;
    if (!floor) return usage;
    const base = new Decimal(billing?.base ?? 0).plus(back);
    const line = floorLine({ floor, base, period, currency: purchase.currency, hasUsage: usage.length > 0 });
    return line ? [...usage, line] : usage;
  }
}

const first = { kind: 'FIRST', billingReason: 'SUBSCRIPTION_CREATION', paymentTime: 'IN_ADVANCE' } as const;
const renewal = { kind: 'RENEWAL', billingReason: 'BILLING_CYCLE', paymentTime: 'IN_ADVANCE' } as const;
const prorated = {
  kind: 'PRORATION',
  billingReason: 'SUBSCRIPTION_UPDATE',
  paymentTime: 'IN_ADVANCE',
} as const;
const final = { kind: 'FINAL', billingReason: 'SUBSCRIPTION_UPDATE', paymentTime: 'IN_ARREARS' } as const;

const emptyBill = ({ currency }: Purchase, period: BillingPeriodRange): Bill => ({
  currency: currency as CurrencyCode,
  ...{ period, lines: [], totals: sumTotals([]), names: new Map<string, string>(), coupon: null },
});

const amountOf = ({ lines }: Pick<Bill, 'lines'>): Decimal => sum(lines.map(({ amount }) => amount));

/** What is billed in advance of the period that runs, by itself or by what it becomes. Domain: catalog R8 */
function noteBase(after: Subscription, { lines }: Bill, begins: boolean): void {
  const own = begins ? lines.filter(({ amount }) => !amount.isNegative()) : lines;
  const before = begins ? zero : new Decimal(after.billing?.base ?? 0);
  after.noteBilled({ base: before.plus(amountOf({ lines: own })).toString() });
}

/** What of a bill comes back where it is not served. */
function paidIn({ lines }: Pick<Bill, 'lines'>): { amount: Decimal; discount: Decimal } {
  const paid = lines.filter(({ charge }) => !charge || isProrated(charge));
  return { amount: amountOf({ lines: paid }), discount: sum(paid.map(({ discount }) => discount)) };
}

/** What was taken off what is paid for from a change on: nothing is converted, so another currency begins anew. */
function paidAheadAfter(
  was: Subscription | null,
  after: Subscription,
  bill: Bill,
  at: Date,
): PaidAhead | undefined {
  const isSame = was?.currency === after.currency;
  const paid = isSame ? was?.billing?.paidAhead : undefined;
  return paidAfter({ paid, until: was?.billedUntil ?? at, at }, paidIn(bill));
}

/** Was the whole of the period billed that begins then? What came before the first charge was not. */
const isServed = (subscription: Subscription, start: Date): boolean =>
  subscription.purchase !== null && firstChargeOf(subscription, subscription.purchase) <= start;

const manual = { kind: 'USAGE', billingReason: 'MANUAL', paymentTime: 'IN_ARREARS' } as const;
const usageOf = { kind: 'USAGE', billingReason: 'BILLING_CYCLE', paymentTime: 'IN_ARREARS' } as const;

/** Those of what another one takes the place of. */
const replacedBy: readonly Subscription['cancelReason'][] = ['UPGRADE_OR_DOWNGRADE', 'TRIAL_CONVERTED'];

/** Bought with a start gone by, it is not before the next period. Domain: customers-subscriptions V6 */
const isCharged = ({ purchase }: Subscription, at: Date): boolean =>
  purchase !== null && (purchase.chargedFrom === undefined || new Date(purchase.chargedFrom) <= at);

/** Of the state that is stored with the change. Domain: contracts-billing V10 */
const nextRevision = ({ revision }: Subscription): number => (revision ?? 0) + 1;
