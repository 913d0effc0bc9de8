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
import type { CreateAddonEntitlementsBody, OrderAddonEntitlementsBody } from './addons.inputs';

const views = Object.values(packageEntitlementViews);

/** Entitlements of the draft of an addon. The refusals of each are told where PackageEntitlementsService makes them. */
@Injectable()
export class AddonEntitlementsService {
  constructor(
    private readonly catalog: PackageCatalogService,
    private readonly entitlements: PackageEntitlementsService,
    private readonly orders: EntitlementOrderService,
  ) {}

  /** All or nothing, in the order of the request. */
  @UseCase('createAddonEntitlements', {
    needs: 'addons:write',
    answers: list(...views),
    summary: 'Create entitlements on the draft of an addon, all or none.',
  })
  async create(addonId: string, body: CreateAddonEntitlementsBody): Promise<PackageEntitlementView[]> {
    return this.entitlements.create('ADDON', addonId, body.entitlements);
  }

  /** Of the draft, else of the latest version; in display order. @throws AddonNotFound */
  @UseCase('listAddonEntitlements', {
    needs: 'addons:read',
    answers: wholeList(...views),
    summary: 'List the entitlements of an addon in display order.',
  })
  async list(addonId: string, selection: VersionQuery): Promise<PackageEntitlementView[]> {
    return (await this.catalog.entitlementsOf('ADDON', addonId, selection)).map(packageEntitlementView);
  }

  /** Those named first, the others after them; answers all. */
  @UseCase('orderAddonEntitlements', {
    needs: 'addons:write',
    answers: list(...views),
    summary: 'Put the entitlements on the draft of an addon in order.',
  })
  async order(addonId: string, body: OrderAddonEntitlementsBody): Promise<PackageEntitlementView[]> {
    return this.orders.set('ADDON', addonId, body);
  }

  @UseCase('updateAddonEntitlement', {
    needs: 'addons:write',
    answers: one(...views),
    summary: 'Change an entitlement on the draft of an addon.',
  })
  async update(addonId: string, id: string, patch: EntitlementPatch): Promise<PackageEntitlementView> {
    const change = patch as EntitlementPatchFeature | EntitlementPatchCredit;
    return this.entitlements.update('ADDON', addonId, id, change);
  }

  @UseCase('deleteAddonEntitlement', {
    needs: 'addons:write',
    answers: one(...views),
    summary: 'Delete an entitlement from the draft of an addon.',
  })
  async delete(addonId: string, id: string, type?: EntitlementKind): Promise<PackageEntitlementView> {
    return this.entitlements.remove('ADDON', addonId, id, type);
  }
}
