import { Injectable } from '@nestjs/common';
import { Answers } from '#libs/messaging/extensions';
import { contractNamed } from '#modules/billing/invoices';
import { ContractsRepository } from './contracts.repository';

/** Invoices lie below and know a contract by its key only: here they learn which one a caller names. */
@Injectable()
export class ContractNames {
  constructor(private readonly contracts: ContractsRepository) {}

  @Answers(contractNamed)
  async uidOf({ contractId }: typeof contractNamed.facts): Promise<string[]> {
    const contract = await this.contracts.find(contractId);
    return contract ? [contract.uid] : [];
  }
}
