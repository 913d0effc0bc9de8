import { one, page, list } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { noteWasThere } from '#libs/context/request-context';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { type Page, pageRequestOf } from '#libs/kernel/page';
import { copyOf } from '#libs/kernel/tenant-entity';
import { CustomersService } from '#modules/customers/customers';
import { ContractDependents } from './contract-dependents.service';
import { ContractPresenter } from './contract-presenter.service';
import type { CreateContractBody, ListContractsQuery, UpdateContractBody } from './contracts.inputs';
import { ContractsRepository } from './contracts.repository';
import { Contract } from './contracts.views';
import { Contract as StoredContract } from './domain/contract';
import { contractBucket, LockedContractsService } from './locked-contracts.service';
import { MembershipService, requireSound, subscriptionsIn } from './membership.service';

@Injectable()
export class ContractsService {
  constructor(
    private readonly contracts: ContractsRepository,
    private readonly locked: LockedContractsService,
    private readonly customers: CustomersService,
    private readonly membership: MembershipService,
    private readonly dependents: ContractDependents,
    private readonly presenter: ContractPresenter,
    private readonly clock: Clock,
  ) {}

  /**
   * The contract that has this id already is answered as it is, whatever else the request says. Domain: contracts-billing C2
   * @throws CustomerNotFound, EntityIsArchivedError for an archived customer, and all that `MembershipService.admit` throws
   */
  @UseCase('createContract', {
    needs: 'contracts:write',
    answers: one(Contract),
    summary: 'Create a contract, or read the one that has this contractId.',
    touches: ({ customerId, contractId }: CreateContractBody) => [
      `customer:${customerId}`,
      ...(contractId === undefined ? [] : contractBucket(contractId)),
    ],
  })
  async create(body: CreateContractBody): Promise<Contract> {
    const { contractId = newUid(), subscriptions = [] } = body;
    requireSound(subscriptions);
    const known = await this.contracts.find(contractId);
    if (known) return this.tellThere(known);
    const customer = await this.customers.lockOrThrow(body.customerId);
    customer.requireLive();
    const { name = null, poNumber = null, setupBilling = true } = body;
    const { activationStartDate = null, activationEndDate = null } = body;
    const given = { name, poNumber, activationStartDate, activationEndDate, setupBilling };
    const contract = StoredContract.create({ id: contractId, customer, ...given }, this.clock.now());
    if (!(await this.contracts.insertUnlessThere(contract))) {
      return this.tellThere(await this.contracts.getOrThrow(contractId));
    }
    await this.membership.admit(contract, subscriptionsIn(subscriptions));
    return this.presenter.created(contract);
  }

  @UseCase('listContracts', {
    needs: 'contracts:read',
    answers: page(Contract),
    summary: 'List contracts, newest first.',
  })
  async list(query: ListContractsQuery): Promise<Page<Contract>> {
    const { customerExternalId: customerId, name, state: states } = query;
    const filter = { customerId, name, states, now: this.clock.now() };
    const page = await this.contracts.list(pageRequestOf(query), filter);
    return { ...page, items: await this.presenter.viewsOf(page.items) };
  }

  /** @throws ContractNotFound */
  @UseCase('getContract', { needs: 'contracts:read', answers: one(Contract), summary: 'Get a contract.' })
  async get(id: string): Promise<Contract> {
    return this.presenter.viewOf(await this.contracts.getOrThrow(id));
  }

  /** Newest first. @throws CustomerNotFound */
  @UseCase('listCustomerContracts', {
    needs: 'contracts:read',
    answers: list(Contract),
    summary: 'List the contracts of a customer, newest first.',
  })
  async ofCustomer(customerId: string): Promise<Contract[]> {
    const { id } = await this.customers.getOrThrow(customerId);
    return this.presenter.viewsOf(await this.contracts.ofCustomers([id]));
  }

  /** Of many customers at once, newest first, by customer id: one field of many nodes. */
  @UseCase('listContractsOfCustomers', {
    needs: 'contracts:read',
    answers: list(Contract),
    summary: 'Newest first.',
  })
  async ofCustomers(customerIds: readonly string[]): Promise<Map<string, Contract[]>> {
    const views = await this.presenter.viewsOf(await this.contracts.ofCustomers(customerIds));
    const byCustomer = new Map<string, Contract[]>(customerIds.map((id) => [id, []]));
    for (const view of views) byCustomer.get(view.customerExternalId)?.push(view);
    return byCustomer;
  }

  /**
   * @throws ContractNotFound, EntityIsArchivedError, BadUserInput, SubscriptionNotFound, InvalidArgumentError,
   *   SubscriptionAlreadyCanceledOrExpired, DuplicatedEntityNotAllowed, BillingContractOperationRejected: CONTRACT_NOT_DRAFT.
   *   Domain: contracts-billing T4, C4, C5
   */
  @UseCase('updateContract', {
    needs: 'contracts:write',
    answers: one(Contract),
    summary: 'Change a contract.',
    touches: contractBucket,
  })
  async update(id: string, body: UpdateContractBody): Promise<Contract> {
    const { contract, customer } = await this.locked.lock(id);
    contract.requireLive();
    return this.presenter.change(contract, 'updated', async () => {
      const before = copyOf(contract);
      const { name, poNumber, activationStartDate, activationEndDate } = body;
      const days = contract.change({ name, poNumber, activationStartDate, activationEndDate });
      if (body.setupBilling && !contract.billing) {
        customer.requireLive();
        contract.setUpBilling();
      }
      const hasMoved =
        body.subscriptionIds && (await this.membership.replace(contract, body.subscriptionIds));
      if (contract.poNumber !== before.poNumber)
        await this.dependents.renumber(contract.uid, contract.poNumber);
      const now = this.clock.now();
      const hasNewDays = Object.keys(days).length > 0;
      if (!hasMoved && !hasNewDays) return this.contracts.saveChanged(before, contract, now);
      await this.contracts.save(contract, now);
      if (hasNewDays) await this.dependents.moveBilling(contract, days);
      return true;
    });
  }

  /** With its billing and every subscription on it. Domain: contracts-billing C8. @throws ContractNotFound, EntityIsArchivedError */
  @UseCase('archiveContract', {
    needs: 'contracts:write',
    answers: one(Contract),
    summary: 'Archive a contract for good; its billing and its subscriptions are canceled.',
    touches: contractBucket,
  })
  async archive(id: string): Promise<Contract> {
    const { contract } = await this.locked.lock(id);
    return this.presenter.change(contract, 'archived', async () => {
      const now = this.clock.now();
      contract.archive(now);
      await this.contracts.save(contract, now);
      await this.dependents.endAllOf(contract.uid);
    });
  }

  private tellThere(contract: StoredContract): Promise<Contract> {
    noteWasThere();
    return this.presenter.viewOf(contract);
  }
}
