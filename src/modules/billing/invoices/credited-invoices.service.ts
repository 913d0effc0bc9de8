import { Injectable } from '@nestjs/common';
import { Decimal } from '#libs/kernel/decimal';
import { CreditNotesRepository } from './credit-notes.repository';
import { CustomerBalances } from './customer-balances.repository';
import type { CreditNote } from './domain/credit-note';
import type { Invoice } from './domain/invoice';
import { InvoicesRepository } from './invoices.repository';

/** Credit notes with what becomes of their invoices. */
@Injectable()
export class CreditedInvoices {
  constructor(
    private readonly notes: CreditNotesRepository,
    private readonly invoices: InvoicesRepository,
    private readonly balances: CustomerBalances,
  ) {}

  isCredited(invoiceUid: string): Promise<boolean> {
    return this.notes.isCredited(invoiceUid);
  }

  /** What of the customer's balance was used for the invoice is there again. Domain: contracts-billing V7; customers-subscriptions R4 */
  async credit(invoice: Invoice, note: CreditNote, now: Date): Promise<void> {
    const toBalance = invoice.credit(new Decimal(note.total).negated(), now);
    note.toBalance = toBalance.toString();
    if (toBalance.greaterThan(0)) await this.balances.add(invoice, toBalance, now);
    await this.notes.insert(note);
    await this.invoices.save(invoice, now);
  }
}
