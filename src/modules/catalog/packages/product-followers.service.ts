import { Injectable } from '@nestjs/common';
import { Change, Extensions, Follows, Vetoes } from '#libs/messaging/extensions';
import { productArchived, productDuplicated, productSettingsChange } from '#modules/catalog/products';
import type { PackageChange } from './domain/package-at-version';
import { requireFittingPlan } from './domain/settings-plan';
import { PackageDuplicationService } from './package-duplication.service';
import { PackageRetirementService } from './package-retirement.service';
import { PackagesService } from './packages.service';

/** A package was made or archived with its product: the module that tells its kind writes it down (catalog P6, P7). */
export const packageFollowedProduct = new Change<{ verb: 'created' | 'deleted'; change: PackageChange }>(
  'package.followed-product',
);

/** What packages say to changes of their product, and what becomes of them. Domain: catalog P4, P6, P7 */
@Injectable()
export class ProductFollowers {
  constructor(
    private readonly extensions: Extensions,
    private readonly packages: PackagesService,
    private readonly retirement: PackageRetirementService,
    private readonly duplication: PackageDuplicationService,
  ) {}

  /** Domain: catalog P4 */
  @Vetoes(productSettingsChange)
  async requireFitting({ product, plans }: typeof productSettingsChange.facts): Promise<void> {
    for (const named of plans) {
      requireFittingPlan(named, await this.packages.offeredPlan(named.planId), product);
    }
  }

  @Follows(productArchived)
  async archiveAll({ product }: typeof productArchived.facts): Promise<void> {
    await this.announce('deleted', await this.retirement.archiveAllOf(product));
  }

  @Follows(productDuplicated)
  async copyAll({ source, copy }: typeof productDuplicated.facts): Promise<void> {
    await this.announce('created', await this.duplication.copyAll(source, copy));
  }

  private async announce(verb: 'created' | 'deleted', changes: readonly PackageChange[]): Promise<void> {
    for (const change of changes) {
      await this.extensions.announce(packageFollowedProduct, { verb, change });
    }
  }
}
