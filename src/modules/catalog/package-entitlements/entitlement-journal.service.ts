import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { told } from '#libs/kernel/revision';
import { Journal } from '#libs/messaging/journal';
import type { Package } from '#modules/catalog/package-versions';
import type { PackageEntitlement } from './domain/package-entitlement';
import { packageEntitlementView, type PackageEntitlementView } from './package-entitlements.views';

/** What became of entitlements, in the activity log. The receivers of events know packages only. Domain: access-and-events W6, W8 */
@Injectable()
export class EntitlementJournal {
  constructor(private readonly journal: Journal) {}

  @Within()
  created(owner: Package, entitlement: PackageEntitlement): PackageEntitlementView {
    const view = packageEntitlementView(entitlement);
    return this.tell('created', owner, { before: null, after: view }, view);
  }

  @Within()
  updated(
    owner: Package,
    entitlement: PackageEntitlement,
    before: PackageEntitlementView,
  ): PackageEntitlementView {
    const view = packageEntitlementView(entitlement);
    return this.tell('updated', owner, { before, after: view }, view);
  }

  @Within()
  deleted(owner: Package, entitlement: PackageEntitlement): PackageEntitlementView {
    const view = packageEntitlementView(entitlement);
    return this.tell('deleted', owner, { before: view, after: null }, view);
  }

  private tell(
    verb: string,
    owner: Package,
    states: { before: PackageEntitlementView | null; after: PackageEntitlementView | null },
    view: PackageEntitlementView,
  ): PackageEntitlementView {
    const type = `${owner.kind.toLowerCase()}_entitlement.${verb}`;
    const entity = { entityType: 'ENTITLEMENT', entityId: view.id, parentId: owner.id } as const;
    this.journal.record({ type, ...entity, ...states });
    return told(view, owner);
  }
}
