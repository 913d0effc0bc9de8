import { Injectable } from '@nestjs/common';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import type { Invoice } from './domain/invoice';
import type { InvoiceLine } from './domain/invoice-line';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { CustomerInvoice, InvoiceEntry } from './invoices.views';

type LinesOf = (invoice: Invoice) => Promise<readonly InvoiceLine[]>;

/** An invoice as the log and the receivers of events are told of it. */
interface ToldInvoice {
  invoice: Invoice;
  lines: LinesOf;
  /** What made it so, where that is a document of its own. */
  creditNote?: object;
}

/** What it bills: one of them. */
const billedBy = ({ contractId, subscriptionId, creditGrantId }: Invoice) => ({
  contractId,
  subscriptionId,
  creditGrantId,
});

/** Tells of invoices, in the commit that makes it true; nobody was told of a draft. Domain: access-and-events W6, W10 */
@Injectable()
export class InvoiceNews {
  private readonly record: ChangeRecord<ToldInvoice>;

  constructor(
    private readonly lines: InvoiceLinesRepository,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf({
      entity: 'INVOICE',
      noun: 'invoice',
      picture: ({ invoice, creditNote }) => ({ ...InvoiceEntry.from(invoice), ...creditNote }),
      idOf: ({ invoice }) => invoice.uid,
      parentOf: ({ invoice }) => invoice.billedId,
      payload: (_, { invoice, creditNote }) => ({
        invoice: InvoiceEntry.from(invoice),
        ...billedBy(invoice),
        ...(creditNote && { creditNote }),
      }),
      whole: async (told, { invoice, lines }) => ({
        ...told,
        invoice: CustomerInvoice.from(invoice, await lines(invoice)),
      }),
      versionOf: ({ invoice }) => invoice.revision,
    });
  }

  /** They are sent now, and some are paid with it. */
  sent(invoices: readonly Invoice[]): void {
    const lines = this.linesOf(invoices);
    for (const invoice of invoices) {
      this.record.add('finalized', null, { invoice, lines });
      if (invoice.state === 'PAID') this.record.add('paid', null, { invoice, lines });
    }
  }

  /** @param before as it was, a copy */
  paid(before: Invoice, invoice: Invoice): void {
    const lines = this.linesOf([invoice]);
    this.record.add('paid', { invoice: before, lines }, { invoice, lines });
  }

  /** In full or in part. @param before a copy @param creditNote the document by which it was */
  takenBack(before: Invoice, invoice: Invoice, creditNote: object): void {
    const lines = this.linesOf([invoice]);
    const verb = invoice.state === 'CANCELED' ? 'canceled' : 'credited';
    this.record.add(verb, { invoice: before, lines }, { invoice, lines, creditNote });
  }

  /** Those of all are read once, where one is asked for. */
  private linesOf(invoices: readonly Invoice[]): LinesOf {
    let all: Promise<Map<string, InvoiceLine[]>> | undefined;
    return async ({ uid }) => {
      all ??= this.lines.ofInvoices(invoices.map((each) => each.uid));
      return (await all).get(uid) ?? [];
    };
  }
}
