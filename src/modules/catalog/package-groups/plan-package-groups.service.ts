import { one, wholeList } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { told } from '#libs/context/revision';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import type { OfferedGroup, VersionQuery } from '#modules/catalog/package-versions';
import { PackageGroupingService, type PublishedPackage } from '#modules/catalog/packages';
import type { PackageGroup } from './domain/package-group';
import { offerOf, requireOfferable, withOffer } from './domain/offers';
import type { SetPlanPackageGroupBody } from './package-groups.inputs';
import { PackageGroupsRepository } from './package-groups.repository';
import { PlanPackageGroup } from './package-groups.views';

/** What a plan offers of a group, for those who sell it. */
export interface GroupOffer {
  id: string;
  /** Different addons of the group that a subscription must have. */
  minItems: number;
  addonUids: ReadonlySet<string>;
}

/** What a plan gives away of a group, for those who bill it. */
export interface FreeGroupOffer {
  /** So many copies of its addons, all together. */
  freeItems: number;
  addonUids: ReadonlySet<string>;
}

/** A group as the draft of a plan offers it. */
interface Offer {
  planId: string;
  group: PackageGroup;
  offer: OfferedGroup;
}

/** Package groups of plans. They belong to the version, so that they are edited on the draft. Domain: catalog A6, L4 */
@Injectable()
export class PlanPackageGroupsService {
  private readonly offers: ChangeRecord<Offer>;

  constructor(
    private readonly groups: PackageGroupsRepository,
    private readonly grouping: PackageGroupingService,
    recorder: Recorder,
  ) {
    this.offers = recorder.recordOf({
      entity: 'PACKAGE_GROUP',
      noun: 'plan_package_group',
      picture: ({ offer, group }) => PlanPackageGroup.from(offer, group),
      idOf: ({ group }) => group.id,
      parentOf: ({ planId }) => planId,
    });
  }

  /**
   * Adds the group to the draft, or says anew how it goes with it: what is left out is none.
   * @throws PlanNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError, PackageGroupNotFound, BadUserInput for a
   *   group of another product or one with too few addons, FreePlanCantHaveCompatiblePackageGroupError
   */
  @UseCase('setPlanPackageGroup', {
    needs: 'plans:write',
    answers: one(PlanPackageGroup),
    summary: 'Offer a package group with the draft of a plan.',
  })
  async set(planId: string, groupId: string, body: SetPlanPackageGroupBody): Promise<PlanPackageGroup> {
    const { minItems = null, freeItems = null } = body;
    const { plan, outcome } = await this.grouping.changeOffers(planId, async (offered, owner) => {
      const group = await this.groups.getOrThrow(groupId);
      requireOfferable(group, owner, minItems);
      const offer = { uid: group.uid, id: group.id, minItems, freeItems };
      const former = offered.find(({ uid }) => uid === group.uid);
      return { groups: withOffer(offered, offer), outcome: { group, former, offer } };
    });
    const { group, former, offer } = outcome;
    this.offers.add(former ? 'updated' : 'added', former ? { planId, group, offer: former } : null, {
      planId,
      group,
      offer,
    });
    return told(PlanPackageGroup.from(offer, group), plan);
  }

  /** @throws PlanNotFound, EntityIsArchivedError, EditAllowedOnDraftPackageOnlyError, PackageGroupNotFound when the draft has none */
  @UseCase('removePlanPackageGroup', {
    needs: 'plans:write',
    answers: one(PlanPackageGroup),
    summary: 'Take a package group off the draft of a plan.',
  })
  async remove(planId: string, groupId: string): Promise<PlanPackageGroup> {
    const { plan, outcome } = await this.grouping.changeOffers(planId, async (offered) => {
      const offer = offerOf(offered, groupId, planId);
      const group = await this.groups.getOrThrow(groupId);
      const groups = offered.filter((each) => each !== offer);
      return { groups, outcome: { group, offer } };
    });
    this.offers.add('removed', { planId, ...outcome }, null);
    return told(PlanPackageGroup.from(outcome.offer, outcome.group), plan);
  }

  /** Of the draft, else of the latest version; in the order in which they were added. @throws PlanNotFound */
  @UseCase('listPlanPackageGroups', {
    needs: 'plans:read',
    opens: 'PUBLIC',
    answers: wholeList(PlanPackageGroup),
    summary: 'List the package groups of a plan.',
  })
  async list(planId: string, selection: VersionQuery): Promise<PlanPackageGroup[]> {
    return this.show(await this.grouping.offersOf(planId, selection));
  }

  /** What goes with this plan through groups, and how much of it has to. */
  @Within()
  async offersOf({ packageGroups }: PublishedPackage): Promise<GroupOffer[]> {
    if (packageGroups.length === 0) return [];
    const groups = await this.groups.findByUids(packageGroups.map(({ uid }) => uid));
    return packageGroups.flatMap(({ uid, id, minItems }) => {
      const group = groups.get(uid);
      const addonUids = new Set(group?.addons.map((addon) => addon.uid));
      return group ? [{ id, minItems: minItems ?? 0, addonUids }] : [];
    });
  }

  /** What this version of a plan gives away: its offers, and the members of the groups as they are now. */
  @Within()
  async freeOffersOf(planVersionUid: string): Promise<FreeGroupOffer[]> {
    const offered = await this.grouping.offeredBy(planVersionUid);
    const given = offered.flatMap(({ uid, freeItems }) => (freeItems ? [{ uid, freeItems }] : []));
    if (given.length === 0) return [];
    const groups = await this.groups.findByUids(given.map(({ uid }) => uid));
    return given.map(({ uid, freeItems }) => ({
      freeItems,
      addonUids: new Set(groups.get(uid)?.addons.map((addon) => addon.uid)),
    }));
  }

  private async show(offered: readonly OfferedGroup[]): Promise<PlanPackageGroup[]> {
    const groups = await this.groups.findByUids(offered.map(({ uid }) => uid));
    return offered.flatMap((offer) => {
      const group = groups.get(offer.uid);
      return group ? [PlanPackageGroup.from(offer, group)] : [];
    });
  }
}
