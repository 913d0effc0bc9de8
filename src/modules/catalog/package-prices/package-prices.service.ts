import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Journal } from '#libs/messaging/journal';
import { ChargesService, PackageCharge, type StoredCharge } from '#modules/catalog/charges';
import { OverageEntitlementsService } from '#modules/catalog/package-entitlements';
import type { PackageLife, PackageVersion } from '#modules/catalog/package-versions';
import { carriedBy } from './domain/carried-entitlement';
import {
  requireChargesOfKind,
  requireFreeOfCharge,
  statesPrices,
  withNames,
  type ChargesRequest,
} from './domain/charges-request';

/** What the draft of a plan or an addon costs. Domain: catalog R1 */
@Injectable()
export class PackagePricesService {
  constructor(
    private readonly charges: ChargesService,
    private readonly overages: OverageEntitlementsService,
    private readonly journal: Journal,
  ) {}

  /**
   * Replaces the price rows of the draft, once the request states any. Domain: catalog R1
   * @throws OveragePriceNotSupportedOnAddon, FeatureNotFound, CustomCurrencyNotFound, EntityIsArchivedError, BadUserInput,
   *   AmountTooLarge, InvalidEntitlementResetPeriod, InvalidCreditOverageBillingModel and what
   *   `OverageEntitlementsService.settle` throws
   */
  @Within()
  async change(
    { package: { kind, id } }: PackageLife,
    draft: PackageVersion,
    asked: ChargesRequest,
  ): Promise<void> {
    requireChargesOfKind(kind, asked);
    requireFreeOfCharge(asked);
    const models = withNames(asked.overagePricingModels ?? []);
    const before = await this.charges.of(draft.uid);
    const isWritten = await this.write(draft, {
      ...asked,
      overagePricingModels: asked.overagePricingModels && models,
    });
    if (!isWritten) return;
    const after = await this.charges.of(draft.uid);
    await this.overages.settle(id, draft, after, carriedBy(models));
    if (before.length === 0 && after.length === 0) return;
    const entity = { entityType: kind, entityId: id } as const;
    const states = { before: stateOf(before), after: stateOf(after) };
    this.journal.record({ type: `${kind.toLowerCase()}_charges.updated`, ...entity, ...states });
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

// Nobody stands on a draft.
const stateOf = (charges: readonly StoredCharge[]): object => ({
  charges: charges.map((charge) => PackageCharge.from(charge, false)),
});
