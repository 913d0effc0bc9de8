import type { Figures } from './figures';
import type { BankDetails, InvoiceDocument } from './invoice-document';
import { body, grey, heightOf, left, measure, right, small, strong, type Sheet, type Style } from './sheet';

const labelled: Style = { ...body, color: grey };
const valueAt = left + 116;

/** Where to pay; together on one page. A credit note asks for nothing. */
export function writeBankDetails(sheet: Sheet, invoice: InvoiceDocument, figures: Figures): void {
  const { bank, kind, state } = invoice;
  if (!bank || kind !== 'INVOICE' || state === 'PAID' || state === 'CANCELED') return;
  const rows = detailsOf(bank, invoice.paymentReference ?? invoice.number, figures).map(
    ([label, value]) => [label, sheet.lines(value, body, right - valueAt)] as const,
  );
  const count = rows.reduce((sum, [, lines]) => sum + lines.length, 1);
  sheet.keepTogether(heightOf(body, count) + 16);
  sheet.writeLines([figures.words.payTo], strong);
  for (const [label, lines] of rows) {
    sheet.write(label, labelled, left);
    sheet.writeLines(lines, body, valueAt);
  }
  sheet.y += 14;
}

/** As long as it is, over as many pages. */
export function writeNote(sheet: Sheet, { note }: InvoiceDocument, figures: Figures): void {
  if (!note?.trim()) return;
  sheet.keepTogether(heightOf(strong) + heightOf(body, 2));
  sheet.writeLines([figures.words.note], strong);
  sheet.writeLines(sheet.lines(note.trim(), body, measure), body);
}

/** Who it is from, which one it is, and which page of how many. */
export function writeFoot(sheet: Sheet, invoice: InvoiceDocument, figures: Figures): void {
  sheet.onEveryPage((page, pages) => {
    sheet.y = sheet.footTop - 8;
    sheet.line();
    const told = [invoice.seller.name, invoice.number].filter(Boolean).join(' · ');
    sheet.write(sheet.lines(told, small, measure - 100)[0] ?? '', small, left, sheet.footTop);
    sheet.write(figures.words.page(page, pages), small, right, sheet.footTop, 'right');
  });
}

function detailsOf(bank: BankDetails, reference: string | null, { words }: Figures): [string, string][] {
  const details: [string, string | null][] = [
    [words.accountHolder, bank.accountHolder],
    [words.bank, bank.bankName],
    // In groups of four, as it is read aloud.
    [words.iban, bank.iban && bank.iban.replace(/(.{4})(?=.)/g, '$1 ')],
    [words.accountNumber, bank.accountNumber],
    [words.routingNumber, bank.routingNumber],
    [words.bic, bank.bic],
    [words.reference, reference],
  ];
  return details.filter((detail): detail is [string, string] => Boolean(detail[1]));
}
