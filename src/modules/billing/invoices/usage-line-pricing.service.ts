import { Injectable } from '@nestjs/common';
import type { Invoice } from './domain/invoice';
import type { InvoiceLine, PricedUsage } from './domain/invoice-line';

/** Prices usage lines of one invoice, by `line.usageTerms`: one answer per line, by its uid. */
export type UsagePricer = (
  invoice: Invoice,
  lines: readonly InvoiceLine[],
) => Promise<ReadonlyMap<string, PricedUsage>>;

/**
 * What the usage of a period costs is known above this module: who schedules usage lines registers here how they are priced.
 * Asked in the transaction that finalizes the invoice, with the invoice locked.
 */
@Injectable()
export class UsageLinePricing {
  private pricer?: UsagePricer;

  register(pricer: UsagePricer): void {
    this.pricer = pricer;
  }

  /** An unpriced line stops the invoice: it stays a draft, and nothing wrong is sent. */
  async price(invoice: Invoice, lines: readonly InvoiceLine[]): Promise<void> {
    const prices = await this.pricer?.(invoice, lines);
    for (const line of lines) {
      const usage = prices?.get(line.uid);
      if (!usage) throw new Error(`Nobody has priced the usage line ${line.uid}`);
      line.price(usage);
    }
  }
}
