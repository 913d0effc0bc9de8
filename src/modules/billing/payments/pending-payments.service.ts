import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Follows } from '#libs/messaging/extensions';
import { Within } from '#libs/use-cases/use-case';
import { invoiceCanceled } from '#modules/billing/invoices';
import { PaymentsRepository } from './payments.repository';

/** Payments that shall not come any more. Domain: customers-subscriptions V10, D7 */
@Injectable()
export class PendingPayments {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly clock: Clock,
  ) {}

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
