import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Package } from './domain/package';
import type { PackageKind } from './domain/package-kind';
import { PackageLife } from './domain/package-life';
import type { PackageVersion } from './domain/package-version';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';

/** Packages together with the versions that requests address: held, written, removed. Domain: catalog L2, L3 */
@Injectable()
export class PackageLivesService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws PlanNotFound, AddonNotFound */
  @Within()
  async getOrThrow(kind: PackageKind, id: string): Promise<PackageLife> {
    return this.lifeOf(await this.packages.of(kind).getOrThrow(id));
  }

  /**
   * The row of the package orders its writers, and every write is a new state of the package, whichever part it changes.
   * Nothing of an archived product is written; it is held first, so that it is not archived meanwhile. Domain: catalog P6
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, ObjectAlreadyBeingUsedByAnotherRequestError
   */
  @Within()
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

  /** All packages of a product, plans before addons, oldest first. */
  @Within()
  async ofProduct(productUid: string): Promise<PackageLife[]> {
    const plans = await this.packages.of('PLAN').ofProduct(productUid);
    return this.livesOf([...plans, ...(await this.packages.of('ADDON').ofProduct(productUid))]);
  }

  /** All of the environment, archived ones too, oldest first. @param hold against other writers until the end of the unit of work */
  @Within()
  async everything(kind: PackageKind, hold: boolean): Promise<PackageLife[]> {
    return this.livesOf(await this.packages.of(kind).everything(hold));
  }

  /** All ids that are taken, of archived packages too. */
  @Within()
  takenIds(kind: PackageKind): Promise<Set<string>> {
    return this.packages.of(kind).takenIds();
  }

  /** New packages of one kind, each with its first version. @throws DuplicatedEntityNotAllowed */
  @Within()
  async insertAll(
    kind: PackageKind,
    lives: readonly { package: Package; version: PackageVersion }[],
  ): Promise<void> {
    await this.packages.of(kind).insertAll(lives.map((life) => life.package));
    await this.insertVersions(lives.map(({ version }) => version));
  }

  @Within()
  insertVersions(versions: PackageVersion[]): Promise<void> {
    return this.versions.insertAll(versions);
  }

  /** What all versions share. */
  @Within()
  save(stored: Package): Promise<void> {
    return this.packages.of(stored.kind).save(stored, this.clock.now());
  }

  /** @param at its instant, where it shall not be the present one */
  @Within()
  saveVersion(version: PackageVersion, at = this.clock.now()): Promise<void> {
    return this.versions.save(version, at);
  }

  /** The draft beside a published version. */
  @Within()
  removeDraft(draft: PackageVersion): Promise<void> {
    return this.versions.remove(draft);
  }

  /** What was never published goes with all that lies below it. */
  @Within()
  remove(stored: Package): Promise<void> {
    return this.packages.of(stored.kind).remove(stored);
  }

  /** Archiving speaks of the package, so older published versions leave with the latest. Domain: catalog L2 */
  @Within()
  async archive(life: PackageLife): Promise<void> {
    const now = this.clock.now();
    await this.versions.archivePublished(life.package.uid, now);
    life.archive(now);
  }

  /** The same of a package that is not locked alone, but with its whole product. */
  @Within()
  async archiveWithProduct(life: PackageLife): Promise<void> {
    await this.packages.of(life.package.kind).countState(life.package);
    await this.archive(life);
  }

  /** What archiving took: only published versions ever become archived, so all of them return. Domain: catalog L2 */
  @Within()
  async unarchive(life: PackageLife): Promise<void> {
    const now = this.clock.now();
    await this.versions.unarchive(life.package.uid, now);
    life.unarchive(now);
  }

  private async lifeOf(stored: Package): Promise<PackageLife> {
    const [life] = await this.livesOf([stored]);
    // Discarded between the two reads.
    if (!life) throw this.packages.of(stored.kind).unknown(stored.id);
    return life;
  }

  /** Without those that were discarded between the two reads. */
  private async livesOf(stored: readonly Package[]): Promise<PackageLife[]> {
    const versions = await this.versions.addressedOf(stored.map(({ uid }) => uid));
    return stored.flatMap((each) => PackageLife.of(each, versions.get(each.uid) ?? []));
  }
}
