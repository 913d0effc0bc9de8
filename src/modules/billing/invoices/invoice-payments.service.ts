import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Change, Extensions } from '#libs/messaging/extensions';
import type { Invoice } from './domain/invoice';
import { InvoiceNews } from './invoice-news.service';
import { InvoicesRepository } from './invoices.repository';

/** It was sent before, and is paid now. */
export const invoicePaid = new Change<{ invoice: Invoice }>('invoice.paid');

/** Invoices that are paid. */
@Injectable()
export class InvoicePayments {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
    private readonly news: InvoiceNews,
  ) {}

  /** One that is held; once more changes nothing. @throws InvalidArgumentError for a draft or a canceled one. Domain: contracts-billing V6 */
  async markPaid(invoice: Invoice): Promise<void> {
    invoice.requireSent();
    const before = copyOf(invoice);
    const now = this.clock.now();
    if (!invoice.pay(now)) return;
    await this.invoices.save(invoice, now);
    this.news.paid(before, invoice);
    await this.extensions.announce(invoicePaid, { invoice });
  }
}
