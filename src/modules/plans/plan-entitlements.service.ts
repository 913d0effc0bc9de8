import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/context/use-case';
import {
  PackageCatalogService,
  packageEntitlementView,
  PackageEntitlementsService,
  type EntitlementKind,
  type EntitlementPatch,
  type EntitlementPatchCredit,
  type EntitlementPatchFeature,
  type PackageEntitlementView,
  type VersionQuery,
} from '#modules/packages';
import type { CreatePlanEntitlementsBody } from './plans.inputs';

/** Entitlements of the draft of a plan. The refusals of each are told where PackageEntitlementsService makes them. */
@Injectable()
export class PlanEntitlementsService {
  constructor(
    private readonly catalog: PackageCatalogService,
    private readonly entitlements: PackageEntitlementsService,
  ) {}

  /** All or nothing, in the order of the request. @throws CannotAddOverrideEntitlementToPlan beside those of any package */
  @UseCase('createPlanEntitlements', { needs: 'plans:write' })
  async create(planId: string, body: CreatePlanEntitlementsBody): Promise<PackageEntitlementView[]> {
    return (await this.entitlements.create('PLAN', planId, body.entitlements)).map(packageEntitlementView);
  }

  /** Of the draft, else of the latest version; in display order. @throws PlanNotFound */
  @UseCase('listPlanEntitlements', { needs: 'plans:read' })
  async list(planId: string, selection: VersionQuery): Promise<PackageEntitlementView[]> {
    return (await this.catalog.entitlementsOf('PLAN', planId, selection)).map(packageEntitlementView);
  }

  @UseCase('updatePlanEntitlement', { needs: 'plans:write' })
  async update(planId: string, id: string, patch: EntitlementPatch): Promise<PackageEntitlementView> {
    const change = patch as EntitlementPatchFeature | EntitlementPatchCredit;
    return packageEntitlementView(await this.entitlements.update('PLAN', planId, id, change));
  }

  @UseCase('deletePlanEntitlement', { needs: 'plans:write' })
  async delete(planId: string, id: string, type?: EntitlementKind): Promise<PackageEntitlementView> {
    return packageEntitlementView(await this.entitlements.remove('PLAN', planId, id, type));
  }
}
