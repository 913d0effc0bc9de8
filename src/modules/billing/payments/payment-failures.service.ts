import { Injectable } from '@nestjs/common';
import { Decimal } from '#libs/kernel/decimal';
import { Change, Extensions } from '#libs/messaging/extensions';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { CollectedInvoices, type StoredInvoice } from '#modules/billing/invoices';
import { Customer, CustomersService, type StoredCustomer } from '#modules/customers/customers';
import type { Payment } from './domain/payment';
import type { Purchase } from './domain/purchase';
import { FailedPayment } from './payments.views';
import { syncFailuresOf, type SyncFailure } from './sync-failures.record';

/** What was asked for is not paid, and will not be carried out. */
export const purchaseFailed = new Change<{ paymentUid: string; purchase: Purchase; reason: string }>(
  'purchase.failed',
);

/** An attempt to collect an invoice has failed, or waits for who pays to act. */
export const collectionStalled = new Change<{ invoice: StoredInvoice }>('invoice.collection-stalled');

interface Failure {
  payment: Payment;
  customer: StoredCustomer;
}

/** Payments that came to nothing, as they are told. Domain: contracts-billing V11, V14 */
@Injectable()
export class PaymentFailures {
  private readonly record: ChangeRecord<Failure>;
  private readonly refusals: ChangeRecord<SyncFailure>;

  constructor(
    private readonly customers: CustomersService,
    private readonly invoices: CollectedInvoices,
    private readonly extensions: Extensions,
    recorder: Recorder,
  ) {
    this.refusals = syncFailuresOf(recorder);
    this.record = recorder.recordOf({
      entity: ({ payment }) => (payment.invoiceUid ? 'INVOICE' : 'CUSTOMER'),
      noun: 'customer',
      picture: ({ payment }) => FailedPayment.from(payment),
      idOf: ({ payment }) => payment.invoiceUid ?? payment.customerId,
      parentOf: ({ payment }) => payment.customerId,
      payload: (_, { customer }) => ({ customer: Customer.from(customer) }),
      versionOf: ({ customer }) => customer.revision,
    });
  }

  /** Declined, or refused by the provider. */
  async tell(payment: Payment): Promise<void> {
    const customer = await this.customers.getOrThrow(payment.customerId);
    this.record.add('payment_failed', null, { payment, customer });
    const { invoiceUid, reason } = payment;
    if (invoiceUid) await this.stalled(invoiceUid);
    // A page follows, and is the last way to pay for it.
    else if (!isOfferedStill(payment)) await this.notCarriedOut(payment, reason ?? 'the payment failed');
  }

  /** The provider has it, and will not do with it what it must. Domain: contracts-billing V14; access-and-events W10 */
  tellRefused({ state, returned, currency, customerId, invoiceUid }: Payment, reason: string): void {
    const what =
      state === 'RETURNING'
        ? `${new Decimal(returned).toString()} ${currency} that are not owed do not go back`
        : 'What became of a payment is not known';
    const about = invoiceUid
      ? { entityType: 'INVOICE' as const, entityId: invoiceUid }
      : { entityType: 'CUSTOMER' as const, entityId: customerId };
    const message = `${what}. The payment provider refused: ${reason}`;
    this.refusals.add('sync_failed', null, { ...about, customerId, message });
  }

  /** What it was for, where nothing was made of it yet. */
  async notCarriedOut({ uid: paymentUid, purchase, isUnapplied }: Payment, reason: string): Promise<void> {
    if (purchase && isUnapplied)
      await this.extensions.announce(purchaseFailed, { paymentUid, purchase, reason });
  }

  /** Who pays has not paid yet. Domain: customers-subscriptions T4 */
  async stalled(invoiceUid: string): Promise<void> {
    await this.extensions.announce(collectionStalled, { invoice: await this.invoices.getByUid(invoiceUid) });
  }
}

const isOfferedStill = ({ purchase }: Payment): boolean =>
  purchase?.isOffered === true && purchase.waitsOn === undefined;
