import { Injectable } from '@nestjs/common';
import type { TenantEntity } from '#libs/kernel/tenant-entity';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { UnentitledUsage } from '#modules/entitlements/usage';
import type { BillingDetails } from './domain/billing-details';
import type { ContractBillingChange } from './domain/contract-billing';
import type { FormerLine } from './domain/former-line';
import { lineChanges } from './domain/line-changes';
import type { LineItem } from './domain/line-item';
import { billingDetailsMapping, formerLineMapping, lineItemMapping } from './contract-billing.mapping';

/** The rows of a contract's billing half but the contract's own. */
interface BillingRows {
  /** In the order in which they were added. */
  lines: LineItem[];
  former: FormerLine[];
  /** Absent until the first line. */
  details: BillingDetails | undefined;
}

class BillingDetailsTable extends TenantTable<BillingDetails> {
  constructor(persistence: Persistence) {
    super(persistence, billingDetailsMapping);
  }
}

class FormerLinesTable extends TenantTable<FormerLine> {
  constructor(persistence: Persistence) {
    super(persistence, formerLineMapping);
  }

  ofContract(contractUid: string): Promise<FormerLine[]> {
    return this.where('t.contract_uid = $2 order by t.uid', [contractUid]);
  }
}

/** Lines with what they were before, and with what is said once for all of them. */
@Injectable()
export class ContractBillingsRepository extends TenantTable<LineItem> {
  private readonly details: BillingDetailsTable;
  private readonly former: FormerLinesTable;

  constructor(persistence: Persistence) {
    super(persistence, lineItemMapping);
    this.details = new BillingDetailsTable(persistence);
    this.former = new FormerLinesTable(persistence);
  }

  async ofContract(contractUid: string): Promise<BillingRows> {
    const lines = await this.where('t.contract_uid = $2 order by t.uid', [contractUid]);
    const former = await this.former.ofContract(contractUid);
    return { lines, former, details: (await this.details.findByUids([contractUid])).get(contractUid) };
  }

  /** What became of it; the contract is stored by its own module. @returns whether anything was stored */
  async store({ before, after }: ContractBillingChange, now: Date): Promise<boolean> {
    const isAnother = [
      await storeLines(this, before.lines, after.lines, now),
      await storeLines(this.former, before.former, after.former, now),
      await this.storeDetails(before.details, after.details, now),
    ];
    return isAnother.includes(true);
  }

  private async storeDetails(
    was: BillingDetails | undefined,
    is: BillingDetails | undefined,
    now: Date,
  ): Promise<boolean> {
    if (is === undefined || is === was) return false;
    if (was !== undefined) return this.details.saveChanged(was, is, now);
    await this.details.insert(is);
    return true;
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
                     select from contract c
                       join (select t.contract_uid, t.feature_uid, t.activation_end_date
                               from contract_line_item t where ${this.own}
                             union all
                             select f.contract_uid, f.feature_uid, least(f.activation_end_date, f.last_day)
                               from contract_former_line f where f.environment_id = $1) t on t.contract_uid = c.uid
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

async function storeLines<L extends TenantEntity>(
  table: TenantTable<L>,
  before: readonly L[],
  after: readonly L[],
  now: Date,
): Promise<boolean> {
  const { removed, changed, added } = lineChanges(before, after, (was, is) => table.differ(was, is));
  // Removed first: a line that is added may take the externalId of one of them over.
  await table.removeAll(removed);
  await table.saveAll(changed, now);
  await table.insertAll(added);
  return removed.length + changed.length + added.length > 0;
}
