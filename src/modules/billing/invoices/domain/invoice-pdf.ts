import { TenantEntity } from '#libs/kernel/tenant-entity';

/** READY: the document of the invoice as it is now can be fetched at once. Domain: contracts-billing V5 */
export type PdfStatus = 'PENDING' | 'READY';

/** The document of an invoice, rendered from one of its states. */
export class InvoicePdf extends TenantEntity {
  invoiceUid: string;
  /** Of the invoice: paid or canceled, it is rendered anew. */
  invoiceRevision: number;
  content: Buffer;

  static of(invoiceUid: string, invoiceRevision: number, content: Buffer, now: Date): InvoicePdf {
    return InvoicePdf.instantiate<InvoicePdf>(InvoicePdf, { invoiceUid, invoiceRevision, content }, now);
  }
}
