import { Injectable } from '@nestjs/common';
import { Decimal } from '#libs/kernel/decimal';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { InvoiceLine } from './domain/invoice-line';
import { invoiceLineMapping } from './invoice.mapping';

@Injectable()
export class InvoiceLinesRepository extends TenantTable<InvoiceLine> {
  constructor(persistence: Persistence) {
    super(persistence, invoiceLineMapping);
  }

  /** In the order of the document. */
  ofInvoice(invoiceUid: string): Promise<InvoiceLine[]> {
    return this.where('t.invoice_uid = $2 order by t.position', [invoiceUid]);
  }

  /** What these bill of usage, corrections apart. Who corrects one holds it, all in one order. Domain: entitlements-usage A13 */
  holdUsageOf(invoiceUids: readonly string[]): Promise<InvoiceLine[]> {
    const usage = 't.invoice_uid = any($2) and t.usage_terms is not null and t.corrects is null';
    return this.where(`${usage} order by t.uid for no key update`, [invoiceUids]);
  }

  /** Of a subscription, within a span, by documents that were sent or are sent with this one; overage apart. Domain: catalog R8 */
  async usageBilled(
    billedUid: string,
    invoiceUid: string,
    { from, until }: { from: string; until: string },
  ): Promise<Decimal> {
    const text = `select coalesce(sum(l.sub_total), 0)::text as billed
                    from invoice i join invoice_line l on l.environment_id = $1 and l.invoice_uid = i.uid
                   where i.environment_id = $1 and i.contract_uid = $2 and (i.state <> 'DRAFT' or i.closes_at is not null) and i.uid <> $3 and i.carries_usage
                     and l.usage_terms ->> 'of' = 'USAGE' and not (l.usage_terms ->> 'isOverage')::boolean
                     and l.period_start >= $4 and l.period_end <= $5`;
    const [row] = await this.ask<{ billed: string }>(text, [billedUid, invoiceUid, from, until]);
    return new Decimal(row?.billed ?? 0);
  }

  /** By the line that they correct. */
  async correctionsOf(uids: readonly string[]): Promise<Map<string, InvoiceLine[]>> {
    const corrections = new Map<string, InvoiceLine[]>(uids.map((uid) => [uid, []]));
    for (const line of await this.where('t.corrects = any($2) order by t.corrects, t.correction', [uids]))
      corrections.get(line.corrects as string)?.push(line);
    return corrections;
  }

  /** By invoice, in the order of the document. */
  async ofInvoices(invoiceUids: readonly string[]): Promise<Map<string, InvoiceLine[]>> {
    const ofThem = 't.invoice_uid = any($2) order by t.invoice_uid, t.position';
    const lines = invoiceUids.length === 0 ? [] : await this.where(ofThem, [invoiceUids]);
    const byInvoice = new Map<string, InvoiceLine[]>(invoiceUids.map((uid) => [uid, []]));
    for (const line of lines) byInvoice.get(line.invoiceUid)?.push(line);
    return byInvoice;
  }
}
