import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { told } from '#libs/kernel/revision';
import { Journal } from '#libs/messaging/journal';
import { FeatureGroupsService } from '#modules/catalog/feature-groups';
import {
  type Package,
  type PackageKind,
  PackageSelectionService,
  type VersionSelection,
} from '#modules/catalog/package-versions';
import { requireAttached } from './domain/attached-feature-group';
import type { NewEntitlement } from './domain/new-entitlement';
import { EntitlementDraftsService } from './entitlement-drafts.service';
import { EntitlementJournal } from './entitlement-journal.service';
import { EntitlementTagsService } from './entitlement-tags.service';
import { NewEntitlementsService } from './new-entitlements.service';
import { PackageFeatureGroup } from './package-feature-groups.views';

/** Feature groups on the draft: whole sets of entitlements that come and go together. Domain: catalog F10 */
@Injectable()
export class PackageFeatureGroupsService {
  constructor(
    private readonly drafts: EntitlementDraftsService,
    private readonly additions: NewEntitlementsService,
    private readonly tags: EntitlementTagsService,
    private readonly groups: FeatureGroupsService,
    private readonly packages: PackageSelectionService,
    private readonly entitlementJournal: EntitlementJournal,
    private readonly journal: Journal,
  ) {}

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
    const edited = await this.drafts.lockOrThrow(kind, packageId);
    const { life, draft } = edited;
    const group = await this.groups.usable(groupId);
    const before = (await this.tags.groupsOf(draft.uid)).find(({ uid }) => uid === group.uid);
    const added = await this.additions.add(edited, requests, group);
    await this.tags.hold(draft.uid, group);
    await this.drafts.touch(edited);
    for (const each of added) this.entitlementJournal.created(life.package, each);
    const after = requireAttached(await this.tags.groupsOf(draft.uid), group.id);
    return this.tell(
      life.package,
      before && PackageFeatureGroup.from(before),
      PackageFeatureGroup.from(after),
    );
  }

  /**
   * With the entitlements that no other group holds.
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, CannotEditPackageInNonDraftMode, FeatureGroupNotFoundError
   */
  @Within()
  async remove(kind: PackageKind, packageId: string, groupId: string): Promise<PackageFeatureGroup> {
    const edited = await this.drafts.lockOrThrow(kind, packageId);
    const { life, draft } = edited;
    const held = requireAttached(await this.tags.groupsOf(draft.uid), groupId);
    const left = await this.tags.release(draft.uid, held.uid);
    await this.drafts.touch(edited);
    for (const each of left) this.entitlementJournal.deleted(life.package, each);
    return this.tell(life.package, PackageFeatureGroup.from(held), undefined);
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
    before: PackageFeatureGroup | undefined,
    after: PackageFeatureGroup | undefined,
  ): PackageFeatureGroup {
    const view = (after ?? before) as PackageFeatureGroup;
    const verb = after === undefined ? 'removed' : before === undefined ? 'added' : 'updated';
    const type = `${owner.kind.toLowerCase()}_feature_group.${verb}`;
    const entity = { entityType: 'FEATURE_GROUP', entityId: view.id, parentId: owner.id } as const;
    this.journal.record({ type, ...entity, before: before ?? null, after: after ?? null });
    return told(view, owner);
  }
}
