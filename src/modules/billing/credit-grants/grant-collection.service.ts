import { Injectable } from '@nestjs/common';
import { Money } from '#libs/business/values/money';
import { Clock } from '#libs/kernel/clock';
import { Answers } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import {
  awayFromTill,
  CreditGrantInvoices,
  LatestInvoice,
  requireEmail,
  requireReachable,
  Sellers,
  tillHere,
  type StoredInvoice,
} from '#modules/billing/invoices';
import { collectingPayments, PendingPayments, type PaymentNotice } from '#modules/billing/payments';
import type { StoredCustomer } from '#modules/customers/customers';
import {
  grantBillings,
  type GivenCredits,
  type GrantBilling,
  type GrantCollection as Collected,
} from '#modules/entitlements/credits';
import { documentOf, type GrantCollectionTerms } from './domain/grant-collection';

/** How what credits cost is billed and collected. Domain: credits G4 */
@Injectable()
export class GrantCollection {
  constructor(
    private readonly invoices: CreditGrantInvoices,
    private readonly payments: PendingPayments,
    private readonly sellers: Sellers,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * Its invoice is sent at once: at the till where it is to be paid before anything is made, else it is collected later.
   * @throws BillingIntegrationMissing, CustomerHasNoEmailAddress, PaymentMethodNotFoundError
   */
  async bill(
    given: GivenCredits & { uid: string },
    terms: GrantCollectionTerms,
    customer: StoredCustomer,
  ): Promise<Collected> {
    const { by, isAwaited, isPaid } = terms;
    await this.sellers.requireCollecting(by);
    const legalEntity = await this.sellers.sellerUnder(by);
    if (by === 'INVOICE') requireEmail(customer);
    else if (!isAwaited && !isPaid) requireReachable(customer, by);
    const paymentAccount = await this.sellers.accountOf(legalEntity.id, terms.cost.currency);
    const document = documentOf(given, terms, { legalEntity, paymentAccount }, this.clock.now());
    const billed = { uid: given.uid, id: given.uid, customer: { uid: customer.uid, id: customer.id } };
    const issue = () => this.invoices.issue(billed, document);
    const invoice = await (isAwaited ? issue() : awayFromTill(issue));
    if (!isAwaited && invoice.isToCollect) await this.jobs.askDue(collectingPayments);
    return { uid: given.uid, by, isPaid: invoice.state === 'PAID' };
  }

  @Answers(grantBillings)
  async tell({ grants }: typeof grantBillings.facts): Promise<[string, GrantBilling][]> {
    const invoices = await this.invoices.of(grants.map(({ uid }) => uid));
    const notices = await this.payments.noticesOf([...invoices.values()].map(({ uid }) => uid));
    const now = this.clock.now();
    return grants.flatMap((grant) => {
      const invoice = invoices.get(grant.uid);
      if (!invoice) return [];
      const billing = billingOf(invoice, notices.get(invoice.uid) ?? atTillHere());
      // Nothing is owed of what is over, though the books may note that later.
      return [
        [grant.id, grant.isUnpaidAt(now) ? { ...billing, paymentCollection: 'NOT_REQUIRED' } : billing],
      ];
    });
  }
}

/** By what is in hand, or on its way: it is of no invoice yet. */
const atTillHere = (): PaymentNotice => ({ actionUrl: tillHere()?.actionUrl ?? null, reason: null });

function billingOf(invoice: StoredInvoice, notice: PaymentNotice): GrantBilling {
  const { uid: invoiceId, currency, dueDate, requiresAction, updatedAt } = invoice;
  const { status, createdAt, pdfUrl, total } = LatestInvoice.from(invoice);
  const amount = (text: string): number => Money.of(text, currency).toNumber();
  return {
    invoiceId,
    latestInvoice: {
      ...{ billingId: invoiceId, billingReason: 'OTHER', createdAt, currency, dueDate },
      errorMessage: (status !== 'PAID' && notice.reason) || null,
      paymentUrl: (requiresAction && notice.actionUrl) || null,
      ...{ pdfUrl, requiresAction, status },
      ...{ subTotal: amount(invoice.subTotal), tax: amount(invoice.tax), total, updatedAt },
    },
    paymentCollection: standingOf(invoice),
  };
}

/** Of one that is over because it was declined, that stays known. Domain: credits G4; customers-subscriptions S3 */
function standingOf({ amountDue, state, collection }: StoredInvoice): GrantBilling['paymentCollection'] {
  if (amountDue.greaterThan(0)) return collection ?? 'PROCESSING';
  return state === 'CANCELED' && collection === 'FAILED' ? 'FAILED' : 'NOT_REQUIRED';
}
