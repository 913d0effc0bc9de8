import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { Product, ProductStatus } from './domain/product';
import { productMapping } from './product.mapping';

export interface ProductFilter {
  ids?: string[];
  status?: ProductStatus[];
  createdAt?: InstantRange;
}

@Injectable()
export class ProductsRepository extends TenantRepository<Product> {
  constructor(persistence: Persistence) {
    super(persistence, productMapping, 'ProductNotFoundError');
  }

  list(request: PageRequest, { ids, status, createdAt }: ProductFilter): Promise<Page<Product>> {
    const filter = new Predicate()
      .oneOf('t.id', ids)
      .oneOf('t.status', status)
      .within('t.created_at', createdAt);
    return this.page(request, filter);
  }
}
