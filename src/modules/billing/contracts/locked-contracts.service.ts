import { Injectable } from '@nestjs/common';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { ContractsRepository } from './contracts.repository';
import type { Contract } from './domain/contract';

interface LockedContract {
  contract: Contract;
  customer: StoredCustomer;
}

/** The bucket of the entity limit that every write of one contract touches. Domain: access-and-events R2 */
export const contractBucket = (id: string): string[] => [`contract:${id}`];

/** A contract with its customer, held until the unit of work ends. */
@Injectable()
export class LockedContractsService {
  constructor(
    private readonly contracts: ContractsRepository,
    private readonly customers: CustomersService,
  ) {}

  /**
   * The customer first, as all do who change subscriptions: its row orders them, so what is on the contract stays while it is
   * held. @throws ContractNotFound, ObjectAlreadyBeingUsedByAnotherRequestError
   */
  async lock(id: string): Promise<LockedContract> {
    const { customerId } = await this.contracts.getOrThrow(id);
    const customer = await this.customers.lockOrThrow(customerId);
    return { contract: await this.contracts.lockOrThrow(id), customer };
  }
}
