import { Injectable } from '@nestjs/common';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Extensions, Change } from '#libs/messaging/extensions';
import type { CreditReason } from '#libs/business/values/credit-reason';
import { CreditedInvoices } from './credited-invoices.service';
import { DocumentNumbers } from './document-numbers.repository';
import { CreditNote } from './domain/credit-note';
import { documentNumber } from './domain/document-number';
import type { Invoice } from './domain/invoice';
import type { InvoiceLine } from './domain/invoice-line';
import { InvoiceNews } from './invoice-news.service';
import { InvoiceLinesRepository } from './invoice-lines.repository';

/** Nothing of it is owed any more: it was taken back in full. */
export const invoiceCanceled = new Change<{ invoice: Invoice }>('invoice.canceled');

/** Takes invoices back that were sent: each with a credit note of its own. Domain: contracts-billing V2, V7 */
@Injectable()
export class InvoiceReversal {
  constructor(
    private readonly credited: CreditedInvoices,
    private readonly lines: InvoiceLinesRepository,
    private readonly numbers: DocumentNumbers,
    private readonly extensions: Extensions,
    private readonly news: InvoiceNews,
  ) {}

  /**
   * One that is held, all but its usage.
   * @throws InvalidArgumentError for an invoice with only usage, BadUserInput for a day before its own or to come
   */
  async reverse(
    invoice: Invoice,
    { reasonCode, issueDate }: { reasonCode: CreditReason; issueDate: Date },
    now: Date,
  ): Promise<{ note: CreditNote; lines: InvoiceLine[] }> {
    const before = copyOf(invoice);
    const lines = await this.lines.ofInvoice(invoice.uid);
    // From here on others of the same legal entity wait for this transaction; a refusal gives the number back.
    const count = await this.numbers.take(invoice.legalEntityUid, 'CREDIT_NOTE', 1, now);
    const number = documentNumber('CREDIT_NOTE', count, invoice.seller?.invoiceNumberPrefix ?? null);
    const note = CreditNote.of(invoice, lines, { number, reasonCode, issueDate }, now);
    await this.credited.credit(invoice, note, now);
    this.news.takenBack(before, invoice, { creditNoteId: note.uid, creditNoteNumber: number, reasonCode });
    if (invoice.state === 'CANCELED') await this.extensions.announce(invoiceCanceled, { invoice });
    return { note, lines };
  }
}
