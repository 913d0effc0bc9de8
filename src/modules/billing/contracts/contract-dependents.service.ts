import { Injectable } from '@nestjs/common';
import { ContractInvoices } from '#modules/billing/invoices';
import { ContractMembersService } from '#modules/billing/subscriptions';

/** What follows from a contract: its subscriptions and its invoices. */
@Injectable()
export class ContractDependents {
  constructor(
    private readonly members: ContractMembersService,
    private readonly invoices: ContractInvoices,
  ) {}

  /** Every subscription on it ends; of its invoices those stay that were sent. Domain: contracts-billing C8 */
  async endAllOf(contractUid: string): Promise<void> {
    await this.members.endAllOn(contractUid);
    await this.invoices.withdraw(contractUid);
  }

  /** The customer's own number of the deal is on every invoice that is still to be sent. Domain: contracts-billing C5, V3 */
  async renumber(contractUid: string, poNumber: string | null): Promise<void> {
    await this.invoices.orderDraftsBy(contractUid, poNumber);
  }
}
