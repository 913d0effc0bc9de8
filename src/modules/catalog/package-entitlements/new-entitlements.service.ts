import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import type { EditedDraft } from '#modules/catalog/package-versions';
import { displayOrders, requireDistinct, requireRoomForEntitlements } from './domain/entitlement-rules';
import { requireMembers } from './domain/feature-group-terms';
import { newEntitlement, type NewEntitlement } from './domain/new-entitlement';
import type { PackageEntitlement } from './domain/package-entitlement';
import { EntitlementTargetsService } from './entitlement-targets.service';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import type { TakenGroup } from '#modules/catalog/feature-groups';

/** Entitlements that a request brings to a draft: looked up, held against the rules in the order of catalog E14. */
@Injectable()
export class NewEntitlementsService {
  constructor(
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly targets: EntitlementTargetsService,
    private readonly clock: Clock,
  ) {}

  /** Stores them. @param group the feature group that brings them @throws what `decide` throws */
  async add(
    edited: EditedDraft,
    requests: readonly NewEntitlement[],
    group: TakenGroup,
  ): Promise<PackageEntitlement[]> {
    const stored = await this.entitlements.ofVersion(edited.draft.uid);
    const added = await this.decide(edited, stored, requests, group);
    await this.entitlements.insertAll(added);
    return added;
  }

  /**
   * @param stored what the draft has besides
   * @param group the feature group that brings them, if one does
   * @returns them in the order of the request, to be stored
   * @throws FeatureNotFound, CustomCurrencyNotFound, EntityIsArchivedError, BadUserInput, CannotAddOverrideEntitlementToPlan,
   *   InvalidEntitlementResetPeriod, EntitlementUsageOutOfRangeError, AmountTooLarge,
   *   FeatureConfigurationExceededLimitError, DuplicatedEntityNotAllowed; with a group what `requireMembers` throws
   */
  async decide(
    { life, draft }: EditedDraft,
    stored: readonly PackageEntitlement[],
    requests: readonly NewEntitlement[],
    group?: TakenGroup,
  ): Promise<PackageEntitlement[]> {
    const targets = await this.targets.named(requests);
    if (group) requireMembers(group, stored, requests);
    const orders = displayOrders(
      stored.map(({ order }) => order),
      requests.map(({ order }) => order),
    );
    const now = this.clock.now();
    const added = requests.map((asked, index) => {
      const order = orders[index] as number;
      const place = { packageVersionUid: draft.uid, order, at: `entitlements[${index}].` };
      return newEntitlement(life.package.kind, asked, targets, place, now);
    });
    requireRoomForEntitlements(stored.length, added.length);
    requireDistinct(stored, added);
    return added;
  }
}
