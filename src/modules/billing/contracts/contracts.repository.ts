import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import { isInState } from './contract-state.statements';
import { contractMapping } from './contract.mapping';
import type { Contract, ContractState } from './domain/contract';

export interface ContractFilter {
  customerId?: string;
  name?: string;
  states?: ContractState[];
  now: Date;
}

@Injectable()
export class ContractsRepository extends TenantRepository<Contract> {
  constructor(persistence: Persistence) {
    super(persistence, contractMapping, 'ContractNotFound');
  }

  /** By the keys of contracts, which are the ids of the wire. */
  list(request: PageRequest, { customerId, name, states, now }: ContractFilter): Promise<Page<Contract>> {
    const filter = new Predicate().equals('t.customer_id', customerId).equals('t.name', name);
    if (states) filter.add(now, (place) => isInState(states, place));
    return this.pageByKey(request, filter);
  }

  /** Newest first. */
  async ofCustomers(customerIds: readonly string[]): Promise<Contract[]> {
    // Put in order here: of a small table PostgreSQL would keep the plan that reads all of the tenant in this order.
    const found = await this.where('t.customer_id = any($2)', [customerIds]);
    return found.sort((a, b) => (a.uid > b.uid ? -1 : 1));
  }

  /**
   * Of two that make it at once, one waits and is answered false.
   * @returns whether it was made; else there is one of this id, or was until a moment ago
   */
  async insertUnlessThere(contract: Contract): Promise<boolean> {
    contract.revision = 1;
    return (await this.insertRows([contract], 'uq_contract_id')) > 0;
  }
}
