import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { ChargesService, type StoredCharge } from '#modules/catalog/charges';
import type { EntitlementTag } from './domain/entitlement-tag';
import { attachedGroups, type AttachedFeatureGroup } from './domain/attached-feature-group';
import type { Package } from './domain/package';
import type { PackageEntitlement } from './domain/package-entitlement';
import type { PackageKind } from './domain/package-kind';
import { PackageLife } from './domain/package-life';
import type { PackageVersion } from './domain/package-version';
import { EntitlementTagsRepository } from './entitlement-tags.repository';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { PackageVersionsRepository } from './package-versions.repository';
import { PackagesRepository } from './packages.repository';

/** A package at the version that readers are told, with all that it entitles to. Domain: catalog L5 */
export interface PackageSnapshot {
  package: Package;
  version: PackageVersion;
  /** Its own, in display order. */
  entitlements: readonly PackageEntitlement[];
  /** In the order of a list. */
  charges: readonly StoredCharge[];
  /** Feature groups that it holds. */
  groups: readonly AttachedFeatureGroup[];
  /** Somebody works on its next version. */
  hasNextDraft: boolean;
}

/** All packages of the environment at once, for what speaks of the whole catalog. */
@Injectable()
export class PackageSnapshotsService {
  constructor(
    private readonly packages: PackagesRepository,
    private readonly versions: PackageVersionsRepository,
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly charges: ChargesService,
    private readonly tags: EntitlementTagsRepository,
  ) {}

  private async tagsOf(versionUids: readonly string[]): Promise<Map<string, EntitlementTag[]>> {
    const byVersion = new Map<string, EntitlementTag[]>(versionUids.map((uid) => [uid, []]));
    for (const tag of await this.tags.ofVersions(versionUids))
      byVersion.get(tag.packageVersionUid)?.push(tag);
    return byVersion;
  }

  /** Archived ones too, oldest first. @param hold against other writers until the end of the unit of work */
  @Within()
  async everything(kind: PackageKind, hold: boolean): Promise<PackageSnapshot[]> {
    const stored = await this.packages.of(kind).everything(hold);
    const versions = await this.versions.addressedOf(stored.map(({ uid }) => uid));
    const lives = stored.flatMap((each) => lifeOf(each, versions.get(each.uid) ?? []));
    const versionUids = lives.map(({ told }) => told.uid);
    const entitlements = await this.entitlements.ofVersions(versionUids);
    const charges = await this.charges.ofVersions(versionUids);
    const tags = await this.tagsOf(versionUids);
    return lives.map((life) => ({
      package: life.package,
      version: life.told,
      entitlements: entitlements.get(life.told.uid) ?? [],
      charges: charges.get(life.told.uid) ?? [],
      groups: attachedGroups(entitlements.get(life.told.uid) ?? [], tags.get(life.told.uid) ?? []),
      hasNextDraft: life.openDraft !== undefined && life.latestVersion !== undefined,
    }));
  }
}

/** None where the package was discarded between the two reads. */
function lifeOf(stored: Package, versions: readonly PackageVersion[]): PackageLife[] {
  if (versions.length === 0) return [];
  const draft = versions.find(({ status }) => status === 'DRAFT');
  const latest = versions.find(({ isLatest }) => isLatest);
  return [new PackageLife(stored, draft, latest)];
}
