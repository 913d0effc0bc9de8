import { TenantEntity } from '#libs/kernel/tenant-entity';

/** The document of a credit note. It is rendered once: nothing of it changes. Domain: contracts-billing V7 */
export class CreditNotePdf extends TenantEntity {
  creditNoteUid: string;
  content: Buffer;

  static of(creditNoteUid: string, content: Buffer, now: Date): CreditNotePdf {
    return CreditNotePdf.instantiate<CreditNotePdf>(CreditNotePdf, { creditNoteUid, content }, now);
  }
}
