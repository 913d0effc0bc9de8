import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Change, Extensions } from '#libs/messaging/extensions';
import type { StoredProduct } from '#modules/catalog/products';
import {
  type Package,
  type PackageReference,
  type PackageLife,
  PackageLivesService,
} from '#modules/catalog/package-versions';
import type { PackageChange } from './domain/package-at-version';
import { copyIdOf, copyOfPackage, copyOfVersion } from './domain/package-copy';
import { PackageCatalogService } from './package-catalog.service';
import { VersionContents } from './version-contents.service';

export interface PackagesDuplicated {
  fromProduct: PackageReference;
  toProduct: PackageReference;
  /** The copies by the uid of the original, plans and addons. */
  packages: ReadonlyMap<string, PackageReference>;
  /** Uids of the drafts of the copies. */
  versionUids: readonly string[];
}

/** The packages of a product stand in another too; upper modules copy what they keep on them. Domain: catalog P7 */
export const packagesDuplicated = new Change<PackagesDuplicated>('package.duplicated');

/** The packages of a product, again in another one. Domain: catalog P7 */
@Injectable()
export class PackageDuplicationService {
  constructor(
    private readonly lives: PackageLivesService,
    private readonly catalog: PackageCatalogService,
    private readonly contents: VersionContents,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
  ) {}

  /** Those that are not archived, each as it is told, as drafts. @throws DuplicateProductValidationError */
  async copyAll(fromProduct: StoredProduct, toProduct: StoredProduct): Promise<PackageChange[]> {
    const lives = (await this.lives.ofProduct(fromProduct.uid)).filter(({ isArchived }) => !isArchived);
    const now = this.clock.now();
    const packages = await this.copiesOf(lives, toProduct, now);
    // By uid of the version that is copied.
    const drafts = new Map(lives.map((life) => [life.told.uid, copyOfVersion(life, packages, now)]));
    const copied = lives.flatMap(({ package: original, told }) => {
      const [copy, version] = [packages.get(original.uid), drafts.get(told.uid)];
      return copy && version ? [{ package: copy, version }] : [];
    });
    for (const kind of ['PLAN', 'ADDON'] as const) {
      await this.lives.insertAll(
        kind,
        copied.filter((each) => each.package.kind === kind),
      );
    }
    const targets = new Map([...drafts].map(([from, { uid }]) => [from, uid]));
    await this.contents.copy(targets, { isAnotherPackage: true });
    const versionUids = [...targets.values()];
    await this.extensions.announce(packagesDuplicated, { fromProduct, toProduct, packages, versionUids });
    const changes: PackageChange[] = [];
    for (const { package: copy, version } of copied) {
      changes.push({ before: null, after: await this.catalog.at({ package: copy }, version) });
    }
    return changes;
  }

  /** By uid of the original. */
  private async copiesOf(
    lives: readonly PackageLife[],
    { uid: productUid, id: productId }: StoredProduct,
    now: Date,
  ): Promise<Map<string, Package>> {
    const copies = new Map<string, Package>();
    for (const kind of ['PLAN', 'ADDON'] as const) {
      const taken = await this.lives.takenIds(kind);
      for (const { package: original } of lives.filter((life) => life.package.kind === kind)) {
        const id = copyIdOf(original.id, taken);
        taken.add(id);
        copies.set(original.uid, copyOfPackage(original, id, { productUid, productId }, now));
      }
    }
    return copies;
  }
}
