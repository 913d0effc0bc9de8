import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
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
    return this.where('of_contract', 't.contract_uid = $2 order by t.uid', [contractUid]);
  }

  /** In one statement, as settings write every line of a contract. */
  async saveAll(lines: readonly LineItem[], now: Date): Promise<void> {
    if (lines.length === 0) return;
    for (const line of lines) line.updatedAt = now;
    const rows = lines.map((line) => this.rows.write(line));
    const columns = Object.keys(rows[0] as object).filter((column) => !keys.includes(column));
    const text = `update contract_line_item t set ${columns.map((column) => `${column} = r.${column}`).join(', ')}
                    from jsonb_populate_recordset(null::contract_line_item, $2::jsonb) r
                   where ${this.own} and t.uid = r.uid`;
    const values = [currentEnvironmentId(), JSON.stringify(rows)];
    await this.persistence.database.query({ name: 'contract_line_item.save_all', text }, values);
  }
}

const keys = ['environment_id', 'uid'];
