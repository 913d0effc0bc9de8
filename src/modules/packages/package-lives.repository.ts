import { Injectable } from '@nestjs/common';
import type { Package } from './domain/package';
import type { PackageKind } from './domain/package-kind';
import { PackageLife } from './domain/package-life';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';

/** Packages together with the versions that requests address. */
@Injectable()
export class PackageLivesRepository {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
  ) {}

  /** @throws PlanNotFound, AddonNotFound */
  async getOrThrow(kind: PackageKind, id: string): Promise<PackageLife> {
    return this.lifeOf(await this.packages.of(kind).getOrThrow(id));
  }

  /** The row of the package orders its writers. @throws PlanNotFound, AddonNotFound, ObjectAlreadyBeingUsedByAnotherRequestError */
  async lockOrThrow(kind: PackageKind, id: string): Promise<PackageLife> {
    return this.lifeOf(await this.packages.of(kind).lockOrThrow(id));
  }

  private async lifeOf(stored: Package): Promise<PackageLife> {
    const versions = await this.versions.addressed(stored.uid);
    // Discarded between the two reads.
    if (versions.length === 0) throw this.packages.of(stored.kind).unknown(stored.id);
    const draft = versions.find(({ status }) => status === 'DRAFT');
    return new PackageLife(
      stored,
      draft,
      versions.find(({ isLatest }) => isLatest),
    );
  }
}
