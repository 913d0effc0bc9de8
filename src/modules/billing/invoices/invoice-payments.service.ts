import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Change, Extensions } from '#libs/messaging/extensions';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import type { Invoice } from './domain/invoice';
import { toldAsInvoice, type ToldInvoice } from './finalization.service';
import { InvoicesRepository } from './invoices.repository';

/** It was sent before, and is paid now. */
export const invoicePaid = new Change<{ invoice: Invoice }>('invoice.paid');

/** Invoices that are paid. */
@Injectable()
export class InvoicePayments {
  private readonly record: ChangeRecord<ToldInvoice>;

  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf(toldAsInvoice);
  }

  /** One that is held; once more changes nothing. @throws InvalidArgumentError for a draft or a canceled one. Domain: contracts-billing V6 */
  async markPaid(invoice: Invoice): Promise<void> {
    invoice.requireSent();
    const before = { invoice: copyOf(invoice) };
    const now = this.clock.now();
    if (!invoice.pay(now)) return;
    await this.invoices.save(invoice, now);
    this.record.add('paid', before, { invoice });
    await this.extensions.announce(invoicePaid, { invoice });
  }
}
