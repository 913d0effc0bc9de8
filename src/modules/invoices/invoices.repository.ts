import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { Invoice } from './domain/invoice';
import { invoiceMapping } from './invoice.mapping';

@Injectable()
export class InvoicesRepository extends TenantRepository<Invoice> {
  constructor(persistence: Persistence) {
    super(persistence, invoiceMapping, 'InvoiceNotFound');
  }

  /** By issue date; drafts too. */
  ofContract(contractUid: string): Promise<Invoice[]> {
    return this.where('of_contract', 't.contract_uid = $2 order by t.issue_date, t.uid', [contractUid]);
  }

  /** Waits for who is finalizing one of them; what was sent by then stays. */
  async removeDrafts(contractUid: string): Promise<void> {
    const text = `delete from invoice t where ${this.own} and t.contract_uid = $2 and t.state = 'DRAFT'`;
    await this.ask('remove_drafts', text, [contractUid]);
  }

  async hasSent(contractUid: string): Promise<boolean> {
    const text = `select from invoice t where ${this.own} and t.contract_uid = $2 and t.state <> 'DRAFT' limit 1`;
    return (await this.ask('has_sent', text, [contractUid])).length > 0;
  }

  /** The one issued last of each contract. */
  latestOf(contractUids: readonly string[]): Promise<Map<string, Invoice>> {
    return this.firstOfEach('latest', contractUids, `t.state <> 'DRAFT'`, 'desc');
  }

  /** The one to be issued next of each contract. */
  nextOf(contractUids: readonly string[]): Promise<Map<string, Invoice>> {
    return this.firstOfEach('next', contractUids, `t.state = 'DRAFT'`, 'asc');
  }

  /** One look into an index per contract, however many invoices it has. */
  private async firstOfEach(
    name: string,
    contractUids: readonly string[],
    condition: string,
    order: 'asc' | 'desc',
  ): Promise<Map<string, Invoice>> {
    const text = `select f.* from unnest($2::uuid[]) c(uid) cross join lateral (
                    select ${this.rows.columnList} from invoice t
                     where ${this.own} and t.contract_uid = c.uid and ${condition}
                     order by t.issue_date ${order}, t.uid ${order} limit 1) f`;
    const found = (await this.ask(name, text, [contractUids])).map((row) => this.rows.read(row));
    return new Map(found.map((invoice) => [invoice.contractUid, invoice]));
  }

  private ask(name: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    const statement = { name: `${this.named}.${name}`, text };
    return this.persistence.database.query(statement, [currentEnvironmentId(), ...values]);
  }
}
