import { decimal, instant, integer, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { CreditNote } from './domain/credit-note';
import { CreditNotePdf } from './domain/credit-note-pdf';
import { DocumentSeries } from './domain/document-number';

export const creditNoteMapping = tenantMapping(CreditNote, 'credit_note', {
  columns: {
    invoiceUid: uuid(),
    billedUid: { ...uuid(), name: 'contract_uid' },
    legalEntityUid: uuid(),
    number: text(),
    reasonCode: text(),
    issueDate: instant(),
    currency: text(),
    subTotal: decimal(),
    discount: decimal(),
    tax: decimal(),
    total: decimal(),
    // With a default, so that the last release may still write rows beside this one.
    toBalance: { ...decimal(), default: 0 },
  },
  uniques: [
    // An invoice is credited whole, hence once. Domain: contracts-billing V7
    { name: 'uq_credit_note_invoice', columns: ['invoiceUid'] },
    { name: 'uq_credit_note_number', columns: ['legalEntityUid', 'number'] },
  ],
  indices: [{ name: 'ix_credit_note_contract', columns: ['billedUid', 'uid'] }],
  references: [{ name: 'fk_credit_note_invoice', property: 'invoiceUid', target: () => 'Invoice' }],
});

/** Bytes in a table of their own, so that no other read carries them. */
export const creditNotePdfMapping = tenantMapping(CreditNotePdf, 'credit_note_pdf', {
  columns: { creditNoteUid: uuid(), content: { type: 'bytea' } },
  uniques: [{ name: 'uq_credit_note_pdf_note', columns: ['creditNoteUid'] }],
  references: [{ name: 'fk_credit_note_pdf_note', property: 'creditNoteUid', target: () => 'CreditNote' }],
});

/** Written by one statement (document-numbers.repository.ts). */
export const documentSeriesMapping = tenantMapping(DocumentSeries, 'document_series', {
  columns: { legalEntityUid: uuid(), series: text(), lastNumber: integer() },
  uniques: [{ name: 'uq_document_series', columns: ['legalEntityUid', 'series'] }],
  references: [
    { name: 'fk_document_series_legal_entity', property: 'legalEntityUid', target: () => 'LegalEntity' },
  ],
});

whenViolated(
  'uq_credit_note_invoice',
  'DuplicatedEntityNotAllowed',
  'The invoice has a credit note already; it credits the whole invoice',
);
