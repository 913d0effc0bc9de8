import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { PackageGroup, PackageGroupStatus } from './domain/package-group';
import { packageGroupMapping } from './package-group.mapping';

export interface PackageGroupFilter {
  productId?: string;
  status?: PackageGroupStatus[];
  createdAt?: InstantRange;
}

@Injectable()
export class PackageGroupsRepository extends TenantRepository<PackageGroup> {
  constructor(persistence: Persistence) {
    super(persistence, packageGroupMapping, 'PackageGroupNotFound');
  }

  list(
    request: PageRequest,
    { productId, status, createdAt }: PackageGroupFilter,
  ): Promise<Page<PackageGroup>> {
    const filter = new Predicate()
      .equals('t.product_id', productId)
      .oneOf('t.status', status)
      .within('t.created_at', createdAt);
    return this.page(request, filter);
  }

  /** Of archived groups too. */
  async takenIds(): Promise<Set<string>> {
    const text = `select t.id from package_group t where ${this.own}`;
    const rows = await this.ask<{ id: string }>(text);
    return new Set(rows.map(({ id }) => id));
  }

  /** In use, of one product; the oldest first. */
  liveOf(productUid: string): Promise<PackageGroup[]> {
    const condition = `t.product_uid = $2 and t.status = 'PUBLISHED' order by t.created_at, t.uid`;
    return this.where(condition, [productUid]);
  }
}
