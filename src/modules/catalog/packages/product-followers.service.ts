import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Change, Consequences } from '#libs/messaging/consequences';
import { Vetoes } from '#libs/messaging/vetoes';
import { productArchived, productDuplicated, productSettingsChange } from '#modules/catalog/products';
import type { PackageChange } from './domain/package-at-version';
import { requireFittingPlan } from './domain/settings-plan';
import { PackageArchivalService } from './package-archival.service';
import { PackageDuplicationService } from './package-duplication.service';
import { PackagesService } from './packages.service';

/** A package was made or archived with its product: the module that tells its kind writes it down (catalog P6, P7). */
export const packageFollowedProduct = new Change<{ verb: 'created' | 'deleted'; change: PackageChange }>(
  'package.followed-product',
);

/** What packages say to changes of their product, and what becomes of them. Domain: catalog P4, P6, P7 */
@Injectable()
export class ProductFollowers implements OnModuleInit {
  constructor(
    private readonly vetoes: Vetoes,
    private readonly consequences: Consequences,
    private readonly packages: PackagesService,
    private readonly archival: PackageArchivalService,
    private readonly duplication: PackageDuplicationService,
  ) {}

  onModuleInit(): void {
    // Domain: catalog P4
    this.vetoes.register(productSettingsChange, async ({ product, plans }) => {
      for (const named of plans) {
        requireFittingPlan(named, await this.packages.offeredPlan(named.planId), product);
      }
    });
    this.consequences.register(productArchived, async ({ product }) => {
      await this.announce('deleted', await this.archival.archiveAllOf(product));
    });
    this.consequences.register(productDuplicated, async ({ source, copy }) => {
      await this.announce('created', await this.duplication.copyAll(source, copy));
    });
  }

  private async announce(verb: 'created' | 'deleted', changes: readonly PackageChange[]): Promise<void> {
    for (const change of changes) {
      await this.consequences.announce(packageFollowedProduct, { verb, change });
    }
  }
}
