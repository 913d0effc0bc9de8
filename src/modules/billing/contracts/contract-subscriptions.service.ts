import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { ContractPresenter } from './contract-presenter.service';
import type { AttachContractSubscriptionsBody } from './contracts.inputs';
import { ContractsRepository } from './contracts.repository';
import { Contract } from './contracts.views';
import type { Contract as StoredContract } from './domain/contract';
import { contractBucket, LockedContractsService } from './locked-contracts.service';
import { existingOnes, MembershipService, requireSound, subscriptionsIn } from './membership.service';

/** The subscriptions on one contract. Both ways change nothing where it is so already. Domain: contracts-billing C4 */
@Injectable()
export class ContractSubscriptionsService {
  constructor(
    private readonly contracts: ContractsRepository,
    private readonly locked: LockedContractsService,
    private readonly membership: MembershipService,
    private readonly presenter: ContractPresenter,
    private readonly clock: Clock,
  ) {}

  /** @throws ContractNotFound, EntityIsArchivedError, BadUserInput, and all that `MembershipService.admit` throws */
  @UseCase('attachContractSubscriptions', {
    needs: 'contracts:write',
    answers: one(Contract),
    summary: 'Put subscriptions on a contract.',
    touches: contractBucket,
  })
  async attach(id: string, body: AttachContractSubscriptionsBody): Promise<Contract> {
    const { subscriptions = [], subscriptionIds = [] } = body;
    requireSound(subscriptions);
    const asked = [...subscriptionsIn(subscriptions), ...existingOnes(subscriptionIds)];
    if (asked.length === 0) throw badInput('subscriptions or subscriptionIds must name a subscription');
    return this.change(id, (contract) => this.membership.admit(contract, asked));
  }

  /** It runs on. @throws ContractNotFound, EntityIsArchivedError, SubscriptionNotFound */
  @UseCase('detachContractSubscription', {
    needs: 'contracts:write',
    answers: one(Contract),
    summary: 'Take a subscription off a contract; it runs on.',
    touches: contractBucket,
  })
  detach(id: string, subscriptionId: string): Promise<Contract> {
    return this.change(id, (contract) => this.membership.release(contract, subscriptionId));
  }

  private async change(
    id: string,
    change: (contract: StoredContract) => Promise<boolean>,
  ): Promise<Contract> {
    const { contract } = await this.locked.lock(id);
    contract.requireLive();
    return this.presenter.change(contract, 'updated', async () => {
      if (!(await change(contract))) return false;
      await this.contracts.save(contract, this.clock.now());
      return true;
    });
  }
}
