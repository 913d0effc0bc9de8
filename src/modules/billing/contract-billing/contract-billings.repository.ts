import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { UnentitledUsage } from '#modules/entitlements/usage';
import type { BillingDetails } from './domain/billing-details';
import type { ContractBillingChange } from './domain/contract-billing';
import { lineChanges } from './domain/line-changes';
import type { LineItem } from './domain/line-item';
import { billingDetailsMapping, lineItemMapping } from './contract-billing.mapping';

/** The rows of a contract's billing half but the contract's own. */
interface BillingRows {
  /** In the order in which they were added. */
  lines: LineItem[];
  /** Absent until the first line. */
  details: BillingDetails | undefined;
}

class BillingDetailsTable extends TenantTable<BillingDetails> {
  constructor(persistence: Persistence) {
    super(persistence, billingDetailsMapping);
  }
}

/** Lines with what is said once for all of them. */
@Injectable()
export class ContractBillingsRepository extends TenantTable<LineItem> {
  private readonly details: BillingDetailsTable;

  constructor(persistence: Persistence) {
    super(persistence, lineItemMapping);
    this.details = new BillingDetailsTable(persistence);
  }

  async ofContract(contractUid: string): Promise<BillingRows> {
    const lines = await this.where('t.contract_uid = $2 order by t.uid', [contractUid]);
    return { lines, details: (await this.details.findByUids([contractUid])).get(contractUid) };
  }

  /** What became of it; the contract is stored by its own module. */
  async store({ before, after }: ContractBillingChange, now: Date): Promise<void> {
    const { removed, changed, added } = lineChanges(before.lines, after.lines);
    // Removed first: a line that is added may take the externalId of one of them over.
    await this.removeAll(removed);
    await this.saveAll(changed, now);
    await this.insertAll(added);
    const [was, is] = [before.details, after.details];
    if (is === undefined || is === was) return;
    if (was === undefined) await this.details.insert(is);
    else await this.details.save(is, now);
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
