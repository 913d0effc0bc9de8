import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Page, PageRequest } from '#libs/kernel/page';
import type { PackageAtVersion } from './domain/package-at-version';
import type { PackageEntitlement } from './domain/package-entitlement';
import { notFoundOf, type PackageKind } from './domain/package-kind';
import type { PackageLife } from './domain/package-life';
import type { PackageVersion } from './domain/package-version';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageLivesRepository } from './package-lives.repository';
import { PackageVersionsRepository, type VersionSelection } from './package-versions.repository';
import { PackagesRepository, type PackageFilter } from './packages.repository';

export type EditedVersion = Pick<PackageAtVersion, 'package' | 'version'>;

/** What readers of the catalog ask. Domain: catalog L5 */
@Injectable()
export class PackageCatalogService {
  constructor(
    private readonly lives: PackageLivesRepository,
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly entitlements: PackageEntitlementsRepository,
  ) {}

  /** The latest version, a draft that was never published, or the selected one. @throws PlanNotFound, AddonNotFound */
  @Within()
  async get(kind: PackageKind, id: string, selection: VersionSelection): Promise<PackageAtVersion> {
    const life = await this.lives.getOrThrow(kind, id);
    return this.lives.at(life, await this.toldBy(life, selection));
  }

  /** The uid of the version that `get` tells. @throws PlanNotFound, AddonNotFound */
  @Within()
  async versionOf(kind: PackageKind, id: string, selection: VersionSelection): Promise<string> {
    return (await this.toldBy(await this.lives.getOrThrow(kind, id), selection)).uid;
  }

  /** One row per package: the newest of the versions that match, without a status the one that `get` tells. */
  @Within()
  async list(
    kind: PackageKind,
    request: PageRequest,
    filter: PackageFilter,
  ): Promise<Page<PackageAtVersion>> {
    const page = await this.packages.of(kind).list(request, filter);
    const uids = page.items.map(({ uid }) => uid);
    const versions = await this.versions.toldOf(uids, filter.status);
    const names = await this.entitlements.namesOf([...versions.values()].map(({ uid }) => uid));
    const items = page.items.flatMap((stored): PackageAtVersion[] => {
      const version = versions.get(stored.uid);
      return version ? [{ package: stored, version, entitlements: names.get(version.uid) ?? [] }] : [];
    });
    return { ...page, items };
  }

  /** The editor's view: the draft, else the latest version, or the selected one. @throws PlanNotFound, AddonNotFound */
  @Within()
  async edited(kind: PackageKind, id: string, selection: VersionSelection): Promise<EditedVersion> {
    const life = await this.lives.getOrThrow(kind, id);
    const version = isEmpty(selection) ? life.edited : await this.selected(life, selection);
    return { package: life.package, version };
  }

  /** Of the editor's view, in display order. @throws PlanNotFound, AddonNotFound */
  @Within()
  async entitlementsOf(
    kind: PackageKind,
    id: string,
    selection: VersionSelection,
  ): Promise<PackageEntitlement[]> {
    const { version } = await this.edited(kind, id, selection);
    return this.entitlements.ofVersion(version.uid);
  }

  private async toldBy(life: PackageLife, selection: VersionSelection): Promise<PackageVersion> {
    return isEmpty(selection) ? life.told : this.selected(life, selection);
  }

  private async selected(life: PackageLife, selection: VersionSelection): Promise<PackageVersion> {
    const version = await this.versions.newest(life.package.uid, selection);
    if (version) return version;
    const asked = [selection.version, selection.status].filter((part) => part != null).join(' ');
    throw new DomainError(notFoundOf[life.package.kind], `${life.name} has no version ${asked}`);
  }
}

const isEmpty = ({ version, status }: VersionSelection): boolean => version == null && status == null;
