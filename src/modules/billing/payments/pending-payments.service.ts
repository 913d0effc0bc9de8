import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Follows } from '#libs/messaging/extensions';
import { Within } from '#libs/use-cases/use-case';
import { invoiceCanceled } from '#modules/billing/invoices';
import type { Payment } from './domain/payment';
import { PaymentsRepository } from './payments.repository';

/** What who pays must know of a payment. */
export type PaymentNotice = Pick<Payment, 'actionUrl' | 'reason'>;

/** Why a payment did not come. */
export interface Decline {
  reason: string;
  /** No other attempt with this method can succeed. */
  isHard: boolean;
}

/** Payments that are waited for, or shall not come any more. Domain: customers-subscriptions V10, D7 */
@Injectable()
export class PendingPayments {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly clock: Clock,
  ) {}

  /** By invoice: what who pays must know of the payment of it that began last. Domain: credits G4 */
  @Within()
  async noticesOf(invoiceUids: readonly string[]): Promise<Map<string, PaymentNotice>> {
    const latest = invoiceUids.length === 0 ? [] : [...(await this.payments.latestOf(invoiceUids))];
    return new Map(latest.map(([uid, { actionUrl, reason }]) => [uid, { actionUrl, reason }]));
  }

  /** Why an invoice was not paid by the payment of it that began last; null where none was asked for, or none failed. Domain: credits A5 */
  @Within()
  async declineOf(invoiceUid: string): Promise<Decline | null> {
    const payment = (await this.payments.latestOf([invoiceUid])).get(invoiceUid);
    const { reason = null, refusedRef } = payment ?? {};
    return reason === null ? null : { reason, isHard: refusedRef != null };
  }

  /** The provider is told after the commit, and what has come meanwhile goes back. */
  @Within()
  async giveUp(uid: string): Promise<void> {
    const payment = await this.payments.lock(uid);
    const now = this.clock.now();
    payment?.giveUp(now);
    if (payment) await this.payments.save(payment, now);
  }

  @Follows(invoiceCanceled)
  async giveUpInvoice({ invoice }: typeof invoiceCanceled.facts): Promise<void> {
    const payment = await this.payments.onItsWay(invoice.uid);
    if (payment) await this.giveUp(payment.uid);
  }
}
