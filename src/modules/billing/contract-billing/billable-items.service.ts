import { Injectable } from '@nestjs/common';
import { contractModelOf } from '#libs/business/pricing/contract-model';
import { Clock } from '#libs/kernel/clock';
import { eachPlaced } from '#libs/kernel/errors/placed';
import { FeaturesService } from '#modules/catalog/features';
import { BillableItemsRepository } from './billable-items.repository';
import { BillableItem, meteredBy, unmetered, type NamedItem } from './domain/billable-item';
import type { SoldItem } from './domain/line-state';

const nothing: SoldItem = { billableItemUid: null, featureUid: null };

/** What contracts sell, called items on the wire, by their names. Domain: contracts-billing I1, I6 */
@Injectable()
export class BillableItemsService {
  constructor(
    private readonly billableItems: BillableItemsRepository,
    private readonly features: FeaturesService,
    private readonly clock: Clock,
  ) {}

  /**
   * The item of each name, made when there is none. One that is sold by its usage needs a metered feature.
   * @param field path of the list that names them
   * @throws BadUserInput, EntityIsArchivedError for an archived feature
   */
  async resolve(lines: readonly NamedItem[], field: string): Promise<SoldItem[]> {
    const sold = new Map<number, SoldItem>();
    // In one order for everybody, so that two who make the same items do not wait for each other in a circle.
    const named = [...lines.entries()].sort(([, a], [, b]) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
    for (const [index, line] of named) sold.set(index, await this.resolveOne(line, `${field}[${index}]`));
    return lines.map((_, index) => sold.get(index) as SoldItem);
  }

  private async resolveOne({ pricingModelId, name }: NamedItem, field: string): Promise<SoldItem> {
    const { isPayAsYouGo } = contractModelOf(pricingModelId, `${field}.pricingModelId`);
    if (name === null) {
      if (isPayAsYouGo) throw unmetered(field);
      return nothing;
    }
    const item = await this.billableItems.findOrInsert(BillableItem.named(name, this.clock.now()));
    if (!isPayAsYouGo) return { billableItemUid: item.uid, featureUid: null };
    return {
      billableItemUid: item.uid,
      featureUid: item.featureUid ?? (await this.meter(item, field)),
    };
  }

  private async meter(item: BillableItem, field: string): Promise<string> {
    const feature = meteredBy(item.name, await this.features.called(item.name));
    if (!feature) throw unmetered(field);
    await eachPlaced([{ asked: feature, at: field }], (metering) => metering.requireUsable());
    item.meter(feature);
    await this.billableItems.save(item, this.clock.now());
    return feature.uid;
  }
}
