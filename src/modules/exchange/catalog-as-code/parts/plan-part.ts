import { Injectable } from '@nestjs/common';
import { canonicalJson } from '#libs/kernel/canonical-json';
import { PlanPackageGroupsService } from '#modules/catalog/package-groups';
import {
  PackageEntitlementsService,
  PackageFeatureGroupsService,
  VersionEntitlementsService,
} from '#modules/catalog/package-entitlements';
import { PackageSnapshotsService, type PackageSnapshot } from '#modules/catalog/packages';
import { PlansService } from '#modules/catalog/plans';
import { planForm, type OfferDocument, type PlanDocument } from '../domain/plan-form';
import type { Step } from './catalog-part';
import { PackagePart } from './package-part';

@Injectable()
export class PlanPart extends PackagePart<PlanDocument> {
  readonly form = planForm;
  protected readonly packageKind = 'PLAN';
  protected readonly links = { parentPlanId: null, compatibleAddonIds: null, defaultTrialConfig: null };

  constructor(
    snapshots: PackageSnapshotsService,
    versions: VersionEntitlementsService,
    packages: PlansService,
    entitlements: PackageEntitlementsService,
    featureGroups: PackageFeatureGroupsService,
    private readonly offers: PlanPackageGroupsService,
  ) {
    super({ snapshots, versions, packages, entitlements, featureGroups });
  }

  protected linksOf({ version }: PackageSnapshot): Partial<PlanDocument> {
    const compatibleAddonIds = version.compatibleAddons?.map(({ id }) => id);
    const { parentPlanId, defaultTrialConfig: trial, packageGroups } = version;
    const budget = trial?.budget && { ...trial.budget, limit: Number(trial.budget.limit) };
    const defaultTrialConfig = trial && { ...trial, budget };
    return {
      parentPlanId,
      compatibleAddonIds,
      defaultTrialConfig,
      packageGroups: packageGroups ?? undefined,
    };
  }

  /** A plan that becomes FREE lets go of its package groups first. Domain: catalog A6 */
  protected override setsBefore(before: PlanDocument | undefined, after: PlanDocument): Step[] {
    const kept = new Set(after.packageGroups?.map(({ id }) => id));
    const gone = (before?.packageGroups ?? []).filter(({ id }) => !kept.has(id));
    return gone.map((offer) => () => this.offers.remove(after.id, offer.id));
  }

  protected override setsAfter(before: PlanDocument | undefined, after: PlanDocument): Step[] {
    const known = new Map(before?.packageGroups?.map((offer) => [offer.id, canonicalJson(offer)]));
    const isNew = (offer: OfferDocument): boolean => known.get(offer.id) !== canonicalJson(offer);
    return (after.packageGroups ?? [])
      .filter(isNew)
      .map((offer) => () => this.offers.set(after.id, offer.id, offer));
  }
}
