import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { creditNoteMapping } from './credit-note.mapping';
import type { CreditNote } from './domain/credit-note';

@Injectable()
export class CreditNotesRepository extends TenantTable<CreditNote> {
  constructor(persistence: Persistence) {
    super(persistence, creditNoteMapping);
  }

  /** Newest first. @throws BadUserInput for a cursor that names nothing in this environment */
  ofContract(request: PageRequest, contractUid: string): Promise<Page<CreditNote>> {
    return this.pageByKey(request, new Predicate().equals('t.contract_uid', contractUid));
  }

  async isCredited(invoiceUid: string): Promise<boolean> {
    return (await this.where('t.invoice_uid = $2', [invoiceUid])).length > 0;
  }
}
