import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { CustomersService } from '#modules/customers';
import { LegalEntitiesService } from '#modules/legal-entities';
import { DocumentNumbers } from './document-numbers.repository';
import { buyerOf } from './domain/buyer';
import { documentNumber } from './domain/document-number';
import type { Invoice, Parties } from './domain/invoice';
import { InvoiceJournal } from './invoice-journal.service';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicesRepository } from './invoices.repository';
import { UsageLinePricing } from './usage-line-pricing.service';

/** Makes an invoice of a draft, in one transaction. Domain: contracts-billing V2–V4, V8 */
@Injectable()
export class InvoiceFinalization {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly numbers: DocumentNumbers,
    private readonly pricing: UsageLinePricing,
    private readonly legalEntities: LegalEntitiesService,
    private readonly customers: CustomersService,
    private readonly journal: InvoiceJournal,
  ) {}

  /** @returns false when it is no draft any more, or in other hands just now: those do it, or have other plans with it */
  @Within()
  async finalize(uid: string, now: Date): Promise<boolean> {
    const invoice = await this.invoices.takeDraft(uid);
    if (!invoice) return false;
    if (invoice.carriesUsage) await this.priceUsage(invoice, now);
    const parties = await this.partiesOf(invoice);
    // From here on others of the same legal entity wait for this transaction.
    const count = await this.numbers.next(invoice.legalEntityUid, 'INVOICE', now);
    invoice.finalize(documentNumber('INVOICE', count, parties.seller.invoiceNumberPrefix), parties, now);
    await this.invoices.save(invoice, now);
    this.journal.record('invoice.finalized', invoice, null);
    return true;
  }

  private async priceUsage(invoice: Invoice, now: Date): Promise<void> {
    const lines = await this.lines.ofInvoice(invoice.uid);
    const usage = lines.filter(({ isUsage }) => isUsage);
    await this.pricing.price(invoice, usage);
    for (const line of usage) await this.lines.save(line, now);
    invoice.addUp(lines);
  }

  private async partiesOf({ legalEntityId, paymentAccountId, customerId }: Invoice): Promise<Parties> {
    const seller = await this.legalEntities.snapshotFor(legalEntityId, paymentAccountId);
    return { seller, buyer: buyerOf(await this.customers.getOrThrow(customerId)) };
  }
}
