import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { BillingDetails } from './domain/billing-details';
import { billingDetailsMapping } from './contract-billing.mapping';

@Injectable()
export class BillingDetailsRepository extends TenantTable<BillingDetails> {
  constructor(persistence: Persistence) {
    super(persistence, billingDetailsMapping);
  }

  async ofContract(contractUid: string): Promise<BillingDetails | undefined> {
    return (await this.findByUids([contractUid])).get(contractUid);
  }
}
