import { Injectable } from '@nestjs/common';
import { sum, zero } from '#libs/business/pricing/amount';
import { sumTotals } from '#libs/business/pricing/totals';
import { Decimal } from '#libs/kernel/decimal';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import type { CurrencyCode } from '#libs/business/values/currency';
import { CustomersService } from '#modules/customers/customers';
import { LegalEntitiesService } from '#modules/billing/legal-entities';
import {
  SubscriptionInvoices,
  type ScheduledLine,
  type SubscriptionDocument,
} from '#modules/billing/invoices';
import type { Billing, ProrationBehavior } from './domain/billing';
import { billingPeriodAt, cycleOf, type BillingPeriodRange } from './domain/billing-cycle';
import type { ChargedUsage } from './domain/charged-usage';
import { lastDocumentFrom } from './domain/billing-terms';
import { firstChargeOf } from './domain/first-charge';
import { floorLine, invoicedLines } from './domain/invoiced-lines';
import type { Purchase } from './domain/purchase';
import type { Subscription, SubscriptionChange, SubscriptionUpdate } from './domain/subscription';
import { ForeseenBills } from './foreseen-bills.service';
import type { Bill } from './subscription-preview.views';
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

type Document = Pick<SubscriptionDocument, 'kind' | 'billingReason' | 'paymentTime' | 'period' | 'sequence'>;

/** What becomes of the invoices of subscriptions whenever these change. Domain: contracts-billing V1, V10; customers-subscriptions R1–R4, B4 */
@Injectable()
export class SubscriptionBilling {
  constructor(
    private readonly bills: ForeseenBills,
    private readonly invoices: SubscriptionInvoices,
    private readonly legalEntities: LegalEntitiesService,
    private readonly customers: CustomersService,
    private readonly usage: SubscriptionUsage,
  ) {}

  /** Bills what a change makes due, before it is stored: up to where it is billed is a part of its state. */
  async follow({ before, after }: SubscriptionChange, how: ChangeBilling, at: Date): Promise<void> {
    if (after.hasEnded) {
      if (before?.billing && before.slot === 'PLAN') await this.end(before, after, how, at);
      return;
    }
    // It runs on and costs nothing any more: that ends what is billed. Domain: customers-subscriptions X5
    if (!after.billing && before?.billing && before.slot === 'PLAN')
      return this.end(before, before, { isEndProrated: true }, at);
    const begins = after.slot === 'PLAN' && before?.slot !== 'PLAN';
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
    const bill = (await this.bills.ofNextPeriod(subscription, null, at)) ?? emptyBill(purchase, period);
    const isFirst = firstChargeOf(subscription, purchase).getTime() === from.getTime();
    const arrears = await this.arrearsOf(subscription, from);
    const change = subscription.billTo(end);
    const document = { ...(isFirst ? first : renewal), period, sequence: 0 };
    await this.issue(subscription, { bill, arrears }, document, true);
    subscription.noteBilled({ usageFrom: from.toISOString(), base: amountOf(bill).toString() });
    return change;
  }

  /** A month of a year is over whose usage is billed by the month: on a document of its own, once the grace is over. Domain: catalog R5 */
  async billMonth(subscription: Subscription, at: Date): Promise<SubscriptionUpdate> {
    const { purchase, billing } = subscription;
    if (!purchase || !billing?.usageFrom) throw new Error(`${subscription.uid} bills no usage`);
    const before = copyOf(subscription);
    const lines = await this.usage.linesOf(subscription, at, true);
    const period = { start: new Date(billing.usageFrom), end: at };
    if (lines.length > 0) {
      const document = { ...usageOf, period, sequence: 0 };
      const whole = await this.documentOf(subscription, emptyBill(purchase, period), document, lines);
      await this.invoices.bill(billedOf(subscription), whole, { isNext: false });
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
    const lines = await this.usage.linesOf(subscription, until, false);
    const sold = await this.usage.soldIn(lines);
    const charged = { periodStart, periodEnd: until, sold, invoiceUid: null };
    if (sold.every(({ units }) => units.isZero())) return charged;
    const bill = emptyBill(purchase, { start: periodStart, end: until });
    const document = { ...manual, period: bill.period, sequence: nextRevision(subscription) };
    const whole = await this.documentOf(subscription, bill, document, lines);
    const invoiceUid = await this.invoices.billNow(billedOf(subscription), whole);
    subscription.noteBilled({ usageFrom: until.toISOString(), billsUsage: true });
    return { ...charged, invoiceUid };
  }

  /** Who sells, where nobody else is chosen. Undefined where nobody does. Domain: contracts-billing V12 */
  async defaultSeller(): Promise<Billing['legalEntity'] | undefined> {
    const found = await this.legalEntities.findDefault();
    return found && { uid: found.entity.uid, id: found.entity.id };
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
    const isPaidAlready = was?.billing && was.billedUntil && was.billedUntil > at;
    const bill = await this.bills.ofChange({ was, is: after }, null, at);
    if (proration === 'NONE' && isPaidAlready) {
      // What was paid for is served, on the new terms; the new price comes with the next period. What is asked once is of no period.
      if (begins && after.billing) after.billTo(was.billedUntil as Date);
      const document = bill && { ...prorated, period: bill.period, sequence: nextRevision(after) };
      if (document)
        await this.issue(
          billed,
          { bill: { ...bill, lines: bill.lines.filter(isAskedOnce) }, arrears: [] },
          document,
          false,
        );
      return;
    }
    if (!bill) return;
    if (after.billing && bill.period.end > at && isCharged(after, at)) after.billTo(bill.period.end);
    const isNew = begins && !bill.lines.some(({ amount }) => amount.isNegative());
    noteBase(after, bill, begins);
    const document = isNew
      ? { ...first, period: bill.period, sequence: 0 }
      : { ...prorated, period: bill.period, sequence: nextRevision(after) };
    if (proration === 'CREATE_PRORATIONS' && !isNew)
      await this.hold(billed, await this.documentOf(billed, bill, document));
    else await this.issue(billed, { bill, arrears: [] }, document, false);
  }

  /**
   * What was used by other prices, or in windows that are over, is billed by those: with the next document, or by one of its own where usage
   * began anew. Domain: entitlements-usage H5
   */
  private async cutUsage(was: Subscription, after: Subscription, at: Date): Promise<void> {
    const isReset = was.usageAnchor.getTime() !== after.usageAnchor.getTime();
    if (!was.purchase || !was.billing) return;
    if (!isReset && (await this.usage.pricedBy(was)) === (await this.usage.pricedBy(after))) return;
    const lines = await this.usage.linesOf(was, at, false);
    const noted = { usageFrom: at.toISOString(), ...(isReset && { usageOrigin: at.toISOString() }) };
    if (lines.length > 0) {
      const bill = emptyBill(was.purchase, { start: (lines[0] as ScheduledLine).periodStart, end: at });
      const document = { ...usageOf, period: bill.period, sequence: nextRevision(after) };
      const whole = await this.documentOf(was, bill, document, lines);
      if (isReset) await this.invoices.bill(billedOf(was), whole, { isNext: false });
      else await this.hold(after, whole);
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
    const back =
      isEndProrated || isReplaced ? await this.bills.ofChange({ was: before, is: null }, null, at) : null;
    const period = { start: lastDocumentFrom(before, at), end: at };
    const nothing = emptyBill(before.purchase, period);
    const bill = (isReplaced ? null : back) ?? nothing;
    const arrears = await this.arrearsOf(before, at, amountOf(back ?? nothing));
    await this.issue(billed, { bill, arrears }, { ...final, period, sequence: nextRevision(billed) }, true);
  }

  /** What was used up to an instant, and what is missing up to the minimum spend. Domain: catalog R8 */
  private async arrearsOf(subscription: Subscription, until: Date, back = zero): Promise<ScheduledLine[]> {
    const { billing, purchase, billingCycleAnchor: anchor } = subscription;
    const usage = await this.usage.linesOf(subscription, until, true);
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

  private async issue(
    subscription: Subscription,
    { bill, arrears }: { bill: Bill; arrears: readonly ScheduledLine[] },
    document: Document,
    isNext: boolean,
  ): Promise<void> {
    const { holdsLines = false, billsUsage = false } = subscription.billing ?? {};
    const holds = isNext && holdsLines;
    if (bill.lines.length === 0 && arrears.length === 0 && !holds) return;
    const whole = await this.documentOf(subscription, bill, document, arrears);
    const bearsLate = isNext && billsUsage;
    await this.invoices.bill(billedOf(subscription), whole, { isNext: holds, bearsLate });
    // Of its documents the first one alone is paid in another way (customers-subscriptions V13).
    subscription.noteBilled({ isFirstPaid: false, ...(holds && { holdsLines: false }) });
    if (arrears.some(({ usageTerms }) => usageTerms !== null)) subscription.noteBilled({ billsUsage: true });
  }

  private async hold(subscription: Subscription, document: SubscriptionDocument): Promise<void> {
    if (document.lines.length === 0) return;
    await this.invoices.hold(billedOf(subscription), document);
    subscription.noteBilled({ holdsLines: true });
  }

  private async documentOf(
    subscription: Subscription,
    { currency, lines, period, names }: Bill,
    document: Document,
    arrears: readonly ScheduledLine[] = [],
  ): Promise<SubscriptionDocument> {
    const { legalEntity, daysUntilDue, taxPercent, isFirstPaid, address, taxIds, metadata } =
      subscription.billing as Billing;
    const coupons = { ofSubscription: subscription.coupons, ofCustomer: await this.couponOf(subscription) };
    return {
      ...document,
      ...{ currency, netTerms: daysUntilDue, legalEntity },
      paymentAccount: await this.accountOf(legalEntity.id, currency),
      terms: {
        ...{ coupons, taxPercent, metadata, buyer: { address, taxIds } },
        isPaid: isFirstPaid,
      },
      lines: [...invoicedLines(lines, period, names), ...arrears],
    };
  }

  /** The customer whose it is, whoever pays. Domain: customers-subscriptions N2 */
  private async couponOf({ customerId }: Subscription): Promise<HeldCoupon | null> {
    return (await this.customers.getOrThrow(customerId)).coupon;
  }

  /** The newest one in the currency, else one for any. Domain: contracts-billing V12 */
  private async accountOf(
    legalEntityId: string,
    currency: CurrencyCode,
  ): Promise<{ uid: string; id: string } | null> {
    const { accounts = [] } = (await this.legalEntities.find(legalEntityId)) ?? {};
    const active = accounts.filter(({ status }) => status === 'ACTIVE');
    const account =
      active.find((each) => each.currency === currency) ?? active.find((each) => each.currency === null);
    return account ? { uid: account.uid, id: account.id } : null;
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

/** Was the whole of the period billed that begins then? What came before the first charge was not. */
const isServed = (subscription: Subscription, start: Date): boolean =>
  subscription.purchase !== null && firstChargeOf(subscription, subscription.purchase) <= start;

const manual = { kind: 'USAGE', billingReason: 'MANUAL', paymentTime: 'IN_ARREARS' } as const;
const usageOf = { kind: 'USAGE', billingReason: 'BILLING_CYCLE', paymentTime: 'IN_ARREARS' } as const;

/** Those of what another one takes the place of. */
const replacedBy: readonly Subscription['cancelReason'][] = ['UPGRADE_OR_DOWNGRADE', 'TRIAL_CONVERTED'];
const isAskedOnce = ({ charge }: Bill['lines'][number]): boolean => charge?.billingCadence === 'ONE_OFF';

const billedOf = ({ uid, id, payer }: Subscription) => ({ uid, id, customer: payer });

/** Is anything of what it pays for another than before? */
const isBilledOtherwise = (before: Subscription | null, after: Subscription): boolean =>
  before?.slot === 'PLAN' && (before.purchase !== after.purchase || before.packages !== after.packages);

/** Bought with a start gone by, it is not before the next period. Domain: customers-subscriptions V6 */
const isCharged = ({ purchase }: Subscription, at: Date): boolean =>
  purchase !== null && (purchase.chargedFrom === undefined || new Date(purchase.chargedFrom) <= at);

/** Of the state that is stored with the change. Domain: contracts-billing V10 */
const nextRevision = ({ revision }: Subscription): number => (revision ?? 0) + 1;
