import { Injectable } from '@nestjs/common';
import type { HeldCoupon } from '#libs/business/values/held-coupon';
import { CustomersService } from '#modules/customers/customers';
import {
  Sellers,
  SubscriptionInvoices,
  WithdrawnInvoices,
  type ScheduledLine,
  type SoldDocument,
} from '#modules/billing/invoices';
import type { Billing } from './domain/billing';
import { invoicedLines } from './domain/invoiced-lines';
import type { Subscription } from './domain/subscription';
import type { Bill } from './domain/bill';

/** What a document of a subscription bills. */
interface Matter {
  bill: Bill;
  /** Usage, and what is missing up to a minimum spend. */
  arrears?: readonly ScheduledLine[];
  /** The coupon of its customer, where that was asked for already. */
  ofCustomer?: HeldCoupon | null;
}

/** Which document it is. */
type Document = Pick<SoldDocument, 'kind' | 'billingReason' | 'paymentTime' | 'period' | 'sequence'>;

/** Bills of subscriptions, handed over as documents. Domain: contracts-billing V1 */
@Injectable()
export class SubscriptionDocuments {
  constructor(
    private readonly invoices: SubscriptionInvoices,
    private readonly sellers: Sellers,
    private readonly customers: CustomersService,
    private readonly withdrawn: WithdrawnInvoices,
  ) {}

  /** Nothing is issued where there is nothing to bill. @param isNext it bears what was held for the next one */
  async issue(
    subscription: Subscription,
    matter: Matter,
    document: Document,
    isNext: boolean,
  ): Promise<void> {
    const { bill, arrears = [] } = matter;
    const { holdsLines = false, billsUsage = false } = subscription.billing ?? {};
    const holds = isNext && holdsLines;
    if (bill.lines.length === 0 && arrears.length === 0 && !holds) return;
    const whole = await this.documentOf(subscription, matter, document);
    const bearsLate = isNext && billsUsage;
    await this.invoices.bill(billedOf(subscription), whole, { isNext: holds, bearsLate });
    // Of its documents the first one alone is paid in another way (customers-subscriptions V13).
    subscription.noteBilled({ isFirstPaid: false, ...(holds && { holdsLines: false }) });
    if (arrears.some(({ usageTerms }) => usageTerms !== null)) subscription.noteBilled({ billsUsage: true });
  }

  /** Sent at once, with usage that is over. @returns its key */
  async issueNow(subscription: Subscription, matter: Matter, document: Document): Promise<string> {
    return this.invoices.billNow(
      billedOf(subscription),
      await this.documentOf(subscription, matter, document),
    );
  }

  /** Its lines wait for the next document. Domain: customers-subscriptions R3 */
  async hold(subscription: Subscription, matter: Matter, document: Document): Promise<void> {
    const whole = await this.documentOf(subscription, matter, document);
    if (whole.lines.length === 0) return;
    await this.invoices.hold(billedOf(subscription), whole);
    subscription.noteBilled({ holdsLines: true });
  }

  /** Those that are to be paid still are taken back. Domain: customers-subscriptions V10 */
  async withdraw({ uid }: Subscription): Promise<void> {
    await this.withdrawn.withdrawOpen({ uid });
  }

  /** Of the customer whose it is, whoever pays. Domain: customers-subscriptions N2 */
  async couponOf({ customerId }: Subscription): Promise<HeldCoupon | null> {
    return (await this.customers.getOrThrow(customerId)).coupon;
  }

  private async documentOf(
    subscription: Subscription,
    { bill, arrears = [], ofCustomer }: Matter,
    document: Document,
  ): Promise<SoldDocument> {
    const { method, legalEntity, daysUntilDue, taxPercent, isFirstPaid, ...told } =
      subscription.billing as Billing;
    const { address, taxIds, metadata } = told;
    const coupons = {
      ofSubscription: subscription.coupons,
      ofCustomer: ofCustomer === undefined ? await this.couponOf(subscription) : ofCustomer,
    };
    return {
      ...document,
      ...{ currency: bill.currency, netTerms: daysUntilDue, legalEntity },
      paymentAccount: await this.sellers.accountOf(legalEntity.id, bill.currency),
      terms: {
        ...{ coupons, taxPercent, metadata, buyer: { address, taxIds } },
        isPaid: isFirstPaid,
        ...(method === 'CHARGE' && { isCharged: true as const }),
      },
      lines: [...invoicedLines(bill), ...arrears],
    };
  }
}

const billedOf = ({ uid, id, payer }: Subscription) => ({ uid, id, customer: payer });
