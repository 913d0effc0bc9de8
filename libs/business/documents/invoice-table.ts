import { Decimal } from '#libs/kernel/decimal';
import type { Figures } from './figures';
import type { DocumentLine, InvoiceDocument } from './invoice-document';
import { body, grey, heightOf, left, right, small, strong, type Sheet, type Style } from './sheet';

interface Column {
  label: string;
  width: number;
  /** One figure, and a smaller one below it. */
  figures: (line: DocumentLine) => [string, string?];
}

const cell: Style = { ...body, size: 8.5 };
const headed: Style = { ...strong, size: 7.5, color: grey };
const padding = 5;
const gap = 7;

/** Each line of the invoice in a row that no page parts; the head of the table stands on every page. */
export function writeTable(sheet: Sheet, invoice: InvoiceDocument, figures: Figures): void {
  const columns = columnsOf(invoice, figures);
  const head = () => writeHeadRow(sheet, figures, columns);
  head();
  for (const line of invoice.lines) {
    const row = rowOf(sheet, line, figures, columns);
    if (sheet.room < row.height) {
      sheet.turn();
      head();
    }
    writeRow(sheet, row, line, columns);
  }
}

/** Without what no line has, so that the others have room. */
function columnsOf({ lines }: InvoiceDocument, figures: Figures): Column[] {
  const { words } = figures;
  const isThere = (part: (line: DocumentLine) => string) =>
    lines.some((line) => !new Decimal(part(line)).isZero());
  const hasDiscount = isThere(({ discount }) => discount);
  const hasTax = isThere(({ tax }) => tax) || isThere(({ taxPercent }) => taxPercent);
  const amount = (width: number, label: string, part: (line: DocumentLine) => string): Column => ({
    ...{ label, width },
    figures: (line) => [figures.amount(part(line))],
  });
  const or = (text: string | null, write: (text: string) => string) => (text === null ? '–' : write(text));
  return [
    {
      label: words.quantity,
      width: 44,
      figures: ({ quantity }) => [or(quantity, (q) => figures.quantity(q))],
    },
    {
      label: words.unitPrice,
      width: 58,
      figures: ({ unitPrice }) => [or(unitPrice, (price) => figures.unitPrice(price))],
    },
    ...(hasDiscount || hasTax ? [amount(58, words.amount, ({ subTotal }) => subTotal)] : []),
    ...(hasDiscount ? [amount(50, words.discount, ({ discount }) => discount)] : []),
    ...(hasTax ? [taxColumn(figures)] : []),
    amount(60, words.total, ({ total }) => total),
  ];
}

const taxColumn = (figures: Figures): Column => ({
  label: figures.words.tax,
  width: 50,
  figures: ({ tax, taxPercent }) => [figures.amount(tax), figures.percent(taxPercent)],
});

function writeHeadRow(sheet: Sheet, figures: Figures, columns: readonly Column[]): void {
  sheet.line();
  sheet.y += padding;
  sheet.write(figures.words.description, headed, left);
  let end = right;
  for (const { label, width } of columns.toReversed()) {
    sheet.writeFigure(label, headed, end, width);
    end -= width + gap;
  }
  sheet.y += heightOf(headed) + padding;
  sheet.line();
}

interface Row {
  texts: string[];
  details: string[];
  height: number;
}

function rowOf(sheet: Sheet, line: DocumentLine, figures: Figures, columns: readonly Column[]): Row {
  const width = columns.reduce((rest, column) => rest - column.width - gap, right - left);
  const texts = sheet.lines(line.description, cell, width);
  const details = [
    ...(line.period ? sheet.lines(figures.span(line.period), small, width) : []),
    ...(line.explanation === null ? [] : sheet.lines(line.explanation, small, width)),
  ];
  const heightOfDetails = heightOf(small, details.length);
  // Longer than a page: it ends in dots, because no row is parted.
  const most = Math.floor((sheet.roomOfPage - heightOfDetails) / heightOf(cell)) - 3;
  const shown = texts.length > most ? [...texts.slice(0, most - 1), '…'] : texts;
  const hasTwo = columns.some((column) => column.figures(line)[1] !== undefined);
  const tall = heightOf(cell) + (hasTwo ? heightOf(small) : 0);
  const height = Math.max(heightOf(cell, shown.length) + heightOfDetails, tall) + 2 * padding;
  return { texts: shown, details, height };
}

function writeRow(
  sheet: Sheet,
  { texts, details, height }: Row,
  line: DocumentLine,
  columns: readonly Column[],
): void {
  const top = sheet.y;
  sheet.y += padding;
  let end = right;
  for (const { width, figures } of columns.toReversed()) {
    const [figure, below] = figures(line);
    sheet.writeFigure(figure, cell, end, width);
    if (below !== undefined) sheet.writeFigure(below, small, end, width, sheet.y + heightOf(cell));
    end -= width + gap;
  }
  sheet.writeLines(texts, cell);
  sheet.writeLines(details, small);
  sheet.y = top + height;
  sheet.line();
}
