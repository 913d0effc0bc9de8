import { dayOf } from '#libs/kernel/period';
import type { LineType } from '#libs/business/pricing/bill-line';
import type { Totals } from '#libs/business/pricing/totals';
import { Decimal } from '#libs/kernel/decimal';
import { TenantEntity } from '#libs/kernel/tenant-entity';

/** Domain: contracts-billing V9 */
export type InvoiceLineType = LineType | 'MinimumSpendCharge' | 'Other';

/** A line as its scheduler hands it over: rounded amounts that go together (contracts-billing M4). */
export interface ScheduledLine extends Totals {
  type: InvoiceLineType;
  /** The item of the contract that it bills, by its public id. */
  itemId: string;
  description: string;
  /** Null where no single number tells it, and for usage until it is known. */
  quantity: Decimal | null;
  /** Of one unit, up to 12 decimals; null with tiers. */
  unitPrice: Decimal | null;
  periodStart: Date;
  periodEnd: Date;
  productExternalId: string | null;
  /** How the amount comes about, where quantity and unit price do not tell it. */
  explanation: string | null;
  /** 0–100, of the amount after discount. */
  taxPercent: Decimal;
  /**
   * What prices the usage of the period when the invoice is finalized, in the words of who scheduled the line; null for a
   * line whose amounts are final now.
   */
  usageTerms: object | null;
  /** Its discount is known already: it shares none of its document. Default: false. */
  keepsDiscount?: boolean;
}

/** What a usage line comes to, once the usage of its period is known. */
export interface PricedUsage extends Totals {
  quantity: Decimal;
  unitPrice: Decimal | null;
  /** Where one price does not tell it. */
  explanation?: string | null;
}

/** One amount of an invoice with what it is for. Amounts are exact decimal text in whole currency units. */
export class InvoiceLine extends TenantEntity {
  invoiceUid: string;
  /** From 0, in the order of the document. */
  position: number;
  type: InvoiceLineType;
  itemId: string;
  description: string;
  quantity: string | null;
  unitPrice: string | null;
  periodStart: Date;
  periodEnd: Date;
  productExternalId: string | null;
  /** Null also of a correction, which is what is left of two amounts. */
  explanation: string | null;
  taxPercent: string;
  usageTerms: object | null;
  /** The uid of the line that it corrects: one of usage that an earlier invoice has billed. Domain: entitlements-usage A13 */
  corrects: string | null;
  /** Counts the corrections of that line, from 1. */
  correction: number | null;
  /** It comes back as it was discounted when it was paid for. Domain: customers-subscriptions N5 */
  keepsDiscount: boolean;
  /** Before discount and tax. */
  subTotal: string;
  discount: string;
  tax: string;
  total: string;

  static of(invoiceUid: string, line: ScheduledLine, position: number, now: Date): InvoiceLine {
    const { quantity, unitPrice, subTotal, discount, tax, total, taxPercent, ...told } = line;
    const figures = figuresOf({ quantity, unitPrice, subTotal, discount, tax, total });
    return InvoiceLine.instantiate<InvoiceLine>(
      InvoiceLine,
      {
        ...{ ...told, invoiceUid, position, taxPercent: taxPercent.toString(), ...figures },
        ...{ corrects: null, correction: null, keepsDiscount: line.keepsDiscount ?? false },
      },
      now,
    );
  }

  /** Bears the period of the line that it corrects. Domain: entitlements-usage A13 */
  static correcting(
    { line, correction }: { line: InvoiceLine; correction: number },
    of: { invoiceUid: string; position: number },
    figures: Figures,
    now: Date,
  ): InvoiceLine {
    const { type, itemId, periodStart, periodEnd, productExternalId, taxPercent, usageTerms } = line;
    // Not every door tells the period of a line by itself.
    const description = `${line.description}, usage of ${dayOf(periodStart)} to ${dayOf(periodEnd)} corrected`;
    return InvoiceLine.instantiate<InvoiceLine>(
      InvoiceLine,
      {
        ...{ ...of, type, itemId, description, periodStart, periodEnd, productExternalId, taxPercent },
        ...{ usageTerms, corrects: line.uid, correction, explanation: null, keepsDiscount: false },
        ...figuresOf(figures),
      },
      now,
    );
  }

  /** Usage is told apart for good: credit notes leave it out. Domain: contracts-billing V7 */
  get isUsage(): boolean {
    return this.usageTerms !== null;
  }

  get totals(): Totals {
    const { subTotal, discount, tax, total } = this;
    return {
      subTotal: new Decimal(subTotal),
      discount: new Decimal(discount),
      tax: new Decimal(tax),
      total: new Decimal(total),
    };
  }

  /** @param percentOff of what took it off, kept for what comes late of usage. Domain: entitlements-usage A13 */
  settle(
    { discount, tax, total }: Omit<Totals, 'subTotal'>,
    taxPercent: Decimal,
    percentOff: string | undefined,
  ): void {
    if (this.usageTerms && percentOff) this.usageTerms = { ...this.usageTerms, percentOff };
    this.discount = discount.toString();
    this.tax = tax.toString();
    this.total = total.toString();
    this.taxPercent = taxPercent.toString();
  }

  price(usage: PricedUsage): void {
    Object.assign(this, figuresOf(usage), { explanation: usage.explanation ?? null });
  }
}

interface Figures extends Totals {
  quantity: Decimal | null;
  unitPrice: Decimal | null;
}

const figuresOf = ({ quantity, unitPrice, subTotal, discount, tax, total }: Figures) => ({
  quantity: quantity?.toString() ?? null,
  unitPrice: unitPrice?.toString() ?? null,
  subTotal: subTotal.toString(),
  discount: discount.toString(),
  tax: tax.toString(),
  total: total.toString(),
});
