import { customerBuckets } from '#libs/business/values/customer-buckets';
import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { CustomersService } from '#modules/customers/customers';
import { CreditedInvoices } from './credited-invoices.service';
import { CreditNote } from './credit-notes.views';
import type { Invoice } from './domain/invoice';
import { InvoiceReversal } from './invoice-reversal.service';
import type { CreateCreditNoteBody } from './invoices.inputs';
import { InvoicesRepository } from './invoices.repository';

@Injectable()
export class CreditNotesService {
  constructor(
    private readonly credited: CreditedInvoices,
    private readonly invoices: InvoicesRepository,
    private readonly customers: CustomersService,
    private readonly reversal: InvoiceReversal,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the whole invoice back, all but its usage.
   * @throws CustomerNotFound, InvoiceNotFound, InvalidArgumentError for a draft and for an invoice with only usage,
   *   DuplicatedEntityNotAllowed when it has a credit note, BadUserInput. Domain: contracts-billing V7
   */
  @UseCase('createInvoiceCreditNote', {
    needs: 'invoices:write',
    answers: one(CreditNote),
    summary: 'Take an invoice back with a credit note, all but its usage.',
    touches: customerBuckets,
  })
  async create(customerId: string, invoiceRef: string, body: CreateCreditNoteBody): Promise<CreditNote> {
    const customer = await this.customers.getOrThrow(customerId);
    const invoice = await this.invoices.holdOrThrow(customer.uid, invoiceRef);
    invoice.requireSent();
    await this.refuseSecond(invoice);
    const now = this.clock.now();
    const { reasonCode = 'ORDER_CHANGE', issueDate = now } = body;
    const { note, lines } = await this.reversal.reverse(invoice, { reasonCode, issueDate }, now);
    return CreditNote.from(note, invoice, lines);
  }

  // Under the lock of the invoice, so that a second one is refused before it is given a number.
  private async refuseSecond({ uid, number }: Invoice): Promise<void> {
    if (!(await this.credited.isCredited(uid))) return;
    const why = 'has a credit note already; it takes back the whole invoice';
    throw new DomainError('DuplicatedEntityNotAllowed', `Invoice ${number} ${why}`);
  }
}
