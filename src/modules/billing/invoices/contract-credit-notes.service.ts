import { page } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, type Page, pageRequestOf } from '#libs/kernel/page';
import { Extensions, Survey } from '#libs/messaging/extensions';
import { CreditNotesRepository } from './credit-notes.repository';
import { CreditNote } from './credit-notes.views';
import type { Invoice } from './domain/invoice';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import type { ListCreditNotesQuery } from './invoices.inputs';
import { InvoicesRepository } from './invoices.repository';

/** Which contract has this contractId? Answered by its key, by the module that keeps contracts. */
export const contractNamed = new Survey<{ contractId: string }>('contract.named');

@Injectable()
export class ContractCreditNotesService {
  constructor(
    private readonly notes: CreditNotesRepository,
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly extensions: Extensions,
  ) {}

  /** Newest first. @throws ContractNotFound, BadUserInput for a cursor that names no credit note */
  @UseCase('listContractCreditNotes', {
    needs: 'invoices:read',
    answers: page(CreditNote),
    summary: 'List the credit notes of a contract, newest first.',
  })
  async list(contractId: string, query: ListCreditNotesQuery): Promise<Page<CreditNote>> {
    const [contractUid] = await this.extensions.survey(contractNamed, { contractId });
    if (contractUid === undefined) {
      throw new DomainError('ContractNotFound', `Contract ${contractId} was not found`);
    }
    const page = await this.notes.ofContract(pageRequestOf(query), contractUid);
    const uids = page.items.map(({ invoiceUid }) => invoiceUid);
    const invoices = await this.invoices.findByUids(uids);
    const lines = await this.lines.ofInvoices(uids);
    return mapPage(page, (note) =>
      CreditNote.from(note, invoices.get(note.invoiceUid) as Invoice, lines.get(note.invoiceUid) ?? []),
    );
  }
}
