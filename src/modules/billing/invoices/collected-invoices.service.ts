import { Injectable } from '@nestjs/common';
import type { Decimal } from '#libs/kernel/decimal';
import { Change, Extensions } from '#libs/messaging/extensions';
import { Within } from '#libs/use-cases/use-case';
import type { Invoice, InvoiceCollection } from './domain/invoice';
import { InvoicePayments } from './invoice-payments.service';
import { InvoicesRepository } from './invoices.repository';

/** Money for an invoice has come, and is about to be taken for it: what is over by now takes none. */
export const moneyArriving = new Change<{ invoice: Invoice }>('invoice.money-arriving');

/** What the module that collects money asks of invoices. Domain: contracts-billing V2, V6 */
@Injectable()
export class CollectedInvoices {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly payments: InvoicePayments,
    private readonly extensions: Extensions,
  ) {}

  /** One that was sent, held so that no two collect it. @throws InvoiceNotFound, InvalidArgumentError for a draft */
  @Within()
  async hold(customerUid: string, ref: string): Promise<Invoice> {
    const invoice = await this.invoices.holdOrThrow(customerUid, ref);
    invoice.requireSent();
    return invoice;
  }

  @Within()
  getByUid(uid: string): Promise<Invoice> {
    return this.invoices.getOrThrowByUid(uid);
  }

  /** @throws InvoiceNotFound */
  @Within()
  sentOrThrow(customerUid: string, ref: string): Promise<Invoice> {
    return this.invoices.sentOrThrow(customerUid, ref);
  }

  /** What is owed of it, which stays so as long as it is held. */
  @Within()
  async owedOf(uid: string): Promise<Decimal> {
    return (await this.invoices.lockOrThrowByUid(uid)).amountDue;
  }

  /** What collecting it has come to. */
  @Within()
  note(uid: string, collection: InvoiceCollection): Promise<void> {
    return this.invoices.noteCollection(uid, collection);
  }

  /** Money for it has come. @returns what was owed of it: nothing where it was paid or canceled meanwhile */
  @Within()
  async pay(uid: string): Promise<Decimal> {
    await this.extensions.announce(moneyArriving, { invoice: await this.getByUid(uid) });
    const invoice = await this.invoices.lockOrThrowByUid(uid);
    const owed = invoice.amountDue;
    if (owed.greaterThan(0)) await this.payments.markPaid(invoice);
    return owed;
  }
}
