import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { Package } from './domain/package';
import { notFoundOf, type PackageKind, type PackageStatus } from './domain/package-kind';
import { packageMapping } from './package.mapping';

export interface PackageFilter {
  productId?: string;
  /** Of any version. */
  status?: PackageStatus[];
  createdAt?: InstantRange;
}

/** Plans, or addons: each kind has ids of its own. */
class PackagesOfKind extends TenantRepository<Package> {
  constructor(persistence: Persistence, kind: PackageKind) {
    super(persistence, packageMapping, notFoundOf[kind], { column: 'kind', value: kind });
  }

  list(request: PageRequest, { productId, status, createdAt }: PackageFilter): Promise<Page<Package>> {
    const filter = new Predicate().equals('t.product_id', productId).within('t.created_at', createdAt);
    return this.page(request, status ? filter.add(status, hasVersion) : filter);
  }

  /** In the order of the ids, each once. @throws PlanNotFound, AddonNotFound naming the first unknown one */
  async findAll(ids: readonly string[]): Promise<Map<string, Package>> {
    const found = await this.findMany(ids);
    return new Map(
      ids.map((id) => {
        const stored = found.get(id);
        if (!stored) throw this.unknown(id);
        return [id, stored];
      }),
    );
  }
}

const hasVersion = (place: string): string =>
  'exists (select 1 from package_version v where v.environment_id = t.environment_id ' +
  `and v.package_uid = t.uid and v.status = any(${place}))`;

@Injectable()
export class PackagesRepository {
  private readonly kinds: Readonly<Record<PackageKind, PackagesOfKind>>;

  constructor(persistence: Persistence) {
    this.kinds = {
      PLAN: new PackagesOfKind(persistence, 'PLAN'),
      ADDON: new PackagesOfKind(persistence, 'ADDON'),
    };
  }

  of(kind: PackageKind): PackagesOfKind {
    return this.kinds[kind];
  }
}
