import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { UnentitledUsage } from '#modules/entitlements/usage';
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

  /**
   * The places of the usages that a line of a published contract of their customer meters. Not those after its last day, which
   * nothing would bill; those before its first day count, for a level lasts. Domain: entitlements-usage A7
   * @reads contract of billing/contracts
   */
  async metering(usages: readonly UnentitledUsage[]): Promise<number[]> {
    const text = `select a.place::int - 1 as place
                    from unnest($2::text[], $3::uuid[], $4::timestamptz[])
                           with ordinality as a(customer_id, feature_uid, occurred_at, place)
                   where exists (
                     select from contract c join contract_line_item t on ${this.own} and t.contract_uid = c.uid
                      where c.environment_id = $1 and c.customer_id = a.customer_id and c.billing_stage = 'ACTIVE'
                        and t.feature_uid = a.feature_uid and a.occurred_at < t.activation_end_date + interval '24 hours')`;
    const rows = await this.ask<{ place: number }>(text, [
      usages.map(({ customerId }) => customerId),
      usages.map(({ featureUid }) => featureUid),
      usages.map(({ occurredAt }) => occurredAt),
    ]);
    return rows.map(({ place }) => place);
  }
}
