import { Figures } from './figures';
import { writeBankDetails, writeFoot, writeNote } from './invoice-closing';
import type { InvoiceDocument } from './invoice-document';
import { titleOf, writeContinuation, writeHead } from './invoice-head';
import { writeTable } from './invoice-table';
import { writeTotals } from './invoice-totals';
import { Sheet } from './sheet';

/**
 * An invoice or a credit note as a PDF on A4. Pure: the same document gives the same bytes. Nothing is computed here, and
 * characters that no type face has are told by a box. Domain: contracts-billing V5, R6; ADR-0032
 */
export function renderInvoice(invoice: InvoiceDocument): Promise<Buffer> {
  const figures = new Figures(invoice);
  const title = [titleOf(invoice, figures), invoice.number].filter(Boolean).join(' ');
  const at = new Date(`${invoice.issueDate}T00:00:00.000Z`);
  const sheet = new Sheet({ title, author: invoice.seller.name, language: figures.language, at });
  sheet.headEveryPage(() => writeContinuation(sheet, invoice, figures));
  writeHead(sheet, invoice, figures);
  writeTable(sheet, invoice, figures);
  writeTotals(sheet, invoice, figures);
  writeBankDetails(sheet, invoice, figures);
  writeNote(sheet, invoice, figures);
  writeFoot(sheet, invoice, figures);
  markState(sheet, invoice, figures);
  return sheet.bytes();
}

function markState(sheet: Sheet, { state }: InvoiceDocument, { words }: Figures): void {
  const mark = { DRAFT: words.draft, CANCELED: words.canceled, OPEN: null, PAID: null }[state];
  if (mark) sheet.onEveryPage(() => sheet.mark(mark));
}
