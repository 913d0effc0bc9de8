import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { Journal } from '#libs/messaging/journal';
import type { StoredCharge } from '#modules/catalog/charges';
import type { PackageVersion } from '#modules/catalog/package-versions';
import { OverageLimits, type CarriedEntitlement } from './domain/overage-limits';
import { EntitlementTargetsService } from './entitlement-targets.service';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { packageEntitlementView, type PackageEntitlementView } from './package-entitlements.views';
import { VersionEntitlementsService } from './version-entitlements.service';

/** The entitlements of a plan whose overage is priced. Domain: catalog R5, R6 */
@Injectable()
export class OverageEntitlementsService {
  constructor(
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly versions: VersionEntitlementsService,
    private readonly targets: EntitlementTargetsService,
    private readonly journal: Journal,
    private readonly clock: Clock,
  ) {}

  /**
   * Sets on the draft what the overage prices carry, and makes the limits below all of them soft.
   * @param charges all price rows of the draft
   * @param carried what they carry
   * @throws OveragePriceRequiresUsageLimit, CreditOveragePriceCurrencyNotFound and as the entitlements of a plan
   */
  @Within()
  async settle(
    planId: string,
    draft: PackageVersion,
    charges: readonly StoredCharge[],
    carried: readonly CarriedEntitlement[] = [],
  ): Promise<void> {
    if (!charges.some(({ isOverage }) => isOverage)) return;
    const stored = await this.entitlements.ofVersion(draft.uid);
    const ancestors = await this.versions.inheritedFrom(draft.parentPlanUid);
    const before = new Map(stored.map((each) => [each, packageEntitlementView(each)]));
    const now = this.clock.now();
    const limits = new OverageLimits(draft.uid, stored, ancestors, now);
    const targets = await this.targets.named(carried.map(({ entitlement }) => entitlement));
    for (const each of carried) limits.set(each, targets);
    limits.soften(charges);
    for (const each of limits.changed) {
      await this.entitlements.save(each, now);
      this.tell('updated', planId, before.get(each) ?? null, packageEntitlementView(each));
    }
    await this.entitlements.insertAll(limits.added);
    for (const each of limits.added) this.tell('created', planId, null, packageEntitlementView(each));
  }

  private tell(
    verb: 'created' | 'updated',
    parentId: string,
    before: PackageEntitlementView | null,
    after: PackageEntitlementView,
  ): void {
    const entity = { entityType: 'ENTITLEMENT', entityId: after.id, parentId } as const;
    this.journal.record({ type: `plan_entitlement.${verb}`, ...entity, before, after });
  }
}
