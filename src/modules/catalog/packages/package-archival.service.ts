import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import type { StoredProduct } from '#modules/catalog/products';
import { stateOf, type PackageChange } from './domain/package-at-version';
import type { PackageLife } from './domain/package-life';
import { PackageLivesRepository } from './package-lives.repository';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';

/** All packages of a product leave the market together. Domain: catalog P6 */
@Injectable()
export class PackageArchivalService {
  constructor(
    private readonly lives: PackageLivesRepository,
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * What was ever published. What was not stays a draft, of a product that takes no writes. The links between them refuse
   * nothing, because both ends go. The product is locked alone, so nobody else writes one of its packages.
   */
  @Within()
  async archiveAllOf(product: StoredProduct): Promise<PackageChange[]> {
    const changes: PackageChange[] = [];
    for (const life of await this.lives.ofProduct(product.uid)) {
      if (life.latestVersion && !life.isArchived) changes.push(await this.archive(life));
    }
    return changes;
  }

  private async archive(life: PackageLife): Promise<PackageChange> {
    const before = stateOf(await this.lives.at(life, life.told));
    const now = this.clock.now();
    await this.versions.archivePublished(life.package.uid, now);
    await this.packages.of(life.package.kind).countState(life.package);
    life.archive(now);
    return { before, after: await this.lives.at(life, life.told) };
  }
}
