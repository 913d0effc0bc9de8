import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { told } from '#libs/kernel/revision';
import { Journal } from '#libs/messaging/journal';
import { ContractInvoices } from '#modules/billing/invoices';
import { PackagesService } from '#modules/catalog/packages';
import { ProductsService } from '#modules/catalog/products';
import { ContractMembersService, type StoredSubscription } from '#modules/billing/subscriptions';
import { Contract, type ToldMember } from './contracts.views';
import type { Contract as StoredContract } from './domain/contract';

type ContractEvent =
  | 'contract.created'
  | 'contract.updated'
  | 'contract.archived'
  | 'contract.billing_published';

/** Contracts as they are told: with the subscriptions on them, with what they bill next and billed last, and in the state in which they are now. */
@Injectable()
export class ContractPresenter {
  constructor(
    private readonly members: ContractMembersService,
    private readonly packages: PackagesService,
    private readonly products: ProductsService,
    private readonly invoices: ContractInvoices,
    private readonly journal: Journal,
    private readonly clock: Clock,
  ) {}

  @Within()
  async viewOf(contract: StoredContract): Promise<Contract> {
    const [view] = await this.viewsOf([contract]);
    return told(view as Contract, contract);
  }

  /** All at the cost of one. */
  @Within()
  async viewsOf(contracts: readonly StoredContract[]): Promise<Contract[]> {
    const uids = contracts.map(({ uid }) => uid);
    const members = await this.members.ofContracts(uids);
    const invoices = await this.invoices.of(uids);
    const tell = await this.tellerOf([...members.values()].flat());
    const now = this.clock.now();
    return contracts.map((contract) => {
      const { uid } = contract;
      return Contract.from(contract, (members.get(uid) ?? []).map(tell), now, invoices.get(uid));
    });
  }

  /** In the log and as an event. */
  @Within()
  record(type: ContractEvent, before: Contract | null, after: Contract): void {
    const entity = { entityType: 'CONTRACT', entityId: after.contractId } as const;
    const parentId = after.customerExternalId;
    this.journal.record({ type, ...entity, parentId, before, after, payload: { contract: after } });
  }

  private async tellerOf(
    members: readonly StoredSubscription[],
  ): Promise<(member: StoredSubscription) => ToldMember> {
    if (members.length === 0) return () => ({}) as ToldMember;
    const plans = await this.packages.displayNamesOf(members.map(({ planUid }) => planUid));
    const products = await this.products.displayNamesOf(members.map(({ productUid }) => productUid));
    const now = this.clock.now();
    return (member) => ({
      subscriptionId: member.id,
      planDisplayName: plans.get(member.planUid) ?? null,
      productDisplayName: products.get(member.productUid) ?? null,
      isLive: member.isLiveAt(now),
    });
  }
}
