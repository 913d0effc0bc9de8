import { Injectable } from '@nestjs/common';
import { sumTotals } from '#libs/business/pricing/totals';
import { ContractInvoices, type ScheduledInvoice as Document } from '#modules/billing/invoices';
import type { BilledSoFar } from './domain/billed-so-far';
import type { ContractBilling } from './domain/contract-billing';
import type { ContractTotals } from './domain/contract-totals';
import { UsageLinesService } from './usage-lines.service';

/** The invoices of a published contract, as long as none was sent. Domain: contracts-billing P2, P3 */
@Injectable()
export class ContractDocuments {
  constructor(
    private readonly invoices: ContractInvoices,
    private readonly usage: UsageLinesService,
  ) {}

  /** All of its schedule, as drafts. @param begunBy those of periods that have begun by this day are there. @throws AmountTooLarge */
  async make(billing: ContractBilling, begunBy?: Date): Promise<void> {
    const all = billing.documents(await this.usage.metersOf(billing));
    const missing = begunBy ? all.filter(({ periodStart }) => periodStart > begunBy) : all;
    await this.schedule(billing, missing);
  }

  /**
   * Billing ends with this day: what is due by then is billed, what was served since is billed up to it, and nothing after it.
   * Domain: contracts-billing P8. @throws AmountTooLarge
   */
  async close(billing: ContractBilling, lastDay: Date): Promise<void> {
    await this.invoices.withdrawAfter(billing.contract.uid, lastDay);
    const owed = billing.lastDocuments(lastDay, await this.usage.metersOf(billing));
    await this.schedule(billing, owed);
  }

  /** What all documents come to, item by item, sent or not: of billing that has ended. Domain: contracts-billing M2 */
  async totalsOf({ contract, billedLines }: ContractBilling): Promise<ContractTotals> {
    const documents = await this.invoices.listOf(contract.uid);
    const billed = documents.flatMap((document) => document.lines);
    // The line itself comes before what it was, and names it.
    const names = new Map([...billedLines].reverse().map(({ itemId, name }) => [itemId, name]));
    const items = [...new Set(billedLines.map(({ itemId }) => itemId))].map((itemId) => {
      const its = billed.filter((line) => line.itemId === itemId);
      return { itemId, name: names.get(itemId) as string, ...sumTotals(its.map(({ totals }) => totals)) };
    });
    return { items, ...sumTotals(items) };
  }

  private async schedule(billing: ContractBilling, documents: readonly Document[]): Promise<void> {
    const { uid, id, customerUid, customerId, poNumber } = billing.contract;
    const customer = { uid: customerUid, id: customerId };
    await this.invoices.schedule({ uid, id, externalId: id, poNumber, customer }, documents);
  }

  /** Takes the drafts back, and looks whether that is all. @param begunBy those of periods that have begun by this day stay */
  async takeBack(billing: ContractBilling, begunBy: Date | null = null): Promise<BilledSoFar> {
    const { hasSent } = await this.invoices.withdraw(billing.contract.uid, begunBy);
    return { hasSent, hasUsage: !hasSent && (await this.usage.hasUsage(billing)) };
  }
}
