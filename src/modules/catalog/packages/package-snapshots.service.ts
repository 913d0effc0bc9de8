import { Injectable } from '@nestjs/common';
import { Within } from '#libs/use-cases/use-case';
import { ChargesService, type StoredCharge } from '#modules/catalog/charges';
import {
  type AttachedFeatureGroup,
  type StoredEntitlement as PackageEntitlement,
  VersionEntitlementsService,
} from '#modules/catalog/package-entitlements';
import {
  type PackageKind,
  PackageLivesService,
  type SelectedVersion,
} from '#modules/catalog/package-versions';

/** A package at the version that readers are told, with all that it entitles to. Domain: catalog L5 */
export interface PackageSnapshot extends SelectedVersion {
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
    private readonly lives: PackageLivesService,
    private readonly entitlements: VersionEntitlementsService,
    private readonly charges: ChargesService,
  ) {}

  /** Archived ones too, oldest first. @param hold against other writers until the end of the unit of work */
  @Within()
  async everything(kind: PackageKind, hold: boolean): Promise<PackageSnapshot[]> {
    const lives = await this.lives.everything(kind, hold);
    const versionUids = lives.map(({ told }) => told.uid);
    const entitlements = await this.entitlements.ofVersions(versionUids);
    const charges = await this.charges.ofVersions(versionUids);
    const groups = await this.entitlements.groupsOf(entitlements);
    return lives.map((life) => ({
      package: life.package,
      version: life.told,
      entitlements: entitlements.get(life.told.uid) ?? [],
      charges: charges.get(life.told.uid) ?? [],
      groups: groups.get(life.told.uid) ?? [],
      hasNextDraft: life.openDraft !== undefined && life.latestVersion !== undefined,
    }));
  }
}
