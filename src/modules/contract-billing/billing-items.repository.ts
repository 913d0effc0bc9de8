import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { BillingItem } from './domain/billing-item';
import { billingItemMapping } from './contract-billing.mapping';

@Injectable()
export class BillingItemsRepository extends TenantTable<BillingItem> {
  constructor(persistence: Persistence) {
    super(persistence, billingItemMapping);
  }

  /** The one of that name, which is `item` where there was none. Of two that make it at once, one waits. */
  async findOrInsert(item: BillingItem): Promise<BillingItem> {
    const text = `insert into billing_item (environment_id, uid, name, created_at, updated_at)
                  values ($1, $2, $3, $4, $4) on conflict on constraint uq_billing_item_name do nothing`;
    const values = [currentEnvironmentId(), item.uid, item.name, item.createdAt];
    await this.persistence.database.query({ name: 'billing_item.insert', text }, values);
    const [found] = await this.where('named', 't.name = $2 for no key update', [item.name]);
    if (!found) throw new Error('An item that was just inserted is not there');
    return found;
  }
}
