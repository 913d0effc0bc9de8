import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { BillableItem } from './domain/billable-item';
import { billableItemMapping } from './contract-billing.mapping';

@Injectable()
export class BillableItemsRepository extends TenantTable<BillableItem> {
  constructor(persistence: Persistence) {
    super(persistence, billableItemMapping);
  }

  /** The one of that name, which is `item` where there was none. Of two that make it at once, one waits. */
  async findOrInsert(item: BillableItem): Promise<BillableItem> {
    const known = await this.called(item.name);
    if (known) return known;
    await this.insertRows([item], 'uq_billing_article_name');
    const made = await this.called(item.name);
    if (!made) throw new Error('A billable item that was just inserted is not there');
    return made;
  }

  private async called(name: string): Promise<BillableItem | undefined> {
    return (await this.where('t.name = $2', [name]))[0];
  }
}
