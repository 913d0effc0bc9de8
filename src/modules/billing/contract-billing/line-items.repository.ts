import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { LineItem } from './domain/line-item';
import { lineItemMapping } from './contract-billing.mapping';

@Injectable()
export class LineItemsRepository extends TenantTable<LineItem> {
  constructor(persistence: Persistence) {
    super(persistence, lineItemMapping);
  }

  /** In the order in which they were added. */
  ofContract(contractUid: string): Promise<LineItem[]> {
    return this.where('t.contract_uid = $2 order by t.uid', [contractUid]);
  }
}
