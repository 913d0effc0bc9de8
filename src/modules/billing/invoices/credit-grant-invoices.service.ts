import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Within } from '#libs/use-cases/use-case';
import { DocumentSending } from './document-sending.service';
import { Invoice, type BilledSale } from './domain/invoice';
import { InvoiceLine } from './domain/invoice-line';
import type { SoldDocument } from './domain/sold-document';
import { InvoicesRepository } from './invoices.repository';

/** What the module that sells credits asks of their invoices: each grant has one. Domain: credits G4 */
@Injectable()
export class CreditGrantInvoices {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly sending: DocumentSending,
    private readonly clock: Clock,
  ) {}

  /** Sent at once. @returns as it is then: paid, or to be paid still */
  @Within()
  async issue(billed: BilledSale, document: SoldDocument): Promise<Invoice> {
    const at = this.clock.now();
    const invoice = Invoice.draft(billed, document, at);
    invoice.close(billed, document, at);
    const added = document.lines.map((line, place) => InvoiceLine.of(invoice.uid, line, place, at));
    this.sending.putOff({ invoice, added, at });
    await this.sending.sendNow();
    return invoice;
  }

  /** By grant; nothing of those that were not billed here. */
  @Within()
  async of(grantUids: readonly string[]): Promise<Map<string, Invoice>> {
    return grantUids.length === 0 ? new Map() : this.invoices.latestOf(grantUids);
  }
}
