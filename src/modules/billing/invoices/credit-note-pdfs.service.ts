import { Injectable } from '@nestjs/common';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { CustomersService } from '#modules/customers/customers';
import { CreditNotePdfContent, CreditNotePdfStatus } from './credit-note-pdfs.views';
import { CreditNotePdfsRepository } from './credit-note-pdfs.repository';
import { CreditNotesRepository } from './credit-notes.repository';
import type { CreditNote } from './domain/credit-note';
import { PdfRendering, renderedSoon } from './pdf-rendering.service';

/** The documents of credit notes, rendered when they are first asked for. Domain: contracts-billing V7 */
@Injectable()
export class CreditNotePdfsService {
  constructor(
    private readonly pdfs: CreditNotePdfsRepository,
    private readonly notes: CreditNotesRepository,
    private readonly customers: CustomersService,
    private readonly rendering: PdfRendering,
  ) {}

  /**
   * Waits for the render, five seconds at most.
   * @throws CustomerNotFound, InvoiceNotFound, BadUserInput for a number of two,
   *   ObjectAlreadyBeingUsedByAnotherRequestError when it is to be asked for again
   */
  @UseCase('getCreditNotePdf', {
    needs: 'invoices:read',
    answers: one(CreditNotePdfContent),
    summary: 'Get the document of a credit note; waits until it is rendered.',
  })
  async get(customerId: string, creditNoteRef: string): Promise<CreditNotePdfContent> {
    const note = await this.noteOf(customerId, creditNoteRef);
    const contentBase64 = await renderedSoon(
      `credit note ${note.number}`,
      () => this.pdfs.of(note),
      () => this.rendering.askForNote(note),
    );
    return { contentBase64, creditNoteId: note.uid, status: 'READY' };
  }

  /** Has it rendered; waits for nothing. @throws as `get`, but for the wait */
  @UseCase('generateCreditNotePdf', {
    needs: 'invoices:write',
    answers: one(CreditNotePdfStatus),
    summary: 'Have the document of a credit note rendered, without waiting for it.',
  })
  async generate(customerId: string, creditNoteRef: string): Promise<CreditNotePdfStatus> {
    const note = await this.noteOf(customerId, creditNoteRef);
    const told = await this.show(note);
    if (told.status === 'PENDING') await this.rendering.askForNote(note);
    return told;
  }

  /** @throws as `generate` */
  @UseCase('getCreditNotePdfStatus', {
    needs: 'invoices:read',
    answers: one(CreditNotePdfStatus),
    summary: 'Ask whether the document of a credit note is rendered.',
  })
  async getStatus(customerId: string, creditNoteRef: string): Promise<CreditNotePdfStatus> {
    return this.show(await this.noteOf(customerId, creditNoteRef));
  }

  private async noteOf(customerId: string, creditNoteRef: string): Promise<CreditNote> {
    const customer = await this.customers.getOrThrow(customerId);
    return this.notes.ofCustomerOrThrow(customer.uid, creditNoteRef);
  }

  private async show(note: CreditNote): Promise<CreditNotePdfStatus> {
    const status = (await this.pdfs.isThere(note)) ? 'READY' : 'PENDING';
    return { creditNoteId: note.uid, status };
  }
}
