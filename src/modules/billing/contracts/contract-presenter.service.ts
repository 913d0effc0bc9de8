import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { told } from '#libs/context/revision';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { ContractInvoices, type InvoicesAround } from '#modules/billing/invoices';
import { PackagesService } from '#modules/catalog/packages';
import { ProductsService } from '#modules/catalog/products';
import { ContractMembersService, type ContractMember } from '#modules/billing/subscriptions';
import { Contract, type ToldMember } from './contracts.views';
import type { Contract as StoredContract } from './domain/contract';

/** A contract with all that is told of it, at one instant. */
export interface ToldContract {
  contract: StoredContract;
  members: readonly ToldMember[];
  invoices: InvoicesAround | undefined;
  at: Date;
}

/** Contracts as they are told: with the subscriptions on them, with what they bill next and billed last, and in the state in which they are now. */
@Injectable()
export class ContractPresenter {
  private readonly record: ChangeRecord<ToldContract>;

  constructor(
    private readonly members: ContractMembersService,
    private readonly packages: PackagesService,
    private readonly products: ProductsService,
    private readonly invoices: ContractInvoices,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf({
      entity: 'CONTRACT',
      noun: 'contract',
      picture: viewOf,
      idOf: ({ contract }) => contract.id,
      parentOf: ({ contract }) => contract.customerId,
      payload: (contract) => ({ contract }),
      versionOf: ({ contract }) => contract.revision,
    });
  }

  async viewOf(contract: StoredContract): Promise<Contract> {
    return this.show(await this.of(contract));
  }

  /** All at the cost of one. */
  async viewsOf(contracts: readonly StoredContract[]): Promise<Contract[]> {
    return (await this.ofAll(contracts)).map(viewOf);
  }

  /** It is there from now on. */
  async created(contract: StoredContract): Promise<Contract> {
    const is = await this.of(contract);
    this.record.add('created', null, is);
    return this.show(is);
  }

  /**
   * What the work makes of it is told once, with what it was before.
   * @param work answers false where it changed nothing
   */
  async change(
    contract: StoredContract,
    verb: 'updated' | 'archived' | 'billing_published',
    work: () => Promise<unknown>,
  ): Promise<Contract> {
    const was = await this.of(contract);
    if ((await work()) === false) return this.show(was);
    const is = await this.of(contract);
    this.record.add(verb, was, is);
    return this.show(is);
  }

  private show(state: ToldContract): Contract {
    return told(viewOf(state), state.contract);
  }

  /** As it is now, whatever is done to it afterwards. */
  private async of(contract: StoredContract): Promise<ToldContract> {
    const [state] = await this.ofAll([copyOf(contract)]);
    return state as ToldContract;
  }

  private async ofAll(contracts: readonly StoredContract[]): Promise<ToldContract[]> {
    const uids = contracts.map(({ uid }) => uid);
    const members = await this.members.ofContracts(uids);
    const invoices = await this.invoices.of(uids);
    const tell = await this.tellerOf([...members.values()].flat());
    const at = this.clock.now();
    return contracts.map((contract) => {
      const { uid } = contract;
      return { contract, members: (members.get(uid) ?? []).map(tell), invoices: invoices.get(uid), at };
    });
  }

  private async tellerOf(
    members: readonly ContractMember[],
  ): Promise<(member: ContractMember) => ToldMember> {
    if (members.length === 0) return () => ({}) as ToldMember;
    const planUids = members.map(({ planUid }) => planUid);
    const plans = await this.packages.displayNamesOf('PLAN', planUids);
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

const viewOf = ({ contract, members, at, invoices }: ToldContract): Contract =>
  Contract.from(contract, members, at, invoices);
