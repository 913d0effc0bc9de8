import { borneBy, differenceOf, isNothing } from '#libs/business/pricing/correction';
import type { Totals } from '#libs/business/pricing/totals';
import { minorUnitDigits } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { earliest } from '#libs/kernel/period';
import type { Invoice } from './invoice';
import { InvoiceLine, type PricedUsage } from './invoice-line';

/**
 * What a line of usage would come to now, less what it and its corrections have billed. Invoices to come bear it, each as far as it
 * can. Domain: entitlements-usage A13
 */
export class UsageDifference {
  private constructor(
    readonly line: InvoiceLine,
    private corrections: number,
    private quantity: Decimal | null,
    private rest: Totals,
  ) {}

  static of(line: InvoiceLine, corrections: readonly InvoiceLine[], now: PricedUsage): UsageDifference {
    const billed = [line, ...corrections];
    const rest = differenceOf(
      now,
      billed.map(({ totals }) => totals),
    );
    return new UsageDifference(line, corrections.length, moreThan(billed, now.quantity), rest);
  }

  get isSettled(): boolean {
    return isNothing(this.rest);
  }

  /** Tells it from what it was before or becomes later. */
  get sign(): string {
    return `${this.line.uid}:${this.rest.subTotal.toString()}`;
  }

  get isGivenBack(): boolean {
    return this.rest.total.isNegative();
  }

  /** @param room what may be given back at most. @returns the line that bears it, none where there is no room for a cent */
  bear(invoice: Invoice, room: Decimal, position: number, now: Date): InvoiceLine | null {
    const part = borneBy(room, this.rest, minorUnitDigits(invoice.currency));
    if (isNothing(part)) return null;
    this.rest = differenceOf(this.rest, [part]);
    const quantity = this.isSettled ? this.quantity : null;
    const unitPrice = quantity && unitPriceOf(this.line);
    this.corrections += 1;
    // A part has no number of its own, and no later one can be told from what was told before.
    this.quantity = null;
    const { line, corrections: correction } = this;
    const of = { invoiceUid: invoice.uid, position };
    return InvoiceLine.correcting({ line, correction }, of, { ...part, quantity, unitPrice }, now);
  }
}

/**
 * The lines by which an invoice that is finalized bears what came late: first what is owed to the seller, then what is given back, the
 * oldest period first, down to an invoice of 0. What is left waits for the next. Domain: entitlements-usage A13
 */
export function bearLateUsage(
  invoice: Invoice,
  own: readonly InvoiceLine[],
  differences: readonly UsageDifference[],
  now: Date,
): InvoiceLine[] {
  const lines = [...own];
  for (const difference of [...differences].sort(inOrder)) {
    if (difference.isSettled) continue;
    invoice.addUp(lines);
    const line = difference.bear(invoice, Decimal.max(0, invoice.total), lines.length, now);
    if (line) lines.push(line);
  }
  invoice.addUp(lines);
  const left = differences.filter(({ isSettled }) => !isSettled).map(({ line }) => line.periodStart);
  invoice.owedFrom = left.length === 0 ? null : left.reduce(earliest);
  return lines.slice(own.length);
}

const inOrder = (a: UsageDifference, b: UsageDifference): number =>
  Number(a.isGivenBack) - Number(b.isGivenBack) ||
  a.line.periodStart.getTime() - b.line.periodStart.getTime();

const unitPriceOf = ({ unitPrice }: InvoiceLine): Decimal | null =>
  unitPrice === null ? null : new Decimal(unitPrice);

/** Null once a line has told none. */
function moreThan(billed: readonly InvoiceLine[], quantity: Decimal): Decimal | null {
  let more = quantity;
  for (const line of billed) {
    if (line.quantity === null) return null;
    more = more.minus(line.quantity);
  }
  return more;
}
