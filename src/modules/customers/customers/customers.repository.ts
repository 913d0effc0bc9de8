import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import { customerMapping } from './customer.mapping';
import type { Customer, CustomerStatus } from './domain/customer';

export interface CustomerFilter {
  email?: string;
  name?: string;
  createdAt?: InstantRange;
  status: readonly CustomerStatus[];
}

@Injectable()
export class CustomersRepository extends TenantRepository<Customer> {
  constructor(persistence: Persistence) {
    super(persistence, customerMapping, 'CustomerNotFound');
  }

  list(request: PageRequest, { email, name, createdAt, status }: CustomerFilter): Promise<Page<Customer>> {
    const filter = new Predicate()
      .equals('t.email', email)
      .equals('t.name', name)
      .within('t.created_at', createdAt);
    if (!status.includes('ARCHIVED')) filter.holds('t.archived_at is null');
    if (!status.includes('ACTIVE')) filter.holds('t.archived_at is not null');
    return this.page(request, filter);
  }
}
