import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Within } from '#libs/use-cases/use-case';
import type { Package } from './domain/package';
import type { PackageKind } from './domain/package-kind';
import { PackageLife } from './domain/package-life';
import type { PackageVersion } from './domain/package-version';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';

/** A package at one of its versions. */
export interface SelectedVersion {
  package: Package;
  version: PackageVersion;
}

/** Held until the end of the unit of work. */
export interface EditedDraft {
  life: PackageLife;
  draft: PackageVersion;
}

/** Packages together with the versions that requests address: held, written, removed. Domain: catalog L2, L3 */
@Injectable()
export class PackageLivesService {
  private readonly counted = new WeakSet<Package>();

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
   * The row of the package orders its writers.
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
    return this.lifeOf(await packages.lockOrThrow(id));
  }

  /** The draft whose entitlements are edited. @throws as `lockOrThrow`, and CannotEditPackageInNonDraftMode. Domain: catalog L4 */
  @Within()
  async lockDraft(kind: PackageKind, id: string): Promise<EditedDraft> {
    const life = await this.lockOrThrow(kind, id);
    life.requireLive();
    return { life, draft: life.draftOfEntitlements() };
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
  async insertAll(kind: PackageKind, lives: readonly SelectedVersion[]): Promise<void> {
    await this.packages.of(kind).insertAll(lives.map((life) => life.package));
    await this.versions.insertAll(lives.map(({ version }) => version));
  }

  /** The next version of a package. */
  @Within()
  async insertDraft(life: PackageLife, draft: PackageVersion): Promise<void> {
    await this.versions.insert(draft);
    await this.count(life.package);
  }

  /** Versions of a held package, as they are now. */
  @Within()
  async saveVersions(life: PackageLife, ...versions: PackageVersion[]): Promise<void> {
    for (const version of versions) await this.versions.save(version, this.clock.now());
    await this.count(life.package);
  }

  /** Of a package that was made in this unit of work: its instant stays. */
  @Within()
  saveNewVersion(version: PackageVersion): Promise<void> {
    return this.versions.save(version, version.updatedAt);
  }

  /**
   * What became of the package and of one of its versions; nothing where they are as they were.
   * @param isTouched what lies below the version has changed, and so has the version
   * @returns whether anything has changed
   */
  @Within()
  async saveChanged(before: SelectedVersion, after: SelectedVersion, isTouched: boolean): Promise<boolean> {
    const now = this.clock.now();
    if (isTouched) await this.versions.save(after.version, now);
    const isVersion = isTouched || (await this.versions.saveChanged(before.version, after.version, now));
    const packages = this.packages.of(after.package.kind);
    const isPackage = await packages.saveChanged(before.package, after.package, now);
    if (isVersion && !isPackage) await this.count(after.package);
    return isVersion || isPackage;
  }

  /** The draft beside a published version. */
  @Within()
  async removeDraft(life: PackageLife, draft: PackageVersion): Promise<void> {
    await this.versions.remove(draft);
    await this.count(life.package);
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
    await this.count(life.package);
    life.archive(now);
  }

  /** What archiving took: only published versions ever become archived, so all of them return. Domain: catalog L2 */
  @Within()
  async unarchive(life: PackageLife): Promise<void> {
    const now = this.clock.now();
    await this.versions.unarchive(life.package.uid, now);
    await this.count(life.package);
    life.unarchive(now);
  }

  /** Whichever part of it is written, it is another state of the package; one for all that a unit of work writes. */
  private async count(stored: Package): Promise<void> {
    if (this.counted.has(stored)) return;
    this.counted.add(stored);
    await this.packages.of(stored.kind).countState(stored);
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
