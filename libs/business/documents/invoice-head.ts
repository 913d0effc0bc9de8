import { addressLines, taxIdLines } from './address-lines';
import type { Figures } from './figures';
import type { InvoiceDocument } from './invoice-document';
import { body, grey, heightOf, left, measure, right, small, strong, type Sheet, type Style } from './sheet';

const title: Style = { ...strong, size: 22 };
const columnWidth = measure / 2 - 16;
const middle = left + measure / 2 + 16;

export const titleOf = ({ kind }: InvoiceDocument, { words }: Figures): string =>
  kind === 'INVOICE' ? words.invoice : words.creditNote;

/** Who asks whom, for what, until when. */
export function writeHead(sheet: Sheet, invoice: InvoiceDocument, figures: Figures): void {
  const top = sheet.y;
  sheet.writeLines(sheet.lines(titleOf(invoice, figures), title, columnWidth), title);
  if (invoice.number !== null) {
    sheet.writeLines(sheet.lines(invoice.number, { ...body, size: 12 }, columnWidth), { ...body, size: 12 });
  }
  const below = sheet.y;
  sheet.y = top;
  writeSeller(sheet, invoice, figures);
  sheet.y = Math.max(sheet.y, below) + 22;
  const facts = sheet.y;
  writeBuyer(sheet, invoice, figures);
  const end = sheet.y;
  sheet.y = facts;
  writeFacts(sheet, invoice, figures);
  sheet.y = Math.max(sheet.y, end) + 20;
}

/** The one line that tells the pages of a document from those of another. */
export function writeContinuation(sheet: Sheet, invoice: InvoiceDocument, figures: Figures): void {
  const name = [titleOf(invoice, figures), invoice.number].filter(Boolean).join(' ');
  sheet.write(fitted(sheet, `${name} – ${figures.words.continued}`, measure / 2), small, left);
  sheet.write(fitted(sheet, invoice.seller.name, measure / 2 - 12), small, right, sheet.y, 'right');
  sheet.y += 2 * heightOf(small);
}

/** The first line of what fits, told as cut where it is. */
const fitted = (sheet: Sheet, text: string, width: number): string => {
  const [first = '', ...more] = sheet.lines(text, small, width - 6);
  return more.length > 0 ? `${first}…` : first;
};

function writeSeller(sheet: Sheet, { seller }: InvoiceDocument, figures: Figures): void {
  const { registrationNumber, email } = seller;
  const details = [
    ...addressLines(seller, figures),
    ...(registrationNumber ? [`${figures.words.registrationNumber} ${registrationNumber}`] : []),
    ...taxIdLines(seller, figures),
    ...(email ? [email] : []),
  ];
  writeParty(sheet, seller.name, details, middle);
}

function writeBuyer(sheet: Sheet, { buyer }: InvoiceDocument, figures: Figures): void {
  sheet.writeLines([figures.words.billTo], small);
  const details = [
    ...addressLines(buyer, figures),
    ...taxIdLines(buyer, figures),
    ...(buyer.email ? [buyer.email] : []),
    `${figures.words.customerId} ${buyer.id}`,
  ];
  writeParty(sheet, buyer.name, details, left);
}

function writeParty(sheet: Sheet, name: string, details: readonly string[], x: number): void {
  sheet.writeLines(sheet.lines(name, strong, columnWidth), strong, x);
  for (const detail of details) sheet.writeLines(sheet.lines(detail, body, columnWidth), body, x);
}

function writeFacts(sheet: Sheet, invoice: InvoiceDocument, figures: Figures): void {
  const labelled: Style = { ...body, color: grey };
  const valueAt = middle + 108;
  for (const [label, value] of factsOf(invoice, figures)) {
    const values = sheet.lines(value, body, right - valueAt);
    const labels = sheet.lines(label, labelled, valueAt - middle - 8);
    const top = sheet.y;
    sheet.writeLines(labels, labelled, middle);
    const end = sheet.y;
    sheet.y = top;
    sheet.writeLines(values, body, valueAt);
    sheet.y = Math.max(sheet.y, end);
  }
}

function factsOf(invoice: InvoiceDocument, figures: Figures): [string, string][] {
  const { words } = figures;
  const { dueDate, period, netTerms, purchaseOrder, corrects, reason } = invoice;
  const counted = netTerms === null ? '' : figures.quantity(String(netTerms));
  const facts: [string, string | null][] = [
    [words.corrects, corrects && words.numberOfDay(corrects.number, figures.day(corrects.issueDate))],
    [words.reason, reason && words.reasons[reason]],
    [words.issueDate, figures.day(invoice.issueDate)],
    [words.dueDate, dueDate && figures.day(dueDate)],
    [words.period, period && figures.span(period)],
    [words.terms, netTerms === null ? null : words.days(netTerms, counted)],
    [words.purchaseOrder, purchaseOrder],
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}
