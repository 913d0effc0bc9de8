import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Change, Extensions, Follows } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CollectedInvoices, invoicesToCollect, type StoredInvoice } from '#modules/billing/invoices';
import { CustomersService } from '#modules/customers/customers';
import { Payment } from './domain/payment';
import type { PaymentOutcome } from './domain/payment-provider';
import { PaymentsRepository } from './payments.repository';

/** Nothing collects this invoice any more: all attempts have failed. Its customer is not locked yet. Domain: contracts-billing V11 */
export const collectionGivenUp = new Change<{ invoice: StoredInvoice }>('payment.given-up');

/** The work that looks after payments. */
export const collectingPayments = 'collect-payments';

/** Payments that nobody asked for but the clock: of invoices that are charged, one after the other until one comes. Domain: contracts-billing V11; ADR-0094 */
@Injectable()
export class PaymentAttempts {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly invoices: CollectedInvoices,
    private readonly customers: CustomersService,
    private readonly extensions: Extensions,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** In one statement, however many they are; the provider is asked after the commit. */
  @Follows(invoicesToCollect)
  async begin({ invoices }: typeof invoicesToCollect.facts): Promise<void> {
    const now = this.clock.now();
    const payments = invoices.map((invoice) => {
      const { uid: invoiceUid, customerUid, customerId, currency, number, amountDue: amount } = invoice;
      const owed = { invoiceUid, customerUid, customerId, amount, currency };
      return Payment.byClock({ ...owed, description: `Invoice ${number}` }, now);
    });
    await this.payments.insertAll(payments);
  }

  /**
   * Before the provider is told of it: what is owed by then, and by what its customer pays by then. Where nothing is owed any more it is over.
   * @returns how it ends without anybody being asked
   */
  async equip(payment: Payment, now: Date): Promise<PaymentOutcome | undefined> {
    if (payment.methodRef !== null || payment.invoiceUid === null) return undefined;
    const owed = await this.invoices.owedOf(payment.invoiceUid);
    if (owed.isZero()) {
      payment.drop(now);
      return undefined;
    }
    const customer = await this.customers.getOrThrow(payment.customerId);
    const { method = null, customerRef = null } = customer.chargedBy ?? {};
    const reason = payment.equip({ id: customer.id, method, customerRef }, owed);
    return reason === undefined ? undefined : { state: 'FAILED', ref: null, reason, isHard: false };
  }

  /** One that failed, and whose time has come. @returns the attempt that follows it */
  follow({ uid, invoiceUid, isLast }: Payment): Promise<string | undefined> {
    return this.unitOfWork.run(() => (isLast ? this.giveUp(uid, invoiceUid as string) : this.beginNext(uid)));
  }

  /** What waits for its day is tried at once: the customer pays by another method now. Domain: contracts-billing V11 */
  async hasten(customerUid: string): Promise<void> {
    await this.payments.hasten(customerUid, this.clock.now());
    await this.jobs.askDue(collectingPayments);
  }

  private async beginNext(uid: string): Promise<string | undefined> {
    const now = this.clock.now();
    const payment = await this.payments.lock(uid);
    if (!payment?.mayBeFollowed(now)) return undefined;
    // What follows another one has an invoice.
    const invoiceUid = payment.invoiceUid as string;
    // Who holds the invoice knows that no other begins.
    const owed = await this.invoices.owedOf(invoiceUid);
    const isOtherOnItsWay = (await this.payments.onItsWay(invoiceUid)) !== undefined;
    if (isOtherOnItsWay) payment.waitForOther(now);
    else payment.rest();
    await this.payments.save(payment, now);
    if (isOtherOnItsWay || owed.isZero()) return undefined;
    const next = payment.followedBy(owed, now);
    await this.payments.insert(next);
    return next.uid;
  }

  /** Customers are locked before payments. Done again after a crash, it changes nothing any more. */
  private async giveUp(uid: string, invoiceUid: string): Promise<undefined> {
    const now = this.clock.now();
    const isOtherOnItsWay = (await this.payments.onItsWay(invoiceUid)) !== undefined;
    if (!isOtherOnItsWay) {
      const invoice = await this.invoices.getByUid(invoiceUid);
      await this.extensions.announce(collectionGivenUp, { invoice });
    }
    const payment = await this.payments.lock(uid);
    if (!payment?.mayBeFollowed(now)) return;
    if (isOtherOnItsWay) payment.waitForOther(now);
    else payment.rest();
    await this.payments.save(payment, now);
  }
}
