import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { Invoice } from './domain/invoice';
import type { InvoicePdf } from './domain/invoice-pdf';
import { invoicePdfMapping } from './invoice.mapping';

@Injectable()
export class InvoicePdfsRepository extends TenantTable<InvoicePdf> {
  constructor(persistence: Persistence) {
    super(persistence, invoicePdfMapping);
  }

  /** Of the invoice as it is now. */
  async of({ uid, revision }: Invoice): Promise<InvoicePdf | undefined> {
    return (await this.where('t.invoice_uid = $2 and t.invoice_revision = $3', [uid, revision]))[0];
  }

  async isThere({ uid, revision }: Invoice): Promise<boolean> {
    const text = `select from invoice_pdf t where ${this.own} and t.invoice_uid = $2 and t.invoice_revision = $3`;
    return (await this.ask(text, [uid, revision])).length > 0;
  }

  /** In the place of an older one; a newer one stays. */
  async keep({ uid, invoiceUid, invoiceRevision, content, createdAt }: InvoicePdf): Promise<void> {
    const text = `insert into invoice_pdf as t (environment_id, uid, invoice_uid, invoice_revision, content, created_at, updated_at)
                  values ($1, $2, $3, $4, $5, $6, $6)
                  on conflict (environment_id, invoice_uid) do update
                     set invoice_revision = excluded.invoice_revision, content = excluded.content, updated_at = excluded.updated_at
                   where t.invoice_revision < excluded.invoice_revision`;
    await this.ask(text, [uid, invoiceUid, invoiceRevision, content, createdAt]);
  }
}
