import { Injectable } from '@nestjs/common';
import { sumTotals } from '#libs/business/pricing/totals';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import type { CurrencyCode } from '#libs/business/values/currency';
import { CustomersService } from '#modules/customers/customers';
import { LegalEntitiesService } from '#modules/billing/legal-entities';
import { SubscriptionInvoices, type SubscriptionDocument } from '#modules/billing/invoices';
import type { Billing, ProrationBehavior } from './domain/billing';
import { billingPeriodAt, cycleOf, type BillingPeriodRange } from './domain/billing-cycle';
import { lastDocumentFrom } from './domain/billing-terms';
import { firstChargeOf } from './domain/first-charge';
import { invoicedLines } from './domain/invoiced-lines';
import type { Subscription, SubscriptionChange, SubscriptionUpdate } from './domain/subscription';
import { ForeseenBills } from './foreseen-bills.service';
import type { Bill } from './subscription-preview.views';

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
  ) {}

  /** Bills what a change makes due, before it is stored: up to where it is billed is a part of its state. */
  async follow({ before, after }: SubscriptionChange, how: ChangeBilling, at: Date): Promise<void> {
    if (after.hasEnded) {
      if (before?.billing && before.slot === 'PLAN') await this.end(before, after, how, at);
      return;
    }
    const begins = after.slot === 'PLAN' && before?.slot !== 'PLAN';
    const was = begins ? (how.replaced ?? null) : before;
    if ((!after.billing && !was?.billing) || !(begins || isBilledOtherwise(before, after))) return;
    await this.change(was, after, begins, how, at);
  }

  /** The period begins up to which it was billed. Domain: customers-subscriptions Z1, Z2 */
  async renew(subscription: Subscription, at: Date): Promise<SubscriptionUpdate> {
    const { purchase, billing, billingCycleAnchor: anchor, billedUntil: from } = subscription;
    if (!purchase || !billing || !anchor || !from) throw new Error(`${subscription.uid} is not billed`);
    const { end } = billingPeriodAt(cycleOf(purchase, anchor), from);
    const bill = await this.bills.ofNextPeriod(subscription, null, at);
    const isFirst = firstChargeOf(subscription, purchase).getTime() === from.getTime();
    const change = subscription.billTo(end);
    const document = { ...(isFirst ? first : renewal), period: { start: from, end }, sequence: 0 };
    if (bill) await this.issue(subscription, bill, document, true);
    return change;
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
    const isPaidAlready = was?.billing && was.billedUntil && was.billedUntil > at;
    if (proration === 'NONE' && isPaidAlready) {
      // What was paid for is served, on the new terms; the new price comes with the next period.
      if (begins && after.billing) after.billTo(was.billedUntil as Date);
      return;
    }
    const bill = await this.bills.ofChange({ was, is: after }, null, at);
    if (!bill) return;
    if (after.billing && bill.period.end > at && isCharged(after, at)) after.billTo(bill.period.end);
    const isNew = begins && !bill.lines.some(({ amount }) => amount.isNegative());
    const document = isNew
      ? { ...first, period: bill.period, sequence: 0 }
      : { ...prorated, period: bill.period, sequence: nextRevision(after) };
    if (proration === 'CREATE_PRORATIONS' && !isNew) await this.hold(billed, bill, document);
    else await this.issue(billed, bill, document, false);
  }

  /** What was held for a document to come is billed now. Domain: customers-subscriptions X3 */
  private async end(
    before: Subscription,
    after: Subscription,
    { isEndProrated = false }: ChangeBilling,
    at: Date,
  ): Promise<void> {
    const back = isEndProrated ? await this.bills.ofChange({ was: before, is: null }, null, at) : null;
    const period = { start: lastDocumentFrom(before, at), end: at };
    if (!back && !before.billing?.holdsLines) return;
    const bill = back ?? emptyBill(before.currency as CurrencyCode, period);
    await this.issue(after, bill, { ...final, period, sequence: nextRevision(after) }, true);
  }

  private async issue(
    subscription: Subscription,
    bill: Bill,
    document: Document,
    isNext: boolean,
  ): Promise<void> {
    const holds = isNext && subscription.billing?.holdsLines === true;
    if (bill.lines.length === 0 && !holds) return;
    const whole = await this.documentOf(subscription, bill, document);
    await this.invoices.bill(billedOf(subscription), whole, { isNext: holds });
    if (holds) subscription.holdLines(false);
  }

  private async hold(subscription: Subscription, bill: Bill, document: Document): Promise<void> {
    if (bill.lines.length === 0) return;
    await this.invoices.hold(billedOf(subscription), await this.documentOf(subscription, bill, document));
    subscription.holdLines(true);
  }

  private async documentOf(
    subscription: Subscription,
    { currency, lines, period, names }: Bill,
    document: Document,
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
        isPaid: isFirstPaid && document.kind === 'FIRST',
      },
      lines: invoicedLines(lines, period, names),
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

const emptyBill = (currency: CurrencyCode, period: BillingPeriodRange): Bill => ({
  ...{ currency, period, lines: [], totals: sumTotals([]), names: new Map<string, string>(), coupon: null },
});

const billedOf = ({ uid, id, payer }: Subscription) => ({ uid, id, customer: payer });

/** Is anything of what it pays for another than before? */
const isBilledOtherwise = (before: Subscription | null, after: Subscription): boolean =>
  before?.slot === 'PLAN' && (before.purchase !== after.purchase || before.packages !== after.packages);

/** Bought with a start gone by, it is not before the next period. Domain: customers-subscriptions V6 */
const isCharged = ({ purchase }: Subscription, at: Date): boolean =>
  purchase !== null && (purchase.chargedFrom === undefined || new Date(purchase.chargedFrom) <= at);

/** Of the state that is stored with the change. Domain: contracts-billing V10 */
const nextRevision = ({ revision }: Subscription): number => (revision ?? 0) + 1;
