import { Injectable } from '@nestjs/common';
import { sum, zero } from '#libs/business/pricing/amount';
import { isProrated } from '#libs/business/pricing/proration';
import { sumTotals } from '#libs/business/pricing/totals';
import { Decimal } from '#libs/kernel/decimal';
import { earliest } from '#libs/kernel/period';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { ScheduledLine } from '#modules/billing/invoices';
import type { Billing, ProrationBehavior } from './domain/billing';
import { billingPeriodAt, cycleOf, type BillingPeriodRange } from './domain/billing-cycle';
import type { ChargedUsage } from './domain/charged-usage';
import { isSameCycle, lastDocumentFrom } from './domain/billing-terms';
import { isAllNew, isBilledOtherwise, servesWhatIsPaid, waitsForNext } from './domain/change-billing';
import { firstChargeOf } from './domain/first-charge';
import { closesPeriod, heldAnewFrom, heldToMinimumFrom } from './domain/held-minimum';
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
    const begun = from.toISOString();
    const noted = { usageFrom: begun, minimumFrom: begun, base: amountOf(bill).toString() };
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
    const ofCustomer = await this.documents.couponOf(billed);
    const isServed = servesWhatIsPaid(was, proration, at);
    const isAnew = begins || (was !== null && closesPeriod(was, after, at));
    if (begins) after.noteBilled({ usageFrom: at.toISOString(), usageOrigin: at.toISOString() });
    else if (was) await this.cutArrears(was, after, isAnew, at);
    if (isAnew) {
      const from = heldAnewFrom(after, isServed ? (was?.billedUntil ?? null) : null, at);
      after.noteBilled({ minimumFrom: from.toISOString(), base: '0' });
    }
    if (after.purchase) after.noteBilled({ usageByMonth: await this.usage.isByMonth(after) });
    const bill = await this.bills.ofChange({ was, is: after }, ofCustomer, at, proration);
    if (was && isServed) {
      if (begins && after.billing) after.billTo(was.billedUntil as Date);
      const { paidAhead, unbilled } = was.billing as Billing;
      const more = unbilledWith(unbilled, bill?.unbilled ?? zero, was.billedUntil as Date, at);
      after.noteBilled({ paidAhead, unbilled: more });
    } else if (bill) {
      if (after.billing && bill.period.end > at && isCharged(after, at)) after.billTo(bill.period.end);
      noteBase(after, bill, isAnew);
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
   * began anew. Where a period is over, or closed by another one, so is what it misses up to the minimum spend, with its usage.
   * Domain: entitlements-usage H5; catalog R8
   */
  private async cutArrears(
    was: Subscription,
    after: Subscription,
    isClosed: boolean,
    at: Date,
  ): Promise<void> {
    if (!was.purchase || !was.billing) return;
    const isReset = was.usageAnchor.getTime() !== after.usageAnchor.getTime();
    const isFloored = isClosed && ((await this.bills.hasFloor(was)) || (await this.bills.hasFloor(after)));
    const isCut = isReset || isFloored || (await this.isPricedOtherwise(was, after));
    if (!isCut) return;
    const isOver = was.billedUntil !== null && was.billedUntil <= at;
    const usage = await this.usage.linesOf(was, at, isOver ? 'PERIOD' : undefined);
    const floor = isFloored ? await this.floorOf(was, at, usage.length > 0) : null;
    const lines = floor ? [...usage, floor] : usage;
    if (lines.length > 0) {
      const bill = emptyBill(was.purchase, { start: firstOf(lines), end: at });
      const document = { ...usageOf, period: bill.period, sequence: nextRevision(after) };
      const matter = { bill, arrears: lines };
      // What waits for the next document counts towards the minimum: both stand on one.
      const waits = floor && (after.billing?.holdsLines || (isOver && usage.length === 0));
      if (isReset && !waits) await this.documents.issue(was, matter, document, false);
      else await this.documents.hold(after, matter, document);
      if (usage.length > 0) after.noteBilled({ billsUsage: true });
    }
    const isElsewhere = was.resourceKey !== after.resourceKey;
    const origin = (isReset || isElsewhere) && { usageOrigin: at.toISOString() };
    after.noteBilled({ usageFrom: at.toISOString(), ...origin });
  }

  private async isPricedOtherwise(was: Subscription, after: Subscription): Promise<boolean> {
    return (await this.usage.pricedBy(was)) !== (await this.usage.pricedBy(after));
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
    const usage = await this.usage.linesOf(subscription, until, 'PERIOD');
    const floor = await this.floorOf(subscription, until, usage.length > 0, back);
    return floor ? [...usage, floor] : usage;
  }

  /**
   * What the part of its period that ends then misses up to the minimum spend; null where that is nothing, or known to be. Domain: catalog R8
   * @param back what comes back of the period; where nobody says, what is not served of it
   */
  private async floorOf(
    subscription: Subscription,
    end: Date,
    usesNow: boolean,
    back?: Decimal,
  ): Promise<ScheduledLine | null> {
    const { billing, currency } = subscription;
    const start = heldToMinimumFrom(subscription, end);
    if (!start || !billing || !currency) return null;
    const period = { start, end };
    const floor = await this.bills.floorOf(subscription, period);
    if (!floor) return null;
    const unserved = back ?? (await this.unservedOf(subscription, end));
    const base = new Decimal(billing.base ?? 0).plus(unserved);
    // Also what another document has billed of the part.
    const usedBefore = billing.billsUsage === true && new Date(billing.usageFrom as string) > start;
    return floorLine({ floor, base, period, currency, hasUsage: usesNow || usedBefore });
  }

  /** What comes back of what was paid for; at most nothing. */
  private async unservedOf(was: Subscription, at: Date): Promise<Decimal> {
    const bill = await this.bills.ofChange({ was, is: null }, null, at);
    return bill ? amountOf(bill) : zero;
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

/** What is billed in advance of the period that runs, by itself or by what it becomes; of one that begins what came before counts in no more. Domain: catalog R8 */
function noteBase(after: Subscription, bill: Bill, isAnew: boolean): void {
  const more = isAnew ? (bill.begun ?? zero) : amountOf(bill);
  const before = isAnew ? zero : new Decimal(after.billing?.base ?? 0);
  after.noteBilled({ base: before.plus(more).toString() });
}

/** From where on the earliest of them bills. */
const firstOf = (lines: readonly ScheduledLine[]): Date =>
  lines.map(({ periodStart }) => periodStart).reduce(earliest);

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

const manual = { kind: 'USAGE', billingReason: 'MANUAL', paymentTime: 'IN_ARREARS' } as const;
const usageOf = { kind: 'USAGE', billingReason: 'BILLING_CYCLE', paymentTime: 'IN_ARREARS' } as const;

/** Those of what another one takes the place of. */
const replacedBy: readonly Subscription['cancelReason'][] = ['UPGRADE_OR_DOWNGRADE', 'TRIAL_CONVERTED'];

/** Bought with a start gone by, it is not before the next period. Domain: customers-subscriptions V6 */
const isCharged = ({ purchase }: Subscription, at: Date): boolean =>
  purchase !== null && (purchase.chargedFrom === undefined || new Date(purchase.chargedFrom) <= at);

/** Of the state that is stored with the change. Domain: contracts-billing V10 */
const nextRevision = ({ revision }: Subscription): number => (revision ?? 0) + 1;
