import { Injectable } from '@nestjs/common';
import type { StoredProduct } from '#modules/catalog/products';
import { type PackageLife, PackageLivesService } from '#modules/catalog/package-versions';
import { stateOf, type PackageChange } from './domain/package-at-version';
import { PackageCatalogService } from './package-catalog.service';

/** All packages of a product leave the market together. Domain: catalog P6 */
@Injectable()
export class PackageArchivalService {
  constructor(
    private readonly lives: PackageLivesService,
    private readonly catalog: PackageCatalogService,
  ) {}

  /**
   * What was ever published. What was not stays a draft, of a product that takes no writes. The links between them refuse
   * nothing, because both ends go. The product is locked alone, so nobody else writes one of its packages.
   */
  async archiveAllOf(product: StoredProduct): Promise<PackageChange[]> {
    const changes: PackageChange[] = [];
    for (const life of await this.lives.ofProduct(product.uid)) {
      if (life.latestVersion && !life.isArchived) changes.push(await this.archive(life));
    }
    return changes;
  }

  private async archive(life: PackageLife): Promise<PackageChange> {
    const before = stateOf(await this.catalog.at(life, life.told));
    await this.lives.archive(life);
    return { before, after: await this.catalog.at(life, life.told) };
  }
}
