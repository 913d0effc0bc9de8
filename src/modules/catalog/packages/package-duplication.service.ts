import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { Change, Extensions } from '#libs/messaging/extensions';
import type { StoredProduct } from '#modules/catalog/products';
import type { Package } from './domain/package';
import type { PackageChange } from './domain/package-at-version';
import type { PackageReference } from './domain/package-kind';
import { copyIdOf, copyOfPackage, copyOfVersion } from './domain/package-copy';
import type { PackageLife } from './domain/package-life';
import { PackageLivesRepository } from './package-lives.repository';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';
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
    private readonly lives: PackageLivesRepository,
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly contents: VersionContents,
    private readonly extensions: Extensions,
    private readonly clock: Clock,
  ) {}

  /** Those that are not archived, each as it is told, as drafts. @throws DuplicateProductValidationError */
  @Within()
  async copyAll(fromProduct: StoredProduct, toProduct: StoredProduct): Promise<PackageChange[]> {
    const lives = (await this.lives.ofProduct(fromProduct.uid)).filter(({ isArchived }) => !isArchived);
    const packages = await this.insertPackages(lives, toProduct);
    const drafts = await this.insertDrafts(lives, packages);
    const targets = new Map([...drafts].map(([from, { uid }]) => [from, uid]));
    await this.contents.copy(targets, { isAnotherPackage: true });
    const versionUids = [...drafts.values()].map(({ uid }) => uid);
    await this.extensions.announce(packagesDuplicated, { fromProduct, toProduct, packages, versionUids });
    const changes: PackageChange[] = [];
    for (const { package: original, told } of lives) {
      const [copy, draft] = [packages.get(original.uid), drafts.get(told.uid)];
      if (copy && draft) changes.push({ before: null, after: await this.lives.at({ package: copy }, draft) });
    }
    return changes;
  }

  /** By uid of the original. */
  private async insertPackages(
    lives: readonly PackageLife[],
    { uid: productUid, id: productId }: StoredProduct,
  ): Promise<Map<string, Package>> {
    const now = this.clock.now();
    const copies = new Map<string, Package>();
    for (const kind of ['PLAN', 'ADDON'] as const) {
      const packages = this.packages.of(kind);
      const taken = await packages.takenIds();
      for (const { package: original } of lives.filter((life) => life.package.kind === kind)) {
        const id = copyIdOf(original.id, taken);
        taken.add(id);
        const copy = copyOfPackage(original, id, { productUid, productId }, now);
        copies.set(original.uid, copy);
        await packages.insert(copy);
      }
    }
    return copies;
  }

  /** By uid of the version that was copied. */
  private async insertDrafts(lives: readonly PackageLife[], copies: ReadonlyMap<string, Package>) {
    const now = this.clock.now();
    const drafts = new Map(lives.map((life) => [life.told.uid, copyOfVersion(life, copies, now)]));
    await this.versions.insertAll([...drafts.values()]);
    return drafts;
  }
}
