import { Injectable } from '@nestjs/common';
import { ContractInvoices } from '#modules/billing/invoices';
import type { BilledSoFar } from './domain/billed-so-far';
import type { ContractBilling } from './domain/contract-billing';
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
    const documents = billing.documents(await this.usage.metersOf(billing));
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
