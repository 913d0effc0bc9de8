import { Injectable } from '@nestjs/common';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { isUid } from '#libs/kernel/ids';
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

  /** By id or number. @throws InvoiceNotFound, BadUserInput for a number that two of them have. Domain: contracts-billing V7 */
  async ofCustomerOrThrow(customerUid: string, ref: string): Promise<CreditNote> {
    const column = isUid(ref) ? 'uid' : 'number';
    const [note, other] = await this.where(
      `t.${column} = $3 and exists (
         select from invoice i where i.environment_id = $1 and i.uid = t.invoice_uid and i.customer_uid = $2)`,
      [customerUid, ref],
    );
    if (!note) throw new DomainError('InvoiceNotFound', `Credit note ${ref} was not found`);
    if (other)
      throw badInput(
        `creditNoteRef: two legal entities have issued a ${ref}; send the id of the credit note`,
      );
    return note;
  }

  async isCredited(invoiceUid: string): Promise<boolean> {
    return (await this.where('t.invoice_uid = $2', [invoiceUid])).length > 0;
  }
}
