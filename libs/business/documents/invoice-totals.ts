import { Decimal } from '#libs/kernel/decimal';
import type { Figures } from './figures';
import type { InvoiceDocument } from './invoice-document';
import { body, heightOf, ink, right, strong, type Sheet, type Style } from './sheet';

interface Sum {
  label: string;
  amount: string;
  style: Style;
}

const width = 260;
const from = right - width;
const large: Style = { ...strong, size: 11 };

/** The sums, never parted by the end of a page. */
export function writeTotals(sheet: Sheet, invoice: InvoiceDocument, figures: Figures): void {
  const sums = sumsOf(invoice, figures);
  const rows = sums.map((sum) => ({ ...sum, labels: sheet.lines(sum.label, sum.style, width - 120) }));
  const heights = rows.map(({ labels, style }) => heightOf(style, labels.length) + 3);
  sheet.keepTogether(heights.reduce((sum, height) => sum + height, 24));
  sheet.y += 10;
  for (const { labels, amount, style } of rows) {
    if (style === large) sheet.line(ink, from);
    sheet.y += 3;
    sheet.writeFigure(amount, style, right, 116);
    sheet.writeLines(labels, style, from);
  }
  sheet.y += 14;
}

function sumsOf({ kind, totals, paidAt }: InvoiceDocument, figures: Figures): Sum[] {
  const { words } = figures;
  const { subTotal, discount, taxes, total, credited, fromBalance, amountDue } = totals;
  const isNothing = (amount: string) => new Decimal(amount).isZero();
  const sum = (label: string, amount: string, style = body): Sum => ({ label, amount, style });
  const minus = (amount: string) => new Decimal(amount).negated().toFixed();
  const due = sum(words.amountDue, figures.money(amountDue), large);
  return [
    sum(words.subTotal, figures.money(subTotal)),
    ...(isNothing(discount) ? [] : [sum(words.discount, figures.money(minus(discount)))]),
    ...taxes.map(({ percent, base, tax }) =>
      sum(words.taxOn(figures.percent(percent), figures.money(base)), figures.money(tax)),
    ),
    kind === 'INVOICE'
      ? sum(words.total, figures.money(total), strong)
      : sum(words.totalCredited, figures.money(total), large),
    ...(isNothing(credited) ? [] : [sum(words.credited, figures.money(minus(credited)))]),
    ...(isNothing(fromBalance) ? [] : [sum(words.balance, figures.money(minus(fromBalance)))]),
    ...(paidAt ? [sum(words.paidAt(figures.instant(paidAt)), '')] : []),
    ...(kind === 'INVOICE' ? [due] : []),
  ];
}
