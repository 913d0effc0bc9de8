import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Surveys } from '#libs/messaging/surveys';
import { contractNamed } from '#modules/billing/invoices';
import { ContractsRepository } from './contracts.repository';

/** Invoices lie below and know a contract by its key only: here they learn which one a caller names. */
@Injectable()
export class ContractNames implements OnModuleInit {
  constructor(
    private readonly surveys: Surveys,
    private readonly contracts: ContractsRepository,
  ) {}

  onModuleInit(): void {
    this.surveys.register(contractNamed, async ({ contractId }) => {
      const contract = await this.contracts.find(contractId);
      return contract ? [contract.uid] : [];
    });
  }
}
