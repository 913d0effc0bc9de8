import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { Within } from '#libs/use-cases/use-case';
import type { StoredCharge } from '#modules/catalog/charges';
import type { PackageVersion } from '#modules/catalog/package-versions';
import { OverageLimits, type CarriedEntitlement } from './domain/overage-limits';
import type { PackageEntitlement } from './domain/package-entitlement';
import { EntitlementTargetsService } from './entitlement-targets.service';
import { PackageEntitlementsRepository } from './package-entitlements.repository';
import { toldAsEntitlement, type OwnedEntitlement } from './package-entitlements.service';
import { VersionEntitlementsService } from './version-entitlements.service';

/** The entitlements of a plan whose overage is priced. Domain: catalog R5, R6 */
@Injectable()
export class OverageEntitlementsService {
  private readonly record: ChangeRecord<OwnedEntitlement>;

  constructor(
    private readonly entitlements: PackageEntitlementsRepository,
    private readonly versions: VersionEntitlementsService,
    private readonly targets: EntitlementTargetsService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf(toldAsEntitlement);
  }

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
    const before = new Map(stored.map((each) => [each, copyOf(each)]));
    const now = this.clock.now();
    const limits = new OverageLimits(draft.uid, stored, ancestors, now);
    const targets = await this.targets.named(carried.map(({ entitlement }) => entitlement));
    for (const each of carried) limits.set(each, targets);
    limits.soften(charges);
    const of = (entitlement: PackageEntitlement) => ({
      owner: { kind: 'PLAN' as const, id: planId },
      entitlement,
    });
    for (const each of limits.changed) {
      const former = before.get(each);
      await this.entitlements.save(each, now);
      this.record.add('updated', former ? of(former) : null, of(each));
    }
    await this.entitlements.insertAll(limits.added);
    for (const each of limits.added) this.record.add('created', null, of(each));
  }
}
