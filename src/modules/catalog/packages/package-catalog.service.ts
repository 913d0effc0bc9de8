import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Within } from '#libs/use-cases/use-case';
import { VersionEntitlementsService } from '#modules/catalog/package-entitlements';
import {
  type PackageKind,
  type VersionSelection,
  PackageSelectionService,
  type SelectedVersion,
  type PackageFilter,
} from '#modules/catalog/package-versions';
import type { PackageAtVersion } from './domain/package-at-version';

/** What readers of the catalog ask. Domain: catalog L5 */
@Injectable()
export class PackageCatalogService {
  constructor(
    private readonly packages: PackageSelectionService,
    private readonly entitlements: VersionEntitlementsService,
  ) {}

  /** The latest version, a draft that was never published, or the selected one. @throws PlanNotFound, AddonNotFound */
  @Within()
  async get(kind: PackageKind, id: string, selection: VersionSelection): Promise<PackageAtVersion> {
    const { package: stored, version } = await this.packages.told(kind, id, selection);
    return this.at({ package: stored }, version);
  }

  /** One row per package: the newest of the versions that match, without a status the one that `get` tells. */
  @Within()
  async list(
    kind: PackageKind,
    request: PageRequest,
    filter: PackageFilter,
  ): Promise<Page<PackageAtVersion>> {
    const page = await this.packages.page(kind, request, filter);
    const names = await this.entitlements.namesOf(page.items.map(({ version }) => version.uid));
    const items = page.items.map(({ package: stored, version }) => ({
      package: stored,
      version,
      entitlements: names.get(version.uid) ?? [],
    }));
    return { ...page, items };
  }

  /** As it is told at one of its versions. */
  @Within()
  async at(
    { package: stored }: Pick<SelectedVersion, 'package'>,
    version: SelectedVersion['version'],
  ): Promise<PackageAtVersion> {
    const names = await this.entitlements.namesOf([version.uid]);
    return { package: stored, version, entitlements: names.get(version.uid) ?? [] };
  }
}
