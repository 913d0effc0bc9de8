import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { CustomersService } from '#modules/customers/customers';
import { CreditedInvoices } from './credited-invoices.service';
import { CreditNote } from './credit-notes.views';
import { DocumentNumbers } from './document-numbers.repository';
import { CreditNote as StoredCreditNote } from './domain/credit-note';
import { documentNumber } from './domain/document-number';
import type { Invoice } from './domain/invoice';
import { toldAsInvoice, type ToldInvoice } from './finalization.service';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import type { CreateCreditNoteBody } from './invoices.inputs';
import { InvoicesRepository } from './invoices.repository';

@Injectable()
export class CreditNotesService {
  private readonly record: ChangeRecord<ToldInvoice>;

  constructor(
    private readonly credited: CreditedInvoices,
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly customers: CustomersService,
    private readonly numbers: DocumentNumbers,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf(toldAsInvoice);
  }

  /**
   * Takes the whole invoice back, all but its usage.
   * @throws CustomerNotFound, InvoiceNotFound, InvalidArgumentError for a draft and for an invoice with only usage,
   *   DuplicatedEntityNotAllowed when it has a credit note, BadUserInput. Domain: contracts-billing V7
   */
  @UseCase('createInvoiceCreditNote', {
    needs: 'invoices:write',
    answers: one(CreditNote),
    summary: 'Take an invoice back with a credit note, all but its usage.',
    touches: (customerId: string) => [`customer:${customerId}`],
  })
  async create(customerId: string, invoiceRef: string, body: CreateCreditNoteBody): Promise<CreditNote> {
    const customer = await this.customers.getOrThrow(customerId);
    const invoice = await this.invoices.holdOrThrow(customer.uid, invoiceRef);
    invoice.requireSent();
    await this.refuseSecond(invoice);
    const before = { invoice: copyOf(invoice) };
    const [now, lines] = [this.clock.now(), await this.lines.ofInvoice(invoice.uid)];
    const { reasonCode = 'ORDER_CHANGE', issueDate = now } = body;
    // From here on others of the same legal entity wait for this transaction; a refusal gives the number back.
    const count = await this.numbers.take(invoice.legalEntityUid, 'CREDIT_NOTE', 1, now);
    const number = documentNumber('CREDIT_NOTE', count, invoice.seller?.invoiceNumberPrefix ?? null);
    const note = StoredCreditNote.of(invoice, lines, { number, reasonCode, issueDate }, now);
    await this.credited.credit(invoice, note, now);
    const document = { creditNoteId: note.uid, creditNoteNumber: number, reasonCode };
    this.record.add(invoice.state === 'CANCELED' ? 'canceled' : 'credited', before, { invoice, document });
    return CreditNote.from(note, invoice, lines);
  }

  // Under the lock of the invoice, so that a second one is refused before it is given a number.
  private async refuseSecond({ uid, number }: Invoice): Promise<void> {
    if (!(await this.credited.isCredited(uid))) return;
    const why = 'has a credit note already; it takes back the whole invoice';
    throw new DomainError('DuplicatedEntityNotAllowed', `Invoice ${number} ${why}`);
  }
}
