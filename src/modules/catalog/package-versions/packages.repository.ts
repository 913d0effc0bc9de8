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

interface LockedProduct extends Record<string, unknown> {
  id: string;
  status: 'PUBLISHED' | 'ARCHIVED';
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

  /** Oldest first. */
  ofProduct(productUid: string): Promise<Package[]> {
    return this.where('t.product_uid = $2 order by t.uid', [productUid]);
  }

  /**
   * Until the end of the unit of work nobody archives the product of this package or changes what it takes.
   * @reads product of catalog/products
   */
  async lockProductOf(id: string): Promise<LockedProduct | undefined> {
    const text = `select p.id, p.status from package t
                    join product p on p.environment_id = $1 and p.uid = t.product_uid
                   where ${this.own} and t.id = $2 for key share of p`;
    const [held] = await this.ask<LockedProduct>(text, [id]);
    return held;
  }

  /** Those whose live version is one of these, in the order of their ids. */
  onSale(versionUids: readonly string[]): Promise<Package[]> {
    const condition = `t.uid in (select v.package_uid from package_version v where v.environment_id = $1
                                    and v.uid = any($2) and v.is_latest and v.status = 'PUBLISHED') order by t.id`;
    return this.where(condition, [versionUids]);
  }

  /** All that are taken, of archived packages too. */
  async takenIds(): Promise<Set<string>> {
    const text = `select t.id from package t where ${this.own}`;
    const rows = await this.ask<{ id: string }>(text);
    return new Set(rows.map(({ id }) => id));
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
  'exists (select 1 from package_version v where v.environment_id = $1 ' +
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
