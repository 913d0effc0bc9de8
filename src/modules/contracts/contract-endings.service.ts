import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { ContractInvoices } from '#modules/invoices';
import { ContractMembersService } from '#modules/subscriptions';

/** What ends with a contract. */
@Injectable()
export class ContractEndings {
  constructor(
    private readonly members: ContractMembersService,
    private readonly invoices: ContractInvoices,
  ) {}

  /** Every subscription on it ends; of its invoices those stay that were sent. Domain: contracts-billing C8 */
  @Within()
  async endAllOf(contractUid: string): Promise<void> {
    await this.members.endAllOn(contractUid);
    await this.invoices.withdraw(contractUid);
  }
}
