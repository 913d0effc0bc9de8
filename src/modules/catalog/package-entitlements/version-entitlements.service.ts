import { Injectable } from '@nestjs/common';
import { Remembered } from '#libs/context/remembered';
import { Clock } from '#libs/kernel/clock';
import { grouped } from '#libs/kernel/grouped';
import { Within } from '#libs/use-cases/use-case';
import { PackageStructureService } from '#modules/catalog/package-structure';
import {
  PackageSelectionService,
  type PackageKind,
  type VersionSelection,
} from '#modules/catalog/package-versions';
import { attachedGroups, type AttachedFeatureGroup } from './domain/attached-feature-group';
import type { EntitlementName } from './domain/entitlement-rules';
import type { PackageEntitlement } from './domain/package-entitlement';
import { EntitlementTagsRepository } from './entitlement-tags.repository';
import { PackageEntitlementsRepository } from './package-entitlements.repository';

/** Entitlements of any versions, however old. */
@Injectable()
export class VersionEntitlementsService {
  constructor(
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly tags: EntitlementTagsRepository,
    private readonly packages: PackageSelectionService,
    private readonly structures: PackageStructureService,
    private readonly clock: Clock,
  ) {}

  /** By version, each in display order. */
  @Within()
  @Remembered()
  ofVersions(versionUids: readonly string[]): Promise<Map<string, PackageEntitlement[]>> {
    return this.entitlements.ofVersions(versionUids);
  }

  /** Of the editor's view: the draft, else the latest version, or the selected one. @throws PlanNotFound, AddonNotFound */
  @Within()
  async edited(kind: PackageKind, id: string, selection: VersionSelection): Promise<PackageEntitlement[]> {
    const { version } = await this.packages.edited(kind, id, selection);
    return this.entitlements.ofVersion(version.uid);
  }

  /** By version, each in display order: what names them, without their values. */
  @Within()
  namesOf(versionUids: readonly string[]): Promise<Map<string, EntitlementName[]>> {
    return this.entitlements.namesOf(versionUids);
  }

  /** The feature groups of versions, by version. @param entitlements theirs, in display order */
  @Within()
  async groupsOf(
    entitlements: ReadonlyMap<string, readonly PackageEntitlement[]>,
  ): Promise<Map<string, AttachedFeatureGroup[]>> {
    const found = await this.tags.ofVersions([...entitlements.keys()]);
    const tags = grouped(found, ({ packageVersionUid }) => packageVersionUid);
    return new Map([...entitlements].map(([uid, its]) => [uid, attachedGroups(its, tags.get(uid) ?? [])]));
  }

  /** What the live versions of a parent and its ancestors entitle, nearest first. Domain: catalog I2 */
  @Within()
  async inheritedFrom(parentPlanUid: string | null): Promise<PackageEntitlement[][]> {
    if (parentPlanUid === null) return [];
    const uids = await this.structures.chainTo(parentPlanUid);
    const latest = await this.packages.latestOf(uids);
    const versionUids = uids.flatMap((uid) => latest.get(uid)?.uid ?? []);
    const byVersion = await this.entitlements.ofVersions(versionUids);
    return versionUids.map((uid) => byVersion.get(uid) ?? []).reverse();
  }

  /** With their feature groups. @param targets uid of the version that gets the copy, by uid of the version that is copied */
  @Within()
  async copyAll(targets: ReadonlyMap<string, string>): Promise<void> {
    const now = this.clock.now();
    const byVersion = await this.entitlements.ofVersions([...targets.keys()]);
    // By uid of the original.
    const copies = new Map<string, PackageEntitlement>();
    for (const [from, to] of targets) {
      for (const original of byVersion.get(from) ?? []) copies.set(original.uid, original.copyTo(to, now));
    }
    await this.entitlements.insertAll([...copies.values()]);
    const tags = await this.tags.ofVersions([...targets.keys()]);
    await this.tags.insertAll(
      tags.flatMap((tag) => {
        const entitlement = copies.get(tag.entitlementUid);
        return entitlement ? [tag.copyTo(entitlement, now)] : [];
      }),
    );
  }

  /** Versions that grant the feature itself. */
  @Within()
  granting(featureUid: string): Promise<string[]> {
    return this.entitlements.versionsGranting(featureUid);
  }

  /** Versions that grant the feature, or credits that depend on it. */
  @Within()
  ofFeature(featureUid: string): Promise<string[]> {
    return this.entitlements.versionsOfFeature(featureUid);
  }

  /** Versions that grant credits of the currency. */
  @Within()
  ofCurrency(currencyUid: string): Promise<string[]> {
    return this.entitlements.versionsOfCurrency(currencyUid);
  }
}
