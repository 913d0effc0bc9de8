import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Within } from '#libs/use-cases/use-case';
import { ContractPresenter } from './contract-presenter.service';
import { ContractsRepository } from './contracts.repository';
import { Contract } from './contracts.views';
import type { Contract as StoredContract } from './domain/contract';
import { LockedContractsService } from './locked-contracts.service';

/** Contracts for the module that bills them. The contract owns the state of its billing, that module all that is billed. */
@Injectable()
export class ContractsForBillingService {
  constructor(
    private readonly contracts: ContractsRepository,
    private readonly locked: LockedContractsService,
    private readonly presenter: ContractPresenter,
    private readonly clock: Clock,
  ) {}

  /**
   * Until the end of the unit of work, with its customer. Refuses in the order of contracts-billing S4.
   * @throws ContractNotFound, CustomerNotFound when its customer is archived, EntityIsArchivedError
   */
  @Within()
  async lockForBilling(id: string): Promise<StoredContract> {
    const { contract, customer } = await this.locked.lock(id);
    // Customers are never deleted: one that is archived is gone. Domain: access-and-events W6
    if (customer.archivedAt) {
      const message = `Customer ${customer.id} of contract ${id} is archived; unarchive it first`;
      throw new DomainError('CustomerNotFound', message);
    }
    contract.requireLive();
    return contract;
  }

  /**
   * The same whatever became of its customer: what is billed already goes on, and must be put right or ended.
   * @throws ContractNotFound, EntityIsArchivedError. Domain: customers-subscriptions U7; contracts-billing P3
   */
  @Within()
  async lockBilled(id: string): Promise<StoredContract> {
    const { contract } = await this.locked.lock(id);
    contract.requireLive();
    return contract;
  }

  /** Archived ones too, and those of archived customers. @throws ContractNotFound */
  @Within()
  readForBilling(id: string): Promise<StoredContract> {
    return this.contracts.getOrThrow(id);
  }

  /**
   * Of a contract that is locked: its state, its window, or merely that something of its billing is another now.
   * @param isAnother whether what its billing consists of besides is stored otherwise
   * @returns whether it is another state
   */
  @Within()
  async saveBilling(before: StoredContract, after: StoredContract, isAnother: boolean): Promise<boolean> {
    if (!isAnother && !this.contracts.differ(before, after)) return false;
    await this.contracts.save(after, this.clock.now());
    return true;
  }

  /** What the work makes of its billing is told of the contract too, once. @param work answers false where it changed nothing */
  @Within()
  change(
    contract: StoredContract,
    verb: 'updated' | 'billing_published',
    work: () => Promise<unknown>,
  ): Promise<Contract> {
    return this.presenter.change(contract, verb, work);
  }
}
