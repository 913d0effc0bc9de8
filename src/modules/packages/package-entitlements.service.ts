import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import type { CreditRequest, EntitlementKind, FeatureRequest } from './domain/entitlement-request';
import { requireBehavior } from './domain/entitlement-rules';
import { requireUntagged } from './domain/feature-group-terms';
import { unknownEntitlement, type NewEntitlement } from './domain/new-entitlement';
import type { PackageKind } from './domain/package-kind';
import { EntitlementDraftsService } from './entitlement-drafts.service';
import { EntitlementJournal } from './entitlement-journal.service';
import { EntitlementTagsService } from './entitlement-tags.service';
import { EntitlementTargetsService } from './entitlement-targets.service';
import { NewEntitlementsService } from './new-entitlements.service';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { packageEntitlementView, type PackageEntitlementView } from './package-entitlements.views';

/** What a PATCH says; the kind tells a feature and a currency of one id apart. Domain: catalog E3 */
export type EntitlementChange = ({ type: 'FEATURE' } & FeatureRequest) | ({ type: 'CREDIT' } & CreditRequest);

/** Entitlements of the draft. Refusals come in the order of catalog E14. */
@Injectable()
export class PackageEntitlementsService {
  constructor(
    private readonly drafts: EntitlementDraftsService,
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly tags: EntitlementTagsService,
    private readonly targets: EntitlementTargetsService,
    private readonly additions: NewEntitlementsService,
    private readonly journal: EntitlementJournal,
    private readonly clock: Clock,
  ) {}

  /**
   * All or nothing, answered in the order of the request. Domain: catalog E2
   * @throws PlanNotFound, AddonNotFound, EntityIsArchivedError, CannotEditPackageInNonDraftMode and what
   *   `NewEntitlementsService.add` throws
   */
  @Within()
  async create(
    kind: PackageKind,
    packageId: string,
    requests: readonly NewEntitlement[],
  ): Promise<PackageEntitlementView[]> {
    const edited = await this.drafts.lockOrThrow(kind, packageId);
    const added = await this.additions.add(edited, requests);
    await this.drafts.touch(edited);
    return added.map((each) => this.journal.created(edited.life.package, each));
  }

  /**
   * Absent leaves what is stored; the merged record obeys the rules of a new one. Domain: catalog E3
   * @throws as `create`; FeatureNotFound, CustomCurrencyNotFound for an entitlement that the draft does not have
   */
  @Within()
  async update(
    kind: PackageKind,
    packageId: string,
    refId: string,
    change: EntitlementChange,
  ): Promise<PackageEntitlementView> {
    const edited = await this.drafts.lockOrThrow(kind, packageId);
    const entitlement = await this.entitlements.find(edited.draft.uid, change.type, refId);
    if (!entitlement) throw unknownEntitlement(change.type, refId);
    const before = packageEntitlementView(entitlement);
    if (change.type === 'FEATURE') {
      const { features } = await this.targets.of([entitlement]);
      const feature = features.get(entitlement.featureUid ?? '');
      if (!feature) throw unknownEntitlement('FEATURE', refId);
      requireBehavior(kind, change.behavior);
      entitlement.changeFeature(change, feature);
    } else {
      const dependency = await this.targets.dependency(change);
      requireBehavior(kind, change.behavior);
      entitlement.changeCredit(change, dependency);
    }
    await this.entitlements.save(entitlement, this.clock.now());
    await this.drafts.touch(edited);
    return this.journal.updated(edited.life.package, entitlement, before);
  }

  /**
   * @param type a FEATURE, or else a CREDIT, when left out
   * @throws as `create`; FeatureNotFound, CustomCurrencyNotFound for an entitlement that the draft does not have;
   *   EntitlementBelongsToFeatureGroupError
   */
  @Within()
  async remove(
    kind: PackageKind,
    packageId: string,
    refId: string,
    type: EntitlementKind | undefined,
  ): Promise<PackageEntitlementView> {
    const edited = await this.drafts.lockOrThrow(kind, packageId);
    const types: EntitlementKind[] = type ? [type] : ['FEATURE', 'CREDIT'];
    for (const each of types) {
      const entitlement = await this.entitlements.find(edited.draft.uid, each, refId);
      if (!entitlement) continue;
      requireUntagged(entitlement, await this.tags.ofEntitlement(entitlement));
      await this.entitlements.remove(entitlement);
      await this.drafts.touch(edited);
      return this.journal.deleted(edited.life.package, entitlement);
    }
    throw unknownEntitlement(types[0] as EntitlementKind, refId);
  }
}
