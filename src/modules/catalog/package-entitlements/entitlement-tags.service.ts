import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import type { TakenGroup } from '#modules/catalog/feature-groups';
import { attachedGroups, type AttachedFeatureGroup } from './domain/attached-feature-group';
import { EntitlementTag } from './domain/entitlement-tag';
import { requireUntagged } from './domain/feature-group-terms';
import type { PackageEntitlement } from './domain/package-entitlement';
import { EntitlementTagsRepository } from './entitlement-tags.repository';
import { PackageEntitlementsRepository } from './package-entitlements.repository';

/** Which feature groups hold which entitlements of a version. Domain: catalog F10 */
@Injectable()
export class EntitlementTagsService {
  constructor(
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly tags: EntitlementTagsRepository,
    private readonly clock: Clock,
  ) {}

  /** In the order in which they came, each with its features in display order. */
  async groupsOf(versionUid: string): Promise<AttachedFeatureGroup[]> {
    return attachedGroups(
      await this.entitlements.ofVersion(versionUid),
      await this.tags.ofVersions([versionUid]),
    );
  }

  /** @throws EntitlementBelongsToFeatureGroupError for the first that a group holds */
  async requireUntagged(entitlements: readonly PackageEntitlement[]): Promise<void> {
    const tags = await this.tags.ofEntitlements(entitlements.map(({ uid }) => uid));
    for (const entitlement of entitlements) {
      requireUntagged(
        entitlement,
        tags.filter((tag) => tag.entitlementUid === entitlement.uid),
      );
    }
  }

  /** The group holds the entitlements of its members, and no longer those of features that have left it. */
  async hold(versionUid: string, group: TakenGroup): Promise<void> {
    const members = new Set(group.features.map(({ uid }) => uid));
    const held = await this.tagsOf(versionUid, group.uid);
    const stored = await this.entitlements.ofVersion(versionUid);
    const now = this.clock.now();
    const changes = { added: [] as EntitlementTag[], removed: [] as EntitlementTag[] };
    for (const entitlement of stored) {
      const tag = held.get(entitlement.uid);
      const isMember = entitlement.featureUid !== null && members.has(entitlement.featureUid);
      if (isMember && !tag) changes.added.push(EntitlementTag.of(entitlement, group, now));
      if (!isMember && tag) changes.removed.push(tag);
    }
    await this.tags.removeAll(changes.removed);
    await this.tags.insertAll(changes.added);
  }

  /** The group lets go of what it holds; what no other group holds leaves with it and is answered. */
  async release(versionUid: string, groupUid: string): Promise<PackageEntitlement[]> {
    const held = await this.tagsOf(versionUid, groupUid);
    await this.tags.removeAll([...held.values()]);
    const kept = new Set((await this.tags.ofVersions([versionUid])).map((tag) => tag.entitlementUid));
    const stored = await this.entitlements.ofVersion(versionUid);
    const leaving = stored.filter(({ uid }) => held.has(uid) && !kept.has(uid));
    await this.entitlements.removeAll(leaving);
    return leaving;
  }

  /** By uid of the entitlement. */
  private async tagsOf(versionUid: string, groupUid: string): Promise<Map<string, EntitlementTag>> {
    const tags = await this.tags.ofVersions([versionUid]);
    const own = tags.filter((tag) => tag.groupUid === groupUid);
    return new Map(own.map((tag) => [tag.entitlementUid, tag]));
  }
}
