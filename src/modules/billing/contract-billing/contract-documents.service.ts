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

  /** All of its schedule, as drafts. @throws AmountTooLarge */
  async make(billing: ContractBilling): Promise<void> {
    await this.schedule(billing, billing.documents(await this.usage.metersOf(billing)));
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
  async totalsOf({ contract, lines }: ContractBilling): Promise<ContractTotals> {
    const documents = await this.invoices.listOf(contract.uid);
    const billed = documents.flatMap((document) => document.lines);
    const items = lines.map(({ uid: itemId, name }) => {
      const its = billed.filter((line) => line.itemId === itemId);
      return { itemId, name, ...sumTotals(its.map(({ totals }) => totals)) };
    });
    return { items, ...sumTotals(items) };
  }

  private async schedule(billing: ContractBilling, documents: readonly Document[]): Promise<void> {
    const { uid, id, customerUid, customerId, poNumber } = billing.contract;
    const customer = { uid: customerUid, id: customerId };
    await this.invoices.schedule({ uid, id, externalId: id, poNumber, customer }, documents);
  }

  /** Takes the drafts back, and looks whether that is all. */
  async takeBack(billing: ContractBilling): Promise<BilledSoFar> {
    const { hasSent } = await this.withdraw(billing);
    return { hasSent, hasUsage: !hasSent && (await this.usage.hasUsage(billing)) };
  }

  /** Takes the drafts back; what was sent stays. */
  withdraw({ contract }: ContractBilling): Promise<Pick<BilledSoFar, 'hasSent'>> {
    return this.invoices.withdraw(contract.uid);
  }
}
