import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Within } from '#libs/use-cases/use-case';
import type { BilledSale } from './domain/invoice';
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

  /** Each that is to be paid still, in full: nothing of them is owed any more. @returns how many */
  @Within()
  async withdrawOpen({ uid }: Pick<BilledSale, 'uid'>): Promise<number> {
    const now = this.clock.now();
    const open = await this.invoices.holdOpenOf(uid);
    for (const invoice of open)
      await this.reversal.reverse(invoice, { reasonCode: 'ORDER_CANCELLATION', issueDate: now }, now);
    return open.length;
  }
}
