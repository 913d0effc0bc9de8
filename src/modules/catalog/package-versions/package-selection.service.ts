import { Injectable } from '@nestjs/common';
import { asksInPublic } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Within } from '#libs/use-cases/use-case';
import type { Package } from './domain/package';
import { notFoundOf, type PackageKind, type PackageStatus } from './domain/package-kind';
import type { PackageLife } from './domain/package-life';
import type { PackageVersion } from './domain/package-version';
import { PackageLivesService, type SelectedVersion } from './package-lives.service';
import {
  PackageVersionsRepository,
  type VersionNumber,
  type VersionSelection,
} from './package-versions.repository';
import { PackagesRepository, type PackageFilter } from './packages.repository';

/** Which packages and which of their versions a reader means. Domain: catalog L5 */
@Injectable()
export class PackageSelectionService {
  constructor(
    private readonly lives: PackageLivesService,
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
  ) {}

  /** The latest version, a draft that was never published, or the selected one. @throws PlanNotFound, AddonNotFound */
  @Within()
  async told(kind: PackageKind, id: string, selection: VersionSelection): Promise<SelectedVersion> {
    const life = await this.lives.getOrThrow(kind, id);
    return this.select(life, this.publicOf(life) ?? life.told, selection);
  }

  /** The editor's view: the draft, else the latest version, or the selected one. @throws PlanNotFound, AddonNotFound */
  @Within()
  async edited(kind: PackageKind, id: string, selection: VersionSelection): Promise<SelectedVersion> {
    const life = await this.lives.getOrThrow(kind, id);
    return this.select(life, this.publicOf(life) ?? life.edited, selection);
  }

  /** One row per package: the newest of the versions that match, without a status the one that `told` tells. */
  @Within()
  async page(
    kind: PackageKind,
    request: PageRequest,
    filter: PackageFilter,
  ): Promise<Page<SelectedVersion & { id: string }>> {
    const status = asksInPublic() ? publicAmong(filter.status) : filter.status;
    const page = await this.packages.of(kind).list(request, { ...filter, status });
    const versions = await this.versions.toldOf(
      page.items.map(({ uid }) => uid),
      status,
    );
    const items = page.items.flatMap((stored) => {
      const version = versions.get(stored.uid);
      return version ? [{ id: stored.id, package: stored, version }] : [];
    });
    return { ...page, items };
  }

  @Within()
  async find(kind: PackageKind, id: string): Promise<Package | undefined> {
    return this.packages.of(kind).find(id);
  }

  /** @throws PlanNotFound, AddonNotFound */
  @Within()
  async getOrThrow(kind: PackageKind, id: string): Promise<Package> {
    return this.packages.of(kind).getOrThrow(id);
  }

  /** In the order of the ids, each once. @throws PlanNotFound, AddonNotFound naming the first unknown one */
  @Within()
  async named(kind: PackageKind, ids: readonly string[]): Promise<Map<string, Package>> {
    return this.packages.of(kind).findAll(ids);
  }

  @Within()
  async byUids(kind: PackageKind, uids: readonly string[]): Promise<Map<string, Package>> {
    return this.packages.of(kind).findByUids(uids);
  }

  @Within()
  async versionsByUids(uids: readonly string[]): Promise<Map<string, PackageVersion>> {
    return this.versions.findByUids(uids);
  }

  /** By package. */
  @Within()
  async latestOf(packageUids: readonly string[]): Promise<Map<string, PackageVersion>> {
    return this.versions.latestOf(packageUids);
  }

  /** Uids of all versions that are older than one of these. */
  @Within()
  olderThan(versions: readonly VersionNumber[]): Promise<string[]> {
    return this.versions.olderThan(versions);
  }

  /** Those whose live version is one of these: addons, then plans, in the order of their ids. */
  @Within()
  async onSale(versionUids: readonly string[]): Promise<Package[]> {
    if (versionUids.length === 0) return [];
    const addons = await this.packages.of('ADDON').onSale(versionUids);
    return [...addons, ...(await this.packages.of('PLAN').onSale(versionUids))];
  }

  /** Has a version of any state offered this package group? Domain: catalog A6 */
  @Within()
  async isEverOffered(groupUid: string): Promise<boolean> {
    return this.versions.offers(groupUid);
  }

  /** What a page that anybody may read is told: never a draft. @throws PlanNotFound, AddonNotFound as of an id that is unknown */
  private publicOf({ package: { kind, id }, latestVersion }: PackageLife): PackageVersion | undefined {
    if (!asksInPublic()) return undefined;
    if (!latestVersion) throw this.packages.of(kind).unknown(id);
    return latestVersion;
  }

  private async select(
    life: PackageLife,
    unasked: PackageVersion,
    selection: VersionSelection,
  ): Promise<SelectedVersion> {
    const { version: number, status } = selection;
    if (number == null && status == null) return { package: life.package, version: unasked };
    const version = await this.versions.newest(life.package.uid, selection);
    const isHidden = version?.status === 'DRAFT' && asksInPublic();
    if (version && !isHidden) return { package: life.package, version };
    const asked = [number, status].filter((part) => part != null).join(' ');
    throw new DomainError(notFoundOf[life.package.kind], `${life.name} has no version ${asked}`);
  }
}

/** What was on sale once may be read by anybody; what is not yet may not. Domain: access-and-events B3 */
const publicAmong = (asked: readonly PackageStatus[] | undefined): PackageStatus[] =>
  (['PUBLISHED', 'ARCHIVED'] as const).filter((status) => asked?.includes(status) ?? true);
