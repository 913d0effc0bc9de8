import { Injectable } from '@nestjs/common';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { Within } from '#libs/use-cases/use-case';
import { ChargesService, PackageCharge, type StoredCharge } from '#modules/catalog/charges';
import { OverageEntitlementsService } from '#modules/catalog/package-entitlements';
import type { PackageKind, PackageLife, PackageVersion } from '#modules/catalog/package-versions';
import { carriedBy } from './domain/carried-entitlement';
import {
  requireChargesOfKind,
  requireFreeOfCharge,
  statesPrices,
  withNames,
  type ChargesRequest,
} from './domain/charges-request';

interface OwnedCharges {
  owner: { kind: PackageKind; id: string };
  charges: readonly StoredCharge[];
}

/** What the draft of a plan or an addon costs. Domain: catalog R1 */
@Injectable()
export class PackagePricesService {
  private readonly record: ChangeRecord<OwnedCharges>;

  constructor(
    private readonly charges: ChargesService,
    private readonly overages: OverageEntitlementsService,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf({
      entity: ({ owner }) => owner.kind,
      noun: ({ owner }) => `${owner.kind.toLowerCase()}_charges`,
      // Nobody stands on a draft.
      picture: ({ charges }) => ({ charges: charges.map((charge) => PackageCharge.from(charge, false)) }),
      idOf: ({ owner }) => owner.id,
    });
  }

  /**
   * Replaces the price rows of the draft, once the request states any. Domain: catalog R1
   * @throws OveragePriceNotSupportedOnAddon, FeatureNotFound, CustomCurrencyNotFound, EntityIsArchivedError, BadUserInput,
   *   AmountTooLarge, InvalidEntitlementResetPeriod, InvalidCreditOverageBillingModel and what
   *   `OverageEntitlementsService.settle` throws
   * @returns whether there was anything to write
   */
  @Within()
  async change(
    { package: owner }: PackageLife,
    draft: PackageVersion,
    asked: ChargesRequest,
  ): Promise<boolean> {
    requireChargesOfKind(owner.kind, asked);
    requireFreeOfCharge(asked);
    const models = withNames(asked.overagePricingModels ?? []);
    const before = await this.charges.of(draft.uid);
    const isWritten = await this.write(draft, {
      ...asked,
      overagePricingModels: asked.overagePricingModels && models,
    });
    if (!isWritten) return false;
    const after = await this.charges.of(draft.uid);
    await this.overages.settle(owner.id, draft, after, carriedBy(models));
    if (before.length > 0 || after.length > 0) {
      this.record.add('updated', { owner, charges: before }, { owner, charges: after });
    }
    return true;
  }

  /** @returns whether there was anything to write */
  private async write({ uid, pricingType }: PackageVersion, asked: ChargesRequest): Promise<boolean> {
    if (statesPrices(asked)) await this.charges.replace(uid, asked, asked.billingId ?? null);
    // Nothing else than no price goes with FREE (catalog L8).
    else if (pricingType === 'FREE') await this.charges.clear(uid);
    else if (asked.billingId !== undefined) await this.charges.billAs(uid, asked.billingId);
    else return false;
    return true;
  }
}
