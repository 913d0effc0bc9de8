import { Injectable } from '@nestjs/common';
import { InvoiceRenderer } from '#libs/business/rendering/invoice-renderer';
import { Clock } from '#libs/kernel/clock';
import { CreditNotePdfsRepository } from './credit-note-pdfs.repository';
import { CreditNotesRepository } from './credit-notes.repository';
import { CreditNotePdf } from './domain/credit-note-pdf';
import { printedCreditNote } from './domain/printed-credit-note';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicesRepository } from './invoices.repository';

/** Renders the documents of credit notes. ADR-0032 */
@Injectable()
export class CreditNoteRendering {
  constructor(
    private readonly notes: CreditNotesRepository,
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly pdfs: CreditNotePdfsRepository,
    private readonly renderer: InvoiceRenderer,
    private readonly clock: Clock,
  ) {}

  async render(creditNoteUid: string): Promise<void> {
    const note = (await this.notes.findByUids([creditNoteUid])).get(creditNoteUid);
    // Who asks twice while it is rendered has two jobs.
    if (!note || (await this.pdfs.isThere(note))) return;
    const invoice = (await this.invoices.findByUids([note.invoiceUid])).get(note.invoiceUid);
    if (!invoice?.seller || !invoice.buyer)
      throw new Error(`Credit note ${note.uid} is of no invoice that was sent`);
    const { seller, buyer, uid } = invoice;
    const document = printedCreditNote(note, invoice, { seller, buyer }, await this.lines.ofInvoice(uid));
    const content = await this.renderer.render(document);
    await this.pdfs.keep(CreditNotePdf.of(note.uid, content, this.clock.now()));
  }
}
