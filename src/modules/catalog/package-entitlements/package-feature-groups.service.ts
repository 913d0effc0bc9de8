import { Injectable } from '@nestjs/common';
import { told } from '#libs/context/revision';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { Within } from '#libs/use-cases/use-case';
import { FeatureGroupsService } from '#modules/catalog/feature-groups';
import {
  type Package,
  type PackageKind,
  PackageSelectionService,
  type VersionSelection,
  PackageLivesService,
} from '#modules/catalog/package-versions';
import { requireAttached, type AttachedFeatureGroup } from './domain/attached-feature-group';
import type { NewEntitlement } from './domain/new-entitlement';
import { EntitlementTagsService } from './entitlement-tags.service';
import { NewEntitlementsService } from './new-entitlements.service';
import { toldAsEntitlement, type OwnedEntitlement } from './package-entitlements.service';
import { PackageFeatureGroup } from './package-feature-groups.views';

interface OwnedGroup {
  owner: { kind: PackageKind; id: string };
  group: AttachedFeatureGroup;
}

/** Feature groups on the draft: whole sets of entitlements that come and go together. Domain: catalog F10 */
@Injectable()
export class PackageFeatureGroupsService {
  private readonly entitlementRecord: ChangeRecord<OwnedEntitlement>;
  private readonly record: ChangeRecord<OwnedGroup>;

  constructor(
    private readonly lives: PackageLivesService,
    private readonly additions: NewEntitlementsService,
    private readonly tags: EntitlementTagsService,
    private readonly groups: FeatureGroupsService,
    private readonly packages: PackageSelectionService,
    recorder: Recorder,
  ) {
    this.entitlementRecord = recorder.recordOf(toldAsEntitlement);
    this.record = recorder.recordOf({
      entity: 'FEATURE_GROUP',
      noun: ({ owner }) => `${owner.kind.toLowerCase()}_feature_group`,
      picture: ({ group }) => PackageFeatureGroup.from(group),
      idOf: ({ group }) => group.id,
      parentOf: ({ owner }) => owner.id,
    });
  }

  /**
   * The draft takes the group as it is now: the entitlements of the request are made, those of members that it has already
   * are held too. Sent again after the group has changed, it follows the group.
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, CannotEditPackageInNonDraftMode, FeatureGroupNotFoundError and
   *   what `NewEntitlementsService.add` throws
   */
  @Within()
  async set(
    kind: PackageKind,
    packageId: string,
    groupId: string,
    requests: readonly NewEntitlement[],
  ): Promise<PackageFeatureGroup> {
    const edited = await this.lives.lockDraft(kind, packageId);
    const { life, draft } = edited;
    const group = await this.groups.usable(groupId);
    const before = (await this.tags.groupsOf(draft.uid)).find(({ uid }) => uid === group.uid);
    const added = await this.additions.add(edited, requests, group);
    await this.tags.hold(draft.uid, group);
    await this.lives.saveVersions(edited.life, edited.draft);
    for (const entitlement of added)
      this.entitlementRecord.add('created', null, { owner: life.package, entitlement });
    const after = requireAttached(await this.tags.groupsOf(draft.uid), group.id);
    return this.tell(life.package, before, after);
  }

  /**
   * With the entitlements that no other group holds.
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, CannotEditPackageInNonDraftMode, FeatureGroupNotFoundError
   */
  @Within()
  async remove(kind: PackageKind, packageId: string, groupId: string): Promise<PackageFeatureGroup> {
    const edited = await this.lives.lockDraft(kind, packageId);
    const { life, draft } = edited;
    const held = requireAttached(await this.tags.groupsOf(draft.uid), groupId);
    const left = await this.tags.release(draft.uid, held.uid);
    await this.lives.saveVersions(edited.life, edited.draft);
    for (const entitlement of left)
      this.entitlementRecord.add('deleted', { owner: life.package, entitlement }, null);
    return this.tell(life.package, held, undefined);
  }

  /** Of the draft, else of the latest version, or of the selected one. @throws PlanNotFound, AddonNotFound */
  @Within()
  async list(
    kind: PackageKind,
    packageId: string,
    selection: VersionSelection,
  ): Promise<PackageFeatureGroup[]> {
    const { version } = await this.packages.edited(kind, packageId, selection);
    return (await this.tags.groupsOf(version.uid)).map(PackageFeatureGroup.from);
  }

  private tell(
    owner: Package,
    before: AttachedFeatureGroup | undefined,
    after: AttachedFeatureGroup | undefined,
  ): PackageFeatureGroup {
    const of = (group: AttachedFeatureGroup | undefined) => (group ? { owner, group } : null);
    this.record.add(after ? (before ? 'updated' : 'added') : 'removed', of(before), of(after));
    return told(PackageFeatureGroup.from((after ?? before) as AttachedFeatureGroup), owner);
  }
}
