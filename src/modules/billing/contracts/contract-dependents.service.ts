import { Injectable } from '@nestjs/common';
import { Change, Extensions } from '#libs/messaging/extensions';
import { ContractInvoices } from '#modules/billing/invoices';
import { ContractMembersService } from '#modules/billing/subscriptions';
import type { ActivationWindow, Contract } from './domain/contract';

/** Its days are others: so are those of all that it bills. Domain: contracts-billing C5, S1 */
export const contractMoved = new Change<{
  contract: Contract;
  /** Those that are others now. */
  days: Partial<ActivationWindow>;
}>('contract.moved');

/** What follows from a contract: its subscriptions and its invoices. */
@Injectable()
export class ContractDependents {
  constructor(
    private readonly members: ContractMembersService,
    private readonly invoices: ContractInvoices,
    private readonly extensions: Extensions,
  ) {}

  async moveBilling(contract: Contract, days: Partial<ActivationWindow>): Promise<void> {
    await this.extensions.announce(contractMoved, { contract, days });
  }

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
