import { Injectable } from '@nestjs/common';
import { list, one, wholeList } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { wordsOf, type PackageKind, type VersionQuery } from '#modules/catalog/package-versions';
import type { EntitlementKind } from './domain/entitlement-request';
import type { OrderEntitlementsBody } from './entitlement-order.inputs';
import { EntitlementOrderService } from './entitlement-order.service';
import type {
  CreateEntitlementsBody,
  EntitlementPatch,
  EntitlementPatchCredit,
  EntitlementPatchFeature,
} from './package-entitlements.inputs';
import { PackageEntitlementsService } from './package-entitlements.service';
import {
  packageEntitlementView,
  packageEntitlementViews,
  type PackageEntitlementView,
} from './package-entitlements.views';
import { VersionEntitlementsService } from './version-entitlements.service';

const views = Object.values(packageEntitlementViews);

/** The operations on the entitlements of plans, or of addons. Their refusals are told where PackageEntitlementsService makes them. */
export function EntitlementsOf(kind: PackageKind) {
  const { noun, plural, a } = wordsOf[kind];
  const [reads, writes] = [`${plural}:read`, `${plural}:write`] as const;

  @Injectable()
  class EntitlementsOfKind {
    constructor(
      readonly stored: VersionEntitlementsService,
      readonly entitlements: PackageEntitlementsService,
      readonly orders: EntitlementOrderService,
    ) {}

    /** All or nothing, in the order of the request. */
    @UseCase(`create${noun}Entitlements`, {
      needs: writes,
      answers: list(...views),
      summary: `Create entitlements on the draft of ${a}, all or none.`,
    })
    async create(packageId: string, body: CreateEntitlementsBody): Promise<PackageEntitlementView[]> {
      return (await this.entitlements.edit(kind, packageId, { added: body.entitlements })).added;
    }

    /** Of the draft, else of the latest version; in display order. @throws PlanNotFound, AddonNotFound */
    @UseCase(`list${noun}Entitlements`, {
      needs: reads,
      opens: 'PUBLIC',
      answers: wholeList(...views),
      summary: `List the entitlements of ${a} in display order.`,
    })
    async list(packageId: string, selection: VersionQuery): Promise<PackageEntitlementView[]> {
      return (await this.stored.edited(kind, packageId, selection)).map(packageEntitlementView);
    }

    /** Those named first, the others after them; answers all. */
    @UseCase(`order${noun}Entitlements`, {
      needs: writes,
      answers: list(...views),
      summary: `Put the entitlements on the draft of ${a} in order.`,
    })
    async order(packageId: string, body: OrderEntitlementsBody): Promise<PackageEntitlementView[]> {
      return this.orders.set(kind, packageId, body);
    }

    @UseCase(`update${noun}Entitlement`, {
      needs: writes,
      answers: one(...views),
      summary: `Change an entitlement on the draft of ${a}.`,
    })
    async update(packageId: string, id: string, patch: EntitlementPatch): Promise<PackageEntitlementView> {
      const change = patch as EntitlementPatchFeature | EntitlementPatchCredit;
      const { changed } = await this.entitlements.edit(kind, packageId, { changed: [{ ...change, id }] });
      return changed[0] as PackageEntitlementView;
    }

    @UseCase(`delete${noun}Entitlement`, {
      needs: writes,
      answers: one(...views),
      summary: `Delete an entitlement from the draft of ${a}.`,
    })
    async delete(packageId: string, id: string, type?: EntitlementKind): Promise<PackageEntitlementView> {
      const { removed } = await this.entitlements.edit(kind, packageId, { removed: [{ id, type }] });
      return removed[0] as PackageEntitlementView;
    }
  }
  return EntitlementsOfKind;
}

export type EntitlementsOfKind = InstanceType<ReturnType<typeof EntitlementsOf>>;
