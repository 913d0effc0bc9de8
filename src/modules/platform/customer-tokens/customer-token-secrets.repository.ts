import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { CustomerTokenSecret } from './domain/customer-token-secret';
import { customerTokenSecretMapping } from './customer-token-secret.mapping';

@Injectable()
export class CustomerTokenSecretsRepository extends TenantRepository<CustomerTokenSecret> {
  constructor(persistence: Persistence) {
    super(persistence, customerTokenSecretMapping, 'CustomerTokenSecretNotFound');
  }

  list(request: PageRequest): Promise<Page<CustomerTokenSecret>> {
    return this.page(request, Predicate.none());
  }

  /** Locked until the end of the unit of work, the oldest first. */
  lockValid(now: Date): Promise<CustomerTokenSecret[]> {
    return this.where('(t.ends_at is null or t.ends_at > $2) order by t.uid for no key update', [now]);
  }
}
