import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Within } from '#libs/use-cases/use-case';
import type { BilledSubscription } from './domain/invoice';
import { InvoiceReversal } from './invoice-reversal.service';
import { InvoicesRepository } from './invoices.repository';

/** Invoices of what never began. Domain: customers-subscriptions V10 */
@Injectable()
export class WithdrawnInvoices {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly reversal: InvoiceReversal,
    private readonly clock: Clock,
  ) {}

  /** Each that is to be paid still, in full: nothing of them is owed any more. */
  @Within()
  async withdrawOpen({ uid }: Pick<BilledSubscription, 'uid'>): Promise<void> {
    const now = this.clock.now();
    for (const invoice of await this.invoices.holdOpenOf(uid))
      await this.reversal.reverse(invoice, { reasonCode: 'ORDER_CANCELLATION', issueDate: now }, now);
  }
}
