import { list, wholeList, one } from '#libs/context/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/context/use-case';
import {
  packageEntitlementViews,
  EntitlementOrderService,
  PackageCatalogService,
  packageEntitlementView,
  PackageEntitlementsService,
  type EntitlementKind,
  type EntitlementPatch,
  type EntitlementPatchCredit,
  type EntitlementPatchFeature,
  type PackageEntitlementView,
  type VersionQuery,
} from '#modules/catalog/packages';
import type { CreatePlanEntitlementsBody, OrderPlanEntitlementsBody } from './plans.inputs';

const views = Object.values(packageEntitlementViews);

/** Entitlements of the draft of a plan. The refusals of each are told where PackageEntitlementsService makes them. */
@Injectable()
export class PlanEntitlementsService {
  constructor(
    private readonly catalog: PackageCatalogService,
    private readonly entitlements: PackageEntitlementsService,
    private readonly orders: EntitlementOrderService,
  ) {}

  /** All or nothing, in the order of the request. @throws CannotAddOverrideEntitlementToPlan beside those of any package */
  @UseCase('createPlanEntitlements', {
    needs: 'plans:write',
    answers: list(...views),
    summary: 'Create entitlements on the draft of a plan, all or none.',
  })
  async create(planId: string, body: CreatePlanEntitlementsBody): Promise<PackageEntitlementView[]> {
    return this.entitlements.create('PLAN', planId, body.entitlements);
  }

  /** Of the draft, else of the latest version; in display order. @throws PlanNotFound */
  @UseCase('listPlanEntitlements', {
    needs: 'plans:read',
    answers: wholeList(...views),
    summary: 'List the entitlements of a plan in display order.',
  })
  async list(planId: string, selection: VersionQuery): Promise<PackageEntitlementView[]> {
    return (await this.catalog.entitlementsOf('PLAN', planId, selection)).map(packageEntitlementView);
  }

  /** Those named first, the others after them; answers all. */
  @UseCase('orderPlanEntitlements', {
    needs: 'plans:write',
    answers: list(...views),
    summary: 'Put the entitlements on the draft of a plan in order.',
  })
  async order(planId: string, body: OrderPlanEntitlementsBody): Promise<PackageEntitlementView[]> {
    return this.orders.set('PLAN', planId, body);
  }

  @UseCase('updatePlanEntitlement', {
    needs: 'plans:write',
    answers: one(...views),
    summary: 'Change an entitlement on the draft of a plan.',
  })
  async update(planId: string, id: string, patch: EntitlementPatch): Promise<PackageEntitlementView> {
    const change = patch as EntitlementPatchFeature | EntitlementPatchCredit;
    return this.entitlements.update('PLAN', planId, id, change);
  }

  @UseCase('deletePlanEntitlement', {
    needs: 'plans:write',
    answers: one(...views),
    summary: 'Delete an entitlement from the draft of a plan.',
  })
  async delete(planId: string, id: string, type?: EntitlementKind): Promise<PackageEntitlementView> {
    return this.entitlements.remove('PLAN', planId, id, type);
  }
}
