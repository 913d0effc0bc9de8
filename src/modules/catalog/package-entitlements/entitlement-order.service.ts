import { Injectable } from '@nestjs/common';
import { told } from '#libs/context/revision';
import { Clock } from '#libs/kernel/clock';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { Within } from '#libs/use-cases/use-case';
import { type PackageKind, PackageLivesService } from '#modules/catalog/package-versions';
import { inOrder, requireOnePackage, type PlacedEntitlement } from './domain/entitlement-order';
import type { EntitlementName } from './domain/entitlement-rules';
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

interface Order {
  owner: { kind: PackageKind; id: string };
  entitlements: readonly EntitlementName[];
}

/** The display order of a draft's entitlements, in one call. Domain: catalog E10, E12 */
@Injectable()
export class EntitlementOrderService {
  private readonly record: ChangeRecord<Order>;

  constructor(
    private readonly lives: PackageLivesService,
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf({
      entity: ({ owner }) => owner.kind,
      noun: ({ owner }) => owner.kind.toLowerCase(),
      picture: ({ entitlements }) => ({ entitlements: entitlements.map(Entitlement.from) }),
      idOf: ({ owner }) => owner.id,
    });
  }

  /**
   * Places from 1 on without gaps; answers all entitlements of the draft in their new order.
   * @throws EntityIdDifferentFromRefIdError, MissingEntityIdError, EntitlementsMustBelongToSamePackage, PlanNotFound,
   *   AddonNotFound, EntityIsArchivedError, CannotEditPackageInNonDraftMode, FeatureNotFound, CustomCurrencyNotFound,
   *   BadUserInput
   */
  @Within()
  async set(kind: PackageKind, packageId: string, asked: OrderRequest): Promise<PackageEntitlementView[]> {
    requireOnePackage(packageId, asked.id, asked.entitlements);
    const edited = await this.lives.lockDraft(kind, packageId);
    const stored = await this.entitlements.ofVersion(edited.draft.uid);
    const ordered = inOrder(stored, asked.entitlements);
    const moved = ordered.filter((entitlement, index) => entitlement.order !== index + 1);
    for (const [index, entitlement] of ordered.entries()) entitlement.order = index + 1;
    const owner = edited.life.package;
    if (moved.length > 0) {
      await this.entitlements.saveAll(moved, this.clock.now());
      await this.lives.saveVersions(edited.life, edited.draft);
      const of = (entitlements: readonly EntitlementName[]) => ({ owner, entitlements });
      this.record.add('entitlements_ordered', of(stored), of(ordered));
    }
    return told(ordered.map(packageEntitlementView), owner);
  }
}
