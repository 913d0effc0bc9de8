import { Injectable } from '@nestjs/common';
import { Extensions, Question } from '#libs/messaging/extensions';
import { Within } from '#libs/use-cases/use-case';
import { ChargesService } from '#modules/catalog/charges';
import { PackageStructureService } from '#modules/catalog/package-structure';
import {
  type Package,
  type PackageKind,
  type OfferedGroup,
  type PackageLife,
  PackageLivesService,
} from '#modules/catalog/package-versions';
import type { StoredProduct } from '#modules/catalog/products';
import { stateOf, type PackageChange } from './domain/package-at-version';
import { requireArchivable, requireRemovable, requireRevivable } from './domain/retirement';
import { PackageCatalogService } from './package-catalog.service';

/** May this package be archived, or removed when it was never published? Asked after its own rules (catalog L9). */
export const packageRetirement = new Question<{ package: Package }>('package.retire');

/** May this package return to the market with these groups of its versions? Asked after its own rules (catalog L2, A6). */
export const packageRevival = new Question<{ package: Package; groups: readonly OfferedGroup[] }>(
  'package.revive',
);

/** Packages that leave the market, alone or with their product, and those that return. Domain: catalog L2, L9, P6 */
@Injectable()
export class PackageRetirementService {
  constructor(
    private readonly lives: PackageLivesService,
    private readonly catalog: PackageCatalogService,
    private readonly structures: PackageStructureService,
    private readonly charges: ChargesService,
    private readonly extensions: Extensions,
  ) {}

  /**
   * Without a published version the package goes with its draft. Domain: catalog L2, L3
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError,
   *   PlanWithChildCantBeDeleted, AddonIsCompatibleWithPlan, IntegrityViolation and what the judges of packageRetirement say
   */
  @Within()
  async discardDraft(kind: PackageKind, id: string): Promise<{ change: PackageChange; isRemoved: boolean }> {
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    const draft = life.draftOfTerms();
    const change = { before: await this.catalog.at(life, draft), after: null };
    if (life.latestVersion) {
      // Its lists of prices go on as those of the published version, so what a cursor named is remembered.
      await this.charges.clear(draft.uid);
      await this.lives.removeDraft(life, draft);
      return { change, isRemoved: false };
    }
    requireRemovable(life, await this.structures.hold(life.package.productUid));
    await this.extensions.ask(packageRetirement, { package: life.package });
    await this.lives.remove(life.package);
    return { change, isRemoved: true };
  }

  /**
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, what `requireArchivable` throws, and what the judges of
   *   packageRetirement say. Domain: catalog L9
   */
  @Within()
  async archive(kind: PackageKind, id: string): Promise<PackageChange> {
    const life = await this.lives.lockOrThrow(kind, id);
    life.requireLive();
    requireArchivable(life, await this.structures.hold(life.package.productUid));
    await this.extensions.ask(packageRetirement, { package: life.package });
    return this.changed(life, () => this.lives.archive(life));
  }

  /**
   * What was ever published of a product goes with it. What was not stays a draft, of a product that takes no writes. The links
   * between them refuse nothing, because both ends go. The product is locked alone, so nobody else writes one of its packages.
   * Domain: catalog P6
   */
  @Within()
  async archiveAllOf(product: StoredProduct): Promise<PackageChange[]> {
    const changes: PackageChange[] = [];
    for (const life of await this.lives.ofProduct(product.uid)) {
      if (!life.latestVersion || life.isArchived) continue;
      changes.push(await this.changed(life, () => this.lives.archive(life)));
    }
    return changes;
  }

  /**
   * With the versions that archiving took; a draft beside them is there still. Domain: catalog L2, P6
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError when its product is archived, what `requireRevivable` throws,
   *   and what the judges of packageRevival say
   */
  @Within()
  async unarchive(kind: PackageKind, id: string): Promise<PackageChange> {
    const life = await this.lives.lockOrThrow(kind, id);
    const structure = await this.structures.hold(life.package.productUid);
    requireRevivable(life, structure);
    const groups = [life.latestVersion, life.openDraft].flatMap((version) => version?.packageGroups ?? []);
    await this.extensions.ask(packageRevival, { package: life.package, groups });
    return this.changed(life, () => this.lives.unarchive(life));
  }

  private async changed(life: PackageLife, change: () => Promise<unknown>): Promise<PackageChange> {
    const before = stateOf(await this.catalog.at(life, life.told));
    await change();
    return { before, after: await this.catalog.at(life, life.told) };
  }
}
