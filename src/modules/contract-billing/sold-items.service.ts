import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { contractModelOf } from '#libs/pricing/contract-model';
import { FeaturesService } from '#modules/features';
import { BillingItemsRepository } from './billing-items.repository';
import { BillingItem, meteredBy, unmetered } from './domain/billing-item';
import type { SoldItem } from './domain/line-item';

const nothing: SoldItem = { itemUid: null, featureUid: null };

/** The items that contracts sell, by their names. Domain: contracts-billing I1, I6 */
@Injectable()
export class SoldItemsService {
  constructor(
    private readonly items: BillingItemsRepository,
    private readonly features: FeaturesService,
    private readonly clock: Clock,
  ) {}

  /**
   * The item of that name, made when there is none. One that is sold by its usage needs a metered feature.
   * @throws BadUserInput, EntityIsArchivedError for an archived feature
   */
  @Within()
  async resolve(pricingModelId: string, name: string | null, field: string): Promise<SoldItem> {
    const { isPayAsYouGo } = contractModelOf(pricingModelId, `${field}.pricingModelId`);
    if (name === null) {
      if (isPayAsYouGo) throw unmetered(field);
      return nothing;
    }
    const item = await this.items.findOrInsert(BillingItem.named(name, this.clock.now()));
    if (!isPayAsYouGo) return { itemUid: item.uid, featureUid: null };
    return { itemUid: item.uid, featureUid: item.featureUid ?? (await this.meter(item, field)) };
  }

  /** From now on the item stands for this feature, whatever other features are called like it later. */
  private async meter(item: BillingItem, field: string): Promise<string> {
    const feature = meteredBy(item.name, await this.features.called(item.name));
    if (!feature) throw unmetered(field);
    feature.requireUsable();
    item.featureUid = feature.uid;
    await this.items.save(item, this.clock.now());
    return feature.uid;
  }
}
