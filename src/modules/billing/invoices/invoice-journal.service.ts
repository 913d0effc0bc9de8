import { Injectable } from '@nestjs/common';
import { Journal } from '#libs/messaging/journal';
import type { Invoice } from './domain/invoice';
import { InvoiceEntry } from './invoices.views';

/** Tells the log and the receivers of events what became of an invoice, each in the same words. */
@Injectable()
export class InvoiceJournal {
  constructor(private readonly journal: Journal) {}

  /**
   * @param before null for what was a draft: nobody was told of it
   * @param document what made it so, where that is a document of its own
   */
  record(type: string, invoice: Invoice, before: InvoiceEntry | null, document: object = {}): void {
    const after = { ...InvoiceEntry.from(invoice), ...document };
    const about = { entityType: 'INVOICE', entityId: invoice.uid, parentId: invoice.contractId } as const;
    this.journal.record({ type, ...about, before, after, payload: { ...after } });
  }
}
