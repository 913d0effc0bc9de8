import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { told } from '#libs/kernel/revision';
import { Journal } from '#libs/messaging/journal';
import type { PackageKind } from '#modules/catalog/package-versions';
import { inOrder, requireOnePackage, type PlacedEntitlement } from './domain/entitlement-order';
import type { EntitlementName } from './domain/entitlement-rules';
import { EntitlementDraftsService } from './entitlement-drafts.service';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import {
  packageEntitlementView,
  type PackageEntitlementView,
  Entitlement,
} from './package-entitlements.views';

export interface OrderRequest {
  /** The package as the body names it. */
  id?: string;
  entitlements: readonly PlacedEntitlement[];
}

/** The display order of a draft's entitlements, in one call. Domain: catalog E10, E12 */
@Injectable()
export class EntitlementOrderService {
  constructor(
    private readonly drafts: EntitlementDraftsService,
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly journal: Journal,
    private readonly clock: Clock,
  ) {}

  /**
   * Places from 1 on without gaps; answers all entitlements of the draft in their new order.
   * @throws EntityIdDifferentFromRefIdError, MissingEntityIdError, EntitlementsMustBelongToSamePackage, PlanNotFound,
   *   AddonNotFound, EntityIsArchivedError, CannotEditPackageInNonDraftMode, FeatureNotFound, CustomCurrencyNotFound,
   *   BadUserInput
   */
  @Within()
  async set(kind: PackageKind, packageId: string, asked: OrderRequest): Promise<PackageEntitlementView[]> {
    requireOnePackage(packageId, asked.id, asked.entitlements);
    const edited = await this.drafts.lockOrThrow(kind, packageId);
    const stored = await this.entitlements.ofVersion(edited.draft.uid);
    const ordered = inOrder(stored, asked.entitlements);
    const moved = ordered.filter((entitlement, index) => entitlement.order !== index + 1);
    for (const [index, entitlement] of ordered.entries()) entitlement.order = index + 1;
    await this.entitlements.saveAll(moved, this.clock.now());
    await this.drafts.touch(edited);
    const owner = edited.life.package;
    const entity = { entityType: owner.kind, entityId: owner.id } as const;
    const type = `${owner.kind.toLowerCase()}.entitlements_ordered`;
    this.journal.record({ type, ...entity, before: namesOf(stored), after: namesOf(ordered) });
    return told(ordered.map(packageEntitlementView), owner);
  }
}

const namesOf = (entitlements: readonly EntitlementName[]): { entitlements: Entitlement[] } => ({
  entitlements: entitlements.map(Entitlement.from),
});
