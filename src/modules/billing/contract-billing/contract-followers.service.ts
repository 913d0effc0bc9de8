import { Injectable } from '@nestjs/common';
import { Follows } from '#libs/messaging/extensions';
import { contractMoved } from '#modules/billing/contracts';
import { ContractBillings } from './contract-billings.service';

/** What billing makes of changes of its contract. */
@Injectable()
export class ContractFollowers {
  constructor(private readonly billings: ContractBillings) {}

  /** A draft bills the days of its contract, with every line; what is published was refused. Domain: contracts-billing C5, S1 */
  @Follows(contractMoved)
  async move({ contract, days }: typeof contractMoved.facts): Promise<void> {
    if (contract.billing?.stage !== 'DRAFT') return;
    const billing = await this.billings.of(contract);
    if (billing.lines.length === 0) return;
    await this.billings.keep(billing.changeTerms(days));
  }
}
