import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Package } from './domain/package';
import type { PackageAtVersion } from './domain/package-at-version';
import type { PackageKind } from './domain/package-kind';
import { PackageLife } from './domain/package-life';
import type { PackageVersion } from './domain/package-version';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';

/** Packages together with the versions that requests address. */
@Injectable()
export class PackageLivesRepository {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly entitlements: PackageEntitlementsRepository,
  ) {}

  /** @throws PlanNotFound, AddonNotFound */
  async getOrThrow(kind: PackageKind, id: string): Promise<PackageLife> {
    return this.lifeOf(await this.packages.of(kind).getOrThrow(id));
  }

  /** All packages of a product, plans before addons, oldest first. */
  async ofProduct(productUid: string): Promise<PackageLife[]> {
    const stored = [
      ...(await this.packages.of('PLAN').ofProduct(productUid)),
      ...(await this.packages.of('ADDON').ofProduct(productUid)),
    ];
    const versions = await this.versions.addressedOf(stored.map(({ uid }) => uid));
    return stored.map((each) => lifeWith(each, versions.get(each.uid) ?? []));
  }

  /**
   * The row of the package orders its writers, and every write is a new state of the package, whichever part it changes.
   * Nothing of an archived product is written; it is held first, so that it is not archived meanwhile. Domain: catalog P6
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, ObjectAlreadyBeingUsedByAnotherRequestError
   */
  async lockOrThrow(kind: PackageKind, id: string): Promise<PackageLife> {
    const packages = this.packages.of(kind);
    const product = await packages.lockProductOf(id);
    if (product?.status === 'ARCHIVED') {
      throw new DomainError('EntityIsArchivedError', `Product ${product.id} is archived; unarchive it first`);
    }
    const stored = await packages.lockOrThrow(id);
    await packages.countState(stored);
    return this.lifeOf(stored);
  }

  /** As it is told at one of its versions. */
  async at(
    { package: stored }: Pick<PackageLife, 'package'>,
    version: PackageVersion,
  ): Promise<PackageAtVersion> {
    const names = await this.entitlements.namesOf([version.uid]);
    return { package: stored, version, entitlements: names.get(version.uid) ?? [] };
  }

  private async lifeOf(stored: Package): Promise<PackageLife> {
    const versions = await this.versions.addressed(stored.uid);
    // Discarded between the two reads.
    if (versions.length === 0) throw this.packages.of(stored.kind).unknown(stored.id);
    return lifeWith(stored, versions);
  }
}

function lifeWith(stored: Package, versions: readonly PackageVersion[]): PackageLife {
  const draft = versions.find(({ status }) => status === 'DRAFT');
  const latest = versions.find(({ isLatest }) => isLatest);
  return new PackageLife(stored, draft, latest);
}
