import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { creditNotePdfMapping } from './credit-note.mapping';
import type { CreditNote } from './domain/credit-note';
import type { CreditNotePdf } from './domain/credit-note-pdf';

@Injectable()
export class CreditNotePdfsRepository extends TenantTable<CreditNotePdf> {
  constructor(persistence: Persistence) {
    super(persistence, creditNotePdfMapping);
  }

  async of({ uid }: CreditNote): Promise<CreditNotePdf | undefined> {
    return (await this.where('t.credit_note_uid = $2', [uid]))[0];
  }

  async isThere({ uid }: CreditNote): Promise<boolean> {
    const text = `select from credit_note_pdf t where ${this.own} and t.credit_note_uid = $2`;
    return (await this.ask(text, [uid])).length > 0;
  }

  /** Who renders it at the same time has the same bytes. */
  async keep({ uid, creditNoteUid, content, createdAt }: CreditNotePdf): Promise<void> {
    const text = `insert into credit_note_pdf as t (environment_id, uid, credit_note_uid, content, created_at, updated_at)
                  values ($1, $2, $3, $4, $5, $5) on conflict (environment_id, credit_note_uid) do nothing`;
    await this.ask(text, [uid, creditNoteUid, content, createdAt]);
  }
}
