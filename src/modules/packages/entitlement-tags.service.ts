import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import type { TakenGroup } from '#modules/feature-groups';
import { EntitlementTag } from './domain/entitlement-tag';
import { heldGroups, type HeldGroup } from './domain/held-group';
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
  @Within()
  async groupsOf(versionUid: string): Promise<HeldGroup[]> {
    return heldGroups(
      await this.entitlements.ofVersion(versionUid),
      await this.tags.ofVersions([versionUid]),
    );
  }

  @Within()
  ofEntitlement({ uid }: PackageEntitlement): Promise<EntitlementTag[]> {
    return this.tags.ofEntitlement(uid);
  }

  /** The group holds the entitlements of its members, and no longer those of features that have left it. */
  @Within()
  async hold(versionUid: string, group: TakenGroup): Promise<void> {
    const members = new Set(group.features.map(({ uid }) => uid));
    const held = await this.tagsOf(versionUid, group.uid);
    const stored = await this.entitlements.ofVersion(versionUid);
    const now = this.clock.now();
    const tags: EntitlementTag[] = [];
    for (const entitlement of stored) {
      const tag = held.get(entitlement.uid);
      const isMember = entitlement.featureUid !== null && members.has(entitlement.featureUid);
      if (isMember && !tag) tags.push(EntitlementTag.of(entitlement, group, now));
      if (!isMember && tag) await this.tags.remove(tag);
    }
    await this.tags.insertAll(tags);
  }

  /** The group lets go of what it holds; what no other group holds leaves with it and is answered. */
  @Within()
  async release(versionUid: string, groupUid: string): Promise<PackageEntitlement[]> {
    const held = await this.tagsOf(versionUid, groupUid);
    for (const tag of held.values()) await this.tags.remove(tag);
    const kept = new Set((await this.tags.ofVersions([versionUid])).map((tag) => tag.entitlementUid));
    const stored = await this.entitlements.ofVersion(versionUid);
    const leaving = stored.filter(({ uid }) => held.has(uid) && !kept.has(uid));
    for (const entitlement of leaving) await this.entitlements.remove(entitlement);
    return leaving;
  }

  /** By uid of the entitlement. */
  private async tagsOf(versionUid: string, groupUid: string): Promise<Map<string, EntitlementTag>> {
    const tags = await this.tags.ofVersions([versionUid]);
    const own = tags.filter((tag) => tag.groupUid === groupUid);
    return new Map(own.map((tag) => [tag.entitlementUid, tag]));
  }
}
